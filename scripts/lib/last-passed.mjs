import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot, root } from './root.mjs'

const folder = inRoot('node_modules', '.cache')
const file = inRoot('node_modules', '.cache', 'last-passed')

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The commit at which all tests of this checkout passed last, or null. */
export function lastPassed() {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Notes that all tests passed, where the files are those of a commit. */
export function notePassed() {
  if (git('status', '--porcelain') !== '') return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, git('rev-parse', 'HEAD') ?? '')
}

/** Whether a path is a document that no page shows and no test of a page reads. */
export const isDocument = (path) => path.endsWith('.md') || path.startsWith('docs/')

/** Whether nothing but documents differs from a commit, in the files and in what Git does not know yet. */
export function changedOnlyDocuments(commit) {
  const changed = git('diff', '--name-only', commit)
  const unknown = git('ls-files', '--others', '--exclude-standard')
  if (changed === null || unknown === null) return false
  return [changed, unknown].flatMap((text) => text.split('\n').filter(Boolean)).every(isDocument)
}
