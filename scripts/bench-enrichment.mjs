/**
 * `npm run bench:enrichment`: symbols a second with one worker and with two, on a stack of its own with throw-away data.
 * Prints one JSON line that names the market it ran on, MARKET_DATA_PROVIDER's as for `npm start`; the ratios of one run
 * are what docs/performance.md keeps.
 */
import { randomBytes } from 'node:crypto'
import { openBenchStack } from './lib/bench-stack.mjs'
import { chooseMarket } from './lib/market-data.mjs'
import { inRoot } from './lib/root.mjs'
import { run } from './lib/tool.mjs'

const ROUNDS = 5
const stack = openBenchStack(Number(process.env.BASE_PORT ?? 18_480), { LOG_LEVEL: 'warn' })
const password = randomBytes(12).toString('hex')

async function measure() {
  const bench = inRoot('services', 'screener', 'bench', 'enrichment-rate.ts')
  const { code, stdout, output } = await run(process.execPath, [
    ...[bench, '--url', stack.url, '--username', 'bench', '--password', password],
  ])
  if (code !== 0) throw new Error(output)
  return JSON.parse(stdout)
}

/** Rounds with as many workers as asked for; a round in which fewer were seen does not count. */
async function measureRounds(workers) {
  const rates = []
  while (rates.length < ROUNDS) {
    const round = await measure()
    if (round.workers === workers) rates.push(round.symbols_per_second)
  }
  return rates.sort((left, right) => left - right)
}

const middle = (rates) => rates[Math.floor(rates.length / 2)]
const round = (value) => Math.round(value * 100) / 100

try {
  const { note } = await chooseMarket(process.env)
  await stack.start('start.mjs', /^ready /m)
  const first = await measure()
  const one = await measureRounds(1)
  await stack.start('worker.mjs', /operations port/)
  const two = await measureRounds(2)
  const result = {
    name: 'enrichment',
    market: note,
    symbols: first.symbols,
    cold_symbols_per_second: round(first.symbols_per_second),
    one_worker_symbols_per_second: one.map(round),
    two_workers_symbols_per_second: two.map(round),
    two_to_one: round(middle(two) / middle(one)),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  await stack.close()
}
