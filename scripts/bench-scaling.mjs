/**
 * `npm run bench:scaling` measures the costs that grow with load: the size of PostgreSQL with 6,000 symbols and two
 * years of realistic rows, and the CPU, memory and database load of one, two and four replicas of the screener's API.
 * Uses its own stack with throwaway data. BENCH_SECONDS sets the length of a round. For the scaling of workers, use
 * `npm run bench:enrichment`.
 */

import { writeStocks } from './lib/bench-pages.mjs'
import { openBenchStack } from './lib/bench-stack.mjs'
import { measureStorage } from './lib/bench-storage.mjs'
import { measureViews } from './lib/bench-views.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'
import { readRun } from './lib/run-file.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_800)
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const report = createReport(9)

await runBenchmark(report, async (closers) => {
  const settings = { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined, WORKERS: '0' }
  const stack = openBenchStack(basePort, settings)
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const run = readRun(stack.dataDir)
  await report.step('Stocks', () => writeStocks(run.databaseUrls.screener))
  const views = await measureViews({ basePort, dataDir: stack.dataDir, run, seconds, report })
  const storage = await measureStorage(run.databaseUrls, report)
  report.line(`\n${views}\n\n${storage}\n`)
  return false
})
