/**
 * `npm run bench:serving` measures how fast quotes, option chains and screener pages are served, on its own stacks with
 * throwaway data. Prints the figures and whether each bar is met; exits with 1 if one is missed. `-- --only page` (or
 * `answers`) measures only that part. BENCH_SECONDS sets the length of a round.
 */
import { parseArgs } from 'node:util'
import { measureAnswers } from './lib/bench-answers.mjs'
import { measurePages } from './lib/bench-page.mjs'
import { watchBusyCores } from './lib/bench-report.mjs'
import { judge } from './lib/bench-verdicts.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'

/** Parts of the benchmark, each with its default seconds per round and its number of reported steps. */
const parts = {
  answers: { measure: measureAnswers, seconds: 20, steps: 9 },
  page: { measure: measurePages, seconds: 6, steps: 8 },
}

const basePort = Number(process.env.BASE_PORT ?? 18_560)
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const chosen = Object.entries(parts).flatMap(([name, part]) => (only === undefined || only === name ? [part] : []))
const report = createReport(1 + chosen.reduce((sum, { steps }) => sum + steps, 0))

await runBenchmark(report, async (closers, closeAll) => {
  if (chosen.length === 0) throw new Error(`Unknown part ${only}. Choose one of ${Object.keys(parts).join(', ')}`)
  let isMissed = false
  for (const { measure, seconds } of chosen) {
    const otherCores = await watchBusyCores(2_000)
    const roundSeconds = Number(process.env.BENCH_SECONDS ?? seconds)
    const { text, bars, excuse } = await measure({ basePort, report, closers, otherCores, seconds: roundSeconds })
    const verdict = judge(bars, excuse)
    report.line(`\n${text}\n\n${verdict.lines.join('\n')}\n`)
    isMissed ||= verdict.isMissed
    await closeAll()
  }
  return isMissed
})
