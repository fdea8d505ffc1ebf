/**
 * `npm run bench:portfolio` measures how fast the gateway serves a list of 500 positions and when its page becomes
 * interactive in Chromium, on its own stack with throwaway data. Prints the figures and whether each bar is met; exits
 * with 1 if one is missed. BENCH_SECONDS sets the length of the measured round, BENCH_VISITS the number of page visits.
 */
import { measurePortfolio } from './lib/bench-portfolio.mjs'
import { watchBusyCores } from './lib/bench-report.mjs'
import { judge } from './lib/bench-verdicts.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_760)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const visits = Number(process.env.BENCH_VISITS ?? 5)
const report = createReport(10)

await runBenchmark(report, async (closers) => {
  const otherCores = await watchBusyCores(2_000)
  const { text, bars, excuse } = await measurePortfolio({ basePort, seconds, visits, report, closers, otherCores })
  const verdict = judge(bars, excuse)
  report.line(`\n${text}\n\n${verdict.lines.join('\n')}\n`)
  return verdict.isMissed
})
