/**
 * `npm run bench:lighthouse` runs Lighthouse (mobile profile) on every page, on its own stack with throwaway data and
 * the simulated market. Prints median scores and whether each bar is met; exits with 1 if one is missed. BENCH_RUNS
 * sets the number of runs per page; `-- --only /dashboard` measures one page.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { freePort } from '../lib/ports.mjs'
import { findChromium } from '../lib/programs.mjs'
import { createReport } from '../lib/report.mjs'
import { mustRun } from '../lib/tool.mjs'
import { fillRegistration } from './browser.mjs'
import { atLeast, atMost, findBusyExcuse, judge, median, renderTable, watchBusyCores } from './report.mjs'
import { openBenchStack, runBenchmark, simulatedMarket, waitForFirstRun } from './stack.mjs'

/**
 * Lighthouse is not a dependency: it is half as large as all dependencies together, and only this benchmark uses it.
 */
const PACKAGE = 'lighthouse@13.5.0'

/** Pages with an event stream never reach network idle. */
const LOAD_MS = 12_000

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const PUBLIC = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const SIGN_IN = { accessibility: 100, 'best-practices': 100 }
const SIGNED_IN = { performance: 90, ...SIGN_IN }
const MAX_SHIFT = 0.05
const SIGN_IN_PATHS = ['/login', '/register']
const SIGNED_IN_PATHS = [
  '/dashboard',
  '/screening',
  '/analysis?symbol=AAPL',
  '/portfolio',
  '/alerts',
  '/ai-coach',
  '/settings',
]

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const barsOf = (paths, bars) =>
  Object.fromEntries(paths.filter((path) => only === undefined || only === path).map((path) => [path, bars]))
const beforeSignIn = { ...barsOf(['/'], PUBLIC), ...barsOf(SIGN_IN_PATHS, SIGN_IN) }
const signedIn = barsOf(SIGNED_IN_PATHS, SIGNED_IN)

const basePort = Number(process.env.BASE_PORT ?? 19_700)
const runs = Number(process.env.BENCH_RUNS ?? 5)
const report = createReport(3 + Object.keys({ ...beforeSignIn, ...signedIn }).length)

/** Returns one page's medians: { path, scores: { category: median }, shift, times }. */
async function measurePage(lighthouse, url, path) {
  const results = []
  for (let run = 0; run < runs; run += 1) results.push(await lighthouse.run(`${url}${path}`))
  const middle = (read) => median(results.map(read))
  return {
    path,
    detail: `performance ${middle(({ scores }) => scores.performance)}`,
    scores: Object.fromEntries(categories.map((category) => [category, middle(({ scores }) => scores[category])])),
    shift: middle(({ metrics }) => metrics.shift),
    times: ['firstPaint', 'largestPaint', 'blocked'].map((name) => middle(({ metrics }) => metrics[name])),
    failed: [...new Set(results.flatMap(({ failed }) => failed))],
  }
}

async function measure(lighthouse, url) {
  const pages = []
  const visit = async (path) => {
    pages.push(await report.step(path, () => measurePage(lighthouse, url, path)))
  }
  for (const path of Object.keys(beforeSignIn)) await visit(path)
  await lighthouse.signUp(url)
  for (const path of Object.keys(signedIn)) await visit(path)
  return pages
}

function print(pages) {
  const columns = ['page', ...categories, 'first paint, ms', 'largest paint, ms', 'blocked, ms', 'layout shift']
  const rows = pages.map(({ path, scores, times, shift }) => {
    const figures = [...categories.map((category) => scores[category]), ...times.map(Math.round), shift.toFixed(3)]
    return [path, ...figures]
  })
  report.line(`\n${renderTable(columns, rows)}\n`)
  for (const { path, failed } of pages) if (failed.length > 0) report.line(`${path} fails: ${failed.join(', ')}`)
}

const listBars = (pages) =>
  pages.flatMap(({ path, scores, shift }) => [
    ...Object.entries({ ...beforeSignIn, ...signedIn }[path]).map(([category, least]) =>
      atLeast(`${path}, ${category}`, scores[category], least, { digits: 0, isTimed: category === 'performance' }),
    ),
    atMost(`${path}, layout shift`, shift, MAX_SHIFT, { unit: '', digits: 3 }),
  ])

/**
 * Opens Lighthouse with a browser that stays signed in: { signUp, run, close }. Clears the cache before each page and
 * keeps cookies and storage.
 */
async function openLighthouse() {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium found: install one or set CHROMIUM_PATH')
  const folder = mkdtempSync(join(tmpdir(), 'callwright-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  })
  return {
    async signUp(url) {
      const page = await context.newPage()
      await fillRegistration(page, url, `bench-${randomBytes(4).toString('hex')}`)
      await page.close()
    },
    async run(address) {
      const file = join(folder, 'report.json')
      const options = [
        `--port=${port}`,
        '--quiet',
        `--max-wait-for-load=${LOAD_MS}`,
        '--output=json',
        `--output-path=${file}`,
      ]
      const call = [address, ...options, `--only-categories=${categories.join(',')}`]
      const runTool = () =>
        mustRun(PACKAGE, 'npm', ['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', ...call])
      // The browser occasionally loses a trace, and Lighthouse recommends a retry.
      await runTool().catch(runTool)
      return readReport(JSON.parse(readFileSync(file, 'utf8')))
    },
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readReport({ categories: results, audits, runtimeError }) {
  if (runtimeError) throw new Error(`Lighthouse could not load the page: ${runtimeError.message}`)
  const weighted = Object.values(results).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const failed = weighted.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9)
  return {
    scores: Object.fromEntries(categories.map((category) => [category, Math.round(results[category].score * 100)])),
    failed: failed.map(({ id }) => id),
    metrics: {
      firstPaint: audits['first-contentful-paint'].numericValue,
      largestPaint: audits['largest-contentful-paint'].numericValue,
      blocked: audits['total-blocking-time'].numericValue,
      shift: audits['cumulative-layout-shift'].numericValue,
    },
  }
}

await runBenchmark(report, async (closers) => {
  if (Object.keys({ ...beforeSignIn, ...signedIn }).length === 0) throw new Error(`Unknown page ${only}`)
  const otherCores = await watchBusyCores()
  const stack = openBenchStack(basePort, simulatedMarket)
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  await report.step('First run', () => waitForFirstRun(stack.url))
  const lighthouse = await openLighthouse()
  closers.push(lighthouse.close)
  const pages = await measure(lighthouse, stack.url)
  print(pages)
  const { lines, isMissed } = judge(listBars(pages), findBusyExcuse(otherCores))
  report.line(`\n${lines.join('\n')}`)
  return isMissed
})
