import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot, root } from './root.mjs'

const folder = inRoot('node_modules', '.cache')
const file = inRoot('node_modules', '.cache', 'last-passed')

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Last commit at which all tests passed in this checkout, or null. */
export function lastPassed() {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Does nothing unless the working tree is clean. */
export function recordPassed() {
  if (git('status', '--porcelain') !== '') return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, git('rev-parse', 'HEAD') ?? '')
}

/** Whether a path is a document that affects no page and no browser test. */
export const isDocument = (path) => path.endsWith('.md') || path.startsWith('docs/')

/** Whether only documents changed since a commit, including untracked files. */
export function changedOnlyDocuments(commit) {
  const changed = git('diff', '--name-only', commit)
  const unknown = git('ls-files', '--others', '--exclude-standard')
  if (changed === null || unknown === null) return false
  return [changed, unknown].flatMap((text) => text.split('\n').filter(Boolean)).every(isDocument)
}
