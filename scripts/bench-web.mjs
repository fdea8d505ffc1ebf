/**
 * `npm run bench:web` measures when a signed-in user sees the screener's table and the analysis chain, and how
 * responsive both pages are, in Chromium on its own stack with throwaway data and the simulated market. Prints the
 * figures and whether each bar is met; exits with 1 if one is missed. BENCH_VISITS sets the visits per profile.
 */
import { openBenchBrowser } from './lib/bench-browser.mjs'
import { percentile, renderTable, watchBusyCores } from './lib/bench-report.mjs'
import { openBenchStack, waitForFirstRun } from './lib/bench-stack.mjs'
import { findBusyExcuse, judge } from './lib/bench-verdicts.mjs'
import { measureSession, measureSorts, measureTimeframes, measureVisits } from './lib/bench-web-rounds.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'
import { measureWebSize } from './lib/web-size.mjs'

const TABLE_MS = 1_500
const SORT_MS = 100
const SWITCH_MS = 200
const INTERACTION_MS = 200
const MAX_SHIFT = 0.05
const SLOW_CPU = 4

const basePort = Number(process.env.BASE_PORT ?? 19_500)
const visits = Number(process.env.BENCH_VISITS ?? 5)
const profiles = ['fast', 'slow'].flatMap((network) => [1, SLOW_CPU].map((slowdown) => ({ network, slowdown })))
const sortedBy = ['Price', 'RSI', 'Market cap', 'Symbol', 'Company', 'Best ann. yield', 'Volume', 'IV percentile']
const timeframes = ['1M', '3M', '1Y', '2Y', '6M']
const sortSpans = {
  clicked: 'click to first rows painted',
  first: 'response to first rows painted',
  all: 'response to all rows painted',
  cpu: 'main thread CPU',
}
const report = createReport(profiles.length + 8)

const median = (values) => percentile(values, 0.5)

async function measure(stack, closers) {
  const browser = await openBenchBrowser(stack.url)
  closers.push(browser.close)
  // Each round signs in again, because a session may expire before all rounds are done.
  const round = (title, run, options) =>
    report.step(title, async () => run(browser, { url: stack.url, storageState: await browser.signIn(), ...options }))
  const rounds = []
  for (const profile of profiles) {
    rounds.push(await round(`Visits, ${profile.network}, ${profile.slowdown}x`, measureVisits, { ...profile, visits }))
  }
  const chain = await round('Visits, chain', measureVisits, { ...profiles[0], visits, table: 'chain' })
  const switches = await round('Timeframes', measureTimeframes, {
    slowdown: 1,
    timeframes: [...timeframes, ...timeframes, ...timeframes],
  })
  const sorts = await round('Sorts', measureSorts, { slowdown: 1, headers: [...sortedBy, ...sortedBy] })
  const session = await round('Session', measureSession, { slowdown: SLOW_CPU })
  return { rounds, chain, switches, sorts, session }
}

const bar = (name, value, most, unit, digits = 0) => ({
  text: `${name}: ${value.toFixed(digits)} of ${most} ${unit}`.trimEnd(),
  isMet: value <= most,
  isTimed: unit === 'ms',
})

const listBars = ({ rounds: [fast], chain, switches, sorts, session }) => [
  bar(`First table, ${fast.label}, empty cache, median`, median(fast.cold), TABLE_MS, 'ms'),
  bar(`First rows of the ${chain.label}, empty cache, median`, median(chain.cold), TABLE_MS, 'ms'),
  ...measureWebSize().map(({ name, kb, most }) => bar(`Scripts, gzip: ${name}`, kb, most, 'kB', 1)),
  bar('Timeframe switch, click to painted chart, median', median(switches), SWITCH_MS, 'ms'),
  bar(
    'Sort of 200 rows × 22 columns, response to all rows painted, median',
    median(sorts.map(({ all }) => all)),
    SORT_MS,
    'ms',
  ),
  bar(`Interactions, CPU ${SLOW_CPU}x, p98`, percentile(session.interactions, 0.98), INTERACTION_MS, 'ms'),
  bar('Layout shift during load and session', Math.max(fast.shift, chain.shift, session.shift), MAX_SHIFT, '', 3),
]

function print({ rounds, chain, switches, sorts, session }) {
  const rows = [...rounds, chain].map(({ label, cold, warm, cpu }) => {
    const times = [cold, warm].flatMap((visits) => [median(visits), Math.max(...visits)])
    return [label, ...[...times, median(cpu)].map(Math.round)]
  })
  const ofCold = ['empty cache, median', 'max']
  const ofWarm = ['second visit, median', 'max']
  report.line(`\n${renderTable(['first table, ms', ...ofCold, ...ofWarm, 'main thread CPU'], rows)}\n`)
  const bytes = Object.entries(rounds[0].bytes).map(([kind, size]) => `${kind} ${(size / 1_000).toFixed(0)}`)
  report.line(`Transferred until the first table, kB: ${bytes.join(', ')}`)
  const most = percentile(switches, 0.95).toFixed(0)
  report.line(`Timeframe: median ${median(switches).toFixed(0)} ms, p95 ${most} ms of ${switches.length}`)
  for (const [name, of] of Object.entries(sortSpans)) {
    const times = sorts.map((sort) => sort[name])
    const [middle, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0))
    report.line(`Sort, ${of}: median ${middle} ms, p95 ${most} ms of ${times.length}`)
  }
  const shares = [0.5, 0.75, 0.98, 1].map((share) => `p${share * 100} ${percentile(session.interactions, share)}`)
  report.line(`Interactions, CPU ${SLOW_CPU}x, ms: ${shares.join(', ')} of ${session.interactions.length}`)
}

await runBenchmark(report, async (closers) => {
  const otherCores = await watchBusyCores(2_000)
  const stack = openBenchStack(basePort, { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  await report.step('First run', () => waitForFirstRun(stack.url))
  const figures = await measure(stack, closers)
  print(figures)
  const { lines, isMissed } = judge(listBars(figures), findBusyExcuse(otherCores))
  report.line(`\n${lines.join('\n')}`)
  return isMissed
})
