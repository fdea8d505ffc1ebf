/**
 * `npm run bench:portfolio` measures how fast the gateway serves a list of 500 positions and when its page becomes
 * interactive in Chromium, on its own stack with throwaway data. Prints the figures and whether each bar is met; exits
 * with 1 if one is missed. BENCH_SECONDS sets the length of the measured round, BENCH_VISITS the number of page visits.
 */
import { createReport } from '../lib/report.mjs'
import { measureVisits, openBenchBrowser } from './browser.mjs'
import { load } from './load.mjs'
import { addPositions } from './portfolio-rows.mjs'
import { atMost, findBusyExcuse, judge, median, renderTable, watchBusyCores } from './report.mjs'
import { fetchJson, openBenchStack, runBenchmark, simulatedMarket } from './stack.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_760)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const visits = Number(process.env.BENCH_VISITS ?? 5)
const report = createReport(7)

const LIST = '/api/portfolio/positions'
const HEALTH = '/api/health'
const LIST_P95_MS = 60
const INTERACTIVE_MS = 1_500
const POSITIONS = 500
const PER_SECOND = 5
const REFERENCE_PER_SECOND = 50
const WARM_UP_SECONDS = 4

/** Describes the content of the list. Throws if it is incomplete, so that an empty list is never measured. */
function describe({ positions, underlyings, partial }) {
  const valued = positions.filter(({ cc_pnl }) => cc_pnl !== null).length
  if (positions.length !== POSITIONS || partial)
    throw new Error(`The list is incomplete: ${positions.length} positions, partial ${partial}`)
  return `${positions.length} positions over ${underlyings.length} stocks, ${valued} with their P&L`
}

const readToken = ({ origins }) => {
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'token')
  if (stored === undefined) throw new Error('The browser has no token after sign-in')
  return stored.value
}

await runBenchmark(report, async (closers) => {
  const excuse = findBusyExcuse(await watchBusyCores())
  const stack = openBenchStack(basePort, { ...simulatedMarket, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const browser = await openBenchBrowser(stack.url)
  closers.push(browser.close)
  const authorization = `Bearer ${readToken(await browser.signIn())}`
  const read = (path) => fetchJson(`${stack.url}${path}`, { authorization })
  const wanted = { count: POSITIONS, entryDate: '2026-01-05' }
  await report.step('Positions', () => addPositions(read, { url: stack.url, authorization }, wanted))
  const target = (path) => ({ url: stack.url, paths: [path], headers: { authorization, 'accept-encoding': 'gzip' } })
  await report.step('Warm-up', () => load(target(LIST), { seconds: WARM_UP_SECONDS, rate: PER_SECOND }))
  const content = describe(await read(LIST))
  const hello = await report.step('Reference', () =>
    load(target(HEALTH), { seconds: WARM_UP_SECONDS, rate: REFERENCE_PER_SECOND }),
  )
  // Cached quotes are refreshed during the measurement, as in normal use.
  const list = await report.step('Lists', () => load(target(LIST), { seconds, rate: PER_SECOND }))
  const visit = { address: `${stack.url}/portfolio`, network: 'open', visits, storageState: await browser.signIn() }
  const { cold, free, cpu, shift } = await report.step('Visits', () => measureVisits(browser, visit))
  const rows = Object.entries({ 'reference: gateway health': hello, 'list of 500': list })
  const table = renderTable(
    ['response, ms', 'requests', 'p50', 'p95', 'p99'],
    rows.map(([name, { requests, p50, p95, p99 }]) => [name, requests, ...[p50, p95, p99].map((ms) => ms.toFixed(1))]),
  )
  const [painted, interactive, busy] = [cold, free, cpu].map((values) => median(values))
  const { lines, isMissed } = judge(
    [
      atMost('List of 500 positions, p95', list.p95, LIST_P95_MS, { digits: 1 }),
      atMost('Page of 500 positions interactive, empty cache, median', interactive, INTERACTIVE_MS),
    ],
    excuse,
  )
  const page = `Page: first rows ${painted.toFixed(0)} ms, main thread CPU ${busy.toFixed(0)} ms, layout shift ${Math.max(...shift).toFixed(3)}`
  report.line(`\n${table}\n\n${content}\n${page}\n\n${lines.join('\n')}\n`)
  return isMissed
})
