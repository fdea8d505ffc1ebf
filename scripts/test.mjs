/**
 * `npm test` runs everything from a fresh clone: package installation, lint, secrets, types, web build and its size,
 * unit, web and integration tests on its own PostgreSQL and Redis, and browser tests. It stops at the first failed
 * step. The last line is the total. Expensive tests run in `npm run test:nightly`.
 */
import { existsSync } from 'node:fs'
import { readBusySeconds } from './bench/report.mjs'
import { onOrphaned, prepare } from './lib/install.mjs'
import { findTestChromium } from './lib/programs.mjs'
import { createReport } from './lib/report.mjs'
import { checkSecrets, checkTypes, failureText } from './lib/static-checks.mjs'
import {
  add,
  changedOnlyDocuments,
  closingLine,
  countTests,
  dailySeed,
  lastPassed,
  noTests,
  recordPassed,
  runJest,
} from './lib/test-run.mjs'
import { openTestStores } from './lib/test-stores.mjs'
import { inRoot, mustRun, stopTools } from './lib/tool.mjs'
import { checkWebSize, ensureWeb } from './lib/web-build.mjs'

const report = createReport(5)
const seed = dailySeed()
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

/** Makes the current step fail, which ends the run. */
function interrupt() {
  interrupted = true
  stopTools()
}

function warn(text) {
  const marked = `!! ${text}`
  warnings.push(marked)
  report.line(marked)
}

/** One more than the number of cores, because browser tests spend a third of their time waiting. */
const BROWSER_WORKERS = 3

const lint = () => mustRun('Lint', 'biome', ['check', '--error-on-warnings', '.'])
const lintWords = () => mustRun('Banned words', 'node', ['scripts/lint-words.mjs'])

async function types() {
  const failures = await checkTypes()
  if (failures.length > 0) throw new Error(failureText(failures))
}

async function build() {
  await ensureWeb({ always: true })
  return checkWebSize()
}

/** The build uses one core only part of the time, so the static checks run in parallel. */
async function checkSources() {
  const results = await Promise.allSettled([build(), lint(), lintWords(), checkSecrets(), types()])
  const reasons = results.flatMap(({ reason }) => (reason === undefined ? [] : [reason.message]))
  if (reasons.length > 0) throw new Error(reasons.join('\n\n'))
  return results[0].value
}

/** Runs Jest over some projects and resolves to its counts as text. */
async function jest(projects, workers = 2) {
  const { ok, counts, output } = await runJest(projects, { env: stores.env, workers })
  total = add(total, counts)
  if (!ok) {
    const error = new Error(output)
    error.counted = counts.failed > 0
    throw error
  }
  return closingLine(counts).replace('Tests: ', '')
}

async function skipBrowserTests(reason) {
  const skipped = await countTests('e2e')
  total = add(total, { ...noTests, skipped })
  warn(`${reason}: ${skipped} browser tests SKIPPED.`)
  return 'SKIPPED'
}

function browserTests() {
  const chromium = findTestChromium()
  if (chromium === null) return skipBrowserTests('No Chromium found (install chromium or set CHROMIUM_PATH)')
  const passed = lastPassed()
  if (passed !== null && changedOnlyDocuments(passed)) return skipBrowserTests(`Only documents changed since ${passed}`)
  stores.env.CHROMIUM_PATH = chromium
  return jest(['e2e'], BROWSER_WORKERS)
}

/** Adds the CPU seconds on all cores to the step's detail. */
async function step(title, work) {
  const before = readBusySeconds()
  return report.step(title, async () => {
    const detail = await work()
    return `${detail}, ${(readBusySeconds() - before).toFixed(0)} CPU s`
  })
}

async function main() {
  await prepare(report)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupt)
  onOrphaned(interrupt)
  if (!existsSync(inRoot('..', 'shared'))) {
    warn('No ../shared next to this checkout: tests on the recorded market and golden cases are SKIPPED.')
  }
  await step('Lint, secrets, types, web build and its size', checkSources)
  stores = await openTestStores()
  report.line(`Property tests use seed ${seed}. Repeat with PROPERTY_SEED=${seed}.`)
  stores.env.PROPERTY_SEED = String(seed)
  await step('Unit and web tests', () => jest(['unit', 'web']))
  // Integration tests run alone, because other load would exceed their timeouts of a second or two.
  await step('Integration tests', () => jest(['int']))
  await step('Browser tests', browserTests)
  if (total.skipped === 0) recordPassed()
}

main().then(
  () => finish(0),
  (error) => {
    report.line(interrupted ? 'Interrupted' : error.message)
    if (!error.counted) total = add(total, { ...noTests, failed: 1 })
    return finish(interrupted ? 130 : 1)
  },
)
