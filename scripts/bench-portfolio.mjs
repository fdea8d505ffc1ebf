/**
 * `npm run bench:portfolio`: how fast a list of 500 positions is served through the gateway, on a stack of its own with
 * throw-away data. Prints its figures and a verdict for each bar; ends with 1 when one is missed. BENCH_SECONDS is the
 * length of the measured round.
 */
import { measureList } from './lib/bench-portfolio.mjs'
import { watchBusyCores } from './lib/bench-report.mjs'
import { judge } from './lib/bench-verdicts.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_760)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const report = createReport(8)

await runBenchmark(report, async (closers) => {
  const otherCores = await watchBusyCores(2_000)
  const { text, bars, excuse } = await measureList({ basePort, seconds, report, closers, otherCores })
  const verdict = judge(bars, excuse)
  report.line(`\n${text}\n\n${verdict.lines.join('\n')}\n`)
  return verdict.isMissed
})
