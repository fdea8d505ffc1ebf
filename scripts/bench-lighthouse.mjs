/**
 * `npm run bench:lighthouse` runs Lighthouse (mobile profile) on every page, on its own stack with throwaway data and
 * the simulated market. Prints median scores and whether each bar is met; exits with 1 if one is missed. BENCH_RUNS
 * sets the number of runs per page; `-- --only /dashboard` measures one page.
 */
import { parseArgs } from 'node:util'
import { percentile, renderTable, watchBusyCores } from './lib/bench-report.mjs'
import { openBenchStack, waitForFirstRun } from './lib/bench-stack.mjs'
import { findBusyExcuse, judge } from './lib/bench-verdicts.mjs'
import { categories, openLighthouse } from './lib/lighthouse.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'

const PUBLIC = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const SIGN_IN = { accessibility: 100, 'best-practices': 100 }
const SIGNED_IN = { performance: 90, ...SIGN_IN }
const MAX_SHIFT = 0.05
const SIGN_IN_PATHS = ['/login', '/register']
const SIGNED_IN_PATHS = ['/dashboard', '/screening', '/analysis?symbol=AAPL', '/portfolio', '/ai-coach', '/settings']

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const barsOf = (paths, bars) =>
  Object.fromEntries(paths.filter((path) => only === undefined || only === path).map((path) => [path, bars]))
const beforeSignIn = { ...barsOf(['/'], PUBLIC), ...barsOf(SIGN_IN_PATHS, SIGN_IN) }
const signedIn = barsOf(SIGNED_IN_PATHS, SIGNED_IN)

const basePort = Number(process.env.BASE_PORT ?? 19_700)
const runs = Number(process.env.BENCH_RUNS ?? 5)
const report = createReport(3 + Object.keys({ ...beforeSignIn, ...signedIn }).length)
const median = (values) => percentile(values, 0.5)

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
    ...Object.entries({ ...beforeSignIn, ...signedIn }[path]).map(([category, least]) => ({
      text: `${path}, ${category}: ${scores[category]} of ${least}`,
      isMet: scores[category] >= least,
      isTimed: category === 'performance',
    })),
    {
      text: `${path}, layout shift: ${shift.toFixed(3)} of ${MAX_SHIFT}`,
      isMet: shift <= MAX_SHIFT,
      isTimed: false,
    },
  ])

await runBenchmark(report, async (closers) => {
  if (Object.keys({ ...beforeSignIn, ...signedIn }).length === 0) throw new Error(`Unknown page ${only}`)
  const otherCores = await watchBusyCores(2_000)
  const stack = openBenchStack(basePort, { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined })
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
