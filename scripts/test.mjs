/**
 * `npm test`: everything, from a fresh clone: packages, lint, secrets, types, web build and its size, unit and web tests,
 * integration tests on PostgreSQL and Redis of its own, browser tests. Stops at the first step that fails; its last
 * line is the sum.
 */
import { existsSync } from 'node:fs'
import { findTestChromium } from './lib/chromium.mjs'
import { onOrphaned, prepare } from './lib/install.mjs'
import { countTests, runJest } from './lib/jest-run.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/root.mjs'
import { checkSecrets } from './lib/secrets-check.mjs'
import { add, closingLine, noTests } from './lib/test-counts.mjs'
import { openTestStores } from './lib/test-stores.mjs'
import { mustRun, stopTools } from './lib/tool.mjs'
import { checkTypes, failureText } from './lib/types-check.mjs'
import { ensureWeb } from './lib/web-build.mjs'
import { checkWebSize } from './lib/web-size.mjs'

const report = createReport(5)
const warnings = []
let total = noTests
let stores = null
let interrupted = false

async function finish(code) {
  await stores?.close()
  for (const warning of warnings) report.line(warning)
  report.line(closingLine(total))
  process.exit(code)
}

/** The step that runs now fails, and so the whole run ends. */
function interrupt() {
  interrupted = true
  stopTools()
}

function warn(text) {
  const loud = `!! ${text}`
  warnings.push(loud)
  report.line(loud)
}

/**
 * Browser tests wait a third of their time for a page, a timer or a service that was frozen: one more of them than there
 * are cores keeps the cores at work. Integration tests wait, too, but measure deadlines of seconds.
 */
const BROWSER_WORKERS = 3

/** To tidy up the gigabytes of modules that a worker gathers costs more than another worker. */
const youngWorkers = ['--workerIdleMemoryLimit=700MB']

const lint = () => mustRun('Lint', 'biome', ['check', '--error-on-warnings', '.'])

async function types() {
  const failures = await checkTypes()
  if (failures.length > 0) throw new Error(failureText(failures))
}

async function build() {
  await ensureWeb({ always: true })
  return checkWebSize()
}

/** What reads the sources and runs nothing, side by side: the build alone keeps one core busy, and only part of the time. */
async function checkSources() {
  const results = await Promise.allSettled([build(), lint(), checkSecrets(), types()])
  const reasons = results.flatMap(({ reason }) => (reason === undefined ? [] : [reason.message]))
  if (reasons.length > 0) throw new Error(reasons.join('\n\n'))
  return results[0].value
}

async function jest(projects, options) {
  const { ok, counts, output } = await runJest(projects, options)
  total = add(total, counts)
  if (!ok) {
    const error = new Error(output)
    error.counted = counts.failed > 0
    throw error
  }
  return closingLine(counts).replace('Tests: ', '')
}

async function browserTests(chromium) {
  if (chromium !== null)
    return jest(['e2e'], { env: { ...stores.env, CHROMIUM_PATH: chromium }, workers: BROWSER_WORKERS })
  const skipped = await countTests('e2e')
  total = add(total, { ...noTests, skipped })
  warn(`No Chromium found: ${skipped} browser tests SKIPPED. Install chromium or set CHROMIUM_PATH.`)
  return 'SKIPPED'
}

async function main() {
  await prepare(report)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupt)
  onOrphaned(interrupt)
  const chromium = findTestChromium()
  if (!existsSync(inRoot('..', 'shared'))) {
    warn('No ../shared beside this checkout: the tests on the recorded market and the golden cases are SKIPPED.')
  }
  await report.step('Lint, secrets, types, web build and its size', checkSources)
  await report.step('Unit and web tests', () => jest(['unit', 'web']))
  stores = await openTestStores()
  await report.step('Integration tests', () => jest(['int'], { env: stores.env, args: youngWorkers }))
  await report.step('Browser tests', () => browserTests(chromium))
}

main().then(
  () => finish(0),
  (error) => {
    report.line(interrupted ? 'Interrupted' : error.message)
    if (!error.counted) total = add(total, { ...noTests, failed: 1 })
    return finish(interrupted ? 130 : 1)
  },
)
