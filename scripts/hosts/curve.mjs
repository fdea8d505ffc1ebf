/**
 * `npm run bench:hosts` measures runs with one, two and four workers, each on a host of its own on the network of
 * `npm run verify:hosts`. The stores and the stack are on the first host. The provider's latency is 400 ms, so that it is
 * the bottleneck and not the cores of this machine. Prints symbols per second. Needs root.
 */
import { randomBytes } from 'node:crypto'
import { median, renderTable } from '../bench/report.mjs'
import { runBenchmark } from '../bench/stack.mjs'
import { createReport } from '../lib/report.mjs'
import { inRoot, run } from '../lib/tool.mjs'
import { ensureWeb } from '../lib/web-build.mjs'
import { enterNetwork, findObstacle, openNetwork } from './network.mjs'
import { gatewayUrl, startStack } from './stack.mjs'

const COUNTS = [1, 2, 4]
const ROUNDS = 2
const PROVIDER_DELAY_MS = 400
const password = randomBytes(12).toString('hex')
const report = createReport(2 + COUNTS.length)

/** Symbols per second of a run during which exactly `workers` workers are active. */
async function measureRun(url, workers) {
  const rate = inRoot('services', 'screener', 'bench', 'enrichment-rate.ts')
  const { code, stdout, output } = await run(process.execPath, [
    ...[rate, '--url', url, '--username', 'bench', '--password', password],
  ])
  if (code !== 0) throw new Error(output)
  const { symbols_per_second: perSecond, workers: seen, failed } = JSON.parse(stdout)
  if (failed > 0) throw new Error(`${failed} symbols could not be enriched`)
  // A newly started worker may have missed part of the run.
  return seen === workers ? perSecond : measureRun(url, workers)
}

async function measure(closers) {
  await ensureWeb()
  const [main, ...others] = await openNetwork(1 + COUNTS.at(-1), closers)
  const settings = { SIMULATED_DELAY_MS: String(PROVIDER_DELAY_MS), WORKERS: '0' }
  const stack = await report.step('Host 1: PostgreSQL, Redis and the stack', () => startStack(main, settings, closers))
  const url = gatewayUrl(main)
  const rows = []
  let started = 0
  for (const count of COUNTS) {
    await report.step(`${count} ${count === 1 ? 'worker' : 'workers'}`, async () => {
      for (; started < count; started += 1) await stack.startPart(others[started], 'worker')
      // The first run fills the stores' caches.
      if (count === COUNTS[0]) await measureRun(url, count)
      const rates = []
      for (let round = 0; round < ROUNDS; round += 1) rates.push(await measureRun(url, count))
      rows.push({ count, rates })
      return `${rates.map((rate) => rate.toFixed(1)).join(', ')} symbols per second`
    })
  }
  const base = median(rows[0].rates)
  const table = rows.map(({ count, rates }) => [
    ...[count, rates.map((rate) => rate.toFixed(1)).join(', ')],
    ...[median(rates).toFixed(1), (median(rates) / base).toFixed(2)],
  ])
  report.line(`\n${renderTable(['workers, each on its own host', 'symbols per second', 'median', 'speedup'], table)}\n`)
  return false
}

const obstacle = findObstacle()
if (obstacle !== null) {
  report.line(`SKIPPED: ${obstacle}`)
} else {
  await enterNetwork(report)
  await runBenchmark(report, measure)
}
