import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { countsOf, noTests } from './test-counts.mjs'
import { run } from './tool.mjs'

const nodeFlags = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules']

/** A run hangs if a test leaves something open. */
const LIMIT_SECONDS = 3_600

/** Runs Jest over some projects: { ok, counts, output }. A run without tests is a failure. */
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
    return { ok, counts, output: isEmpty ? `${shown}\nNo test ran in: ${projects.join(', ')}` : shown }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function countTests(project) {
  const { counts } = await runJest([project], { args: ['--testNamePattern', '^$'], mayBeEmpty: true })
  return counts.skipped
}
