import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot, root, run } from './tool.mjs'

export const noTests = { passed: 0, failed: 0, skipped: 0 }

/** Counts of a Jest run from its JSON report. A file that could not run counts as one failure. */
export const countsOf = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
})

export const add = (left, right) => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  skipped: left.skipped + right.skipped,
})

/** Last line of `npm test`. */
export const closingLine = ({ passed, failed, skipped }) =>
  `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const nodeFlags = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules']

/** A run hangs if a test leaves something open. */
const LIMIT_SECONDS = 3_600

/**
 * Runs Jest over some projects: { ok, counts, files, output }. `files` are those of its JSON report. A run without tests
 * is a failure.
 */
export async function runJest(projects, { env = {}, args = [], workers = 2, mayBeEmpty = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-jest-'))
  try {
    const file = join(folder, 'report.json')
    const { code, output } = await run(
      process.execPath,
      [
        ...[...nodeFlags, inRoot('node_modules', 'jest', 'bin', 'jest.js'), '--selectProjects', ...projects],
        ...['--ci', `--maxWorkers=${workers}`, '--json', `--outputFile=${file}`, ...args],
      ],
      { env: { NODE_ENV: 'test', TMPDIR: folder, ...env }, seconds: LIMIT_SECONDS, ownGroup: true },
    )
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
    const counts = report === null ? noTests : countsOf(report)
    const shown = output.replace(/^(PASS .*|Test results written to: .*)\n/gm, '')
    const isEmpty = counts.passed + counts.failed === 0 && !mayBeEmpty
    const ok = code === 0 && counts.failed === 0 && !isEmpty
    const files = report?.testResults ?? []
    return { ok, counts, files, output: isEmpty ? `${shown}\nNo test ran in: ${projects.join(', ')}` : shown }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function countTests(project) {
  const { counts } = await runJest([project], { args: ['--testNamePattern', '^$'], mayBeEmpty: true })
  return counts.skipped
}

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
const isDocument = (path) => path.endsWith('.md') || path.startsWith('docs/')

/** Whether only documents changed since a commit, including untracked files. */
export function changedOnlyDocuments(commit) {
  const changed = git('diff', '--name-only', commit)
  const unknown = git('ls-files', '--others', '--exclude-standard')
  if (changed === null || unknown === null) return false
  return [changed, unknown].flatMap((text) => text.split('\n').filter(Boolean)).every(isDocument)
}

/** The day's seed, which is the default in tools/properties too. */
export const dailySeed = () =>
  Number(process.env.PROPERTY_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''))
