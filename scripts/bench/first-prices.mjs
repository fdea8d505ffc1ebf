/**
 * `npm run bench:first-prices` measures how soon a fresh installation shows prices: `npm run setup`, `npm start`, and the
 * first row in the screener, on servers in the formats of Alpaca and Cboe that refuse calls above the vendor's limit;
 * then how soon 30 positions have prices at Cboe's 40 calls per minute, while the screener's first run also calls it.
 * Prints the figures and whether each bar is met; exits with 1 if one is missed. BENCH_WHOLE_RUN=1 also waits for the
 * end of that run, about 26 minutes.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endChildren } from '../lib/processes.mjs'
import { createReport } from '../lib/report.mjs'
import { inRoot, pathWithTools, root } from '../lib/tool.mjs'
import { atMost, findBusyExcuse, judge, watchBusyCores } from './report.mjs'
import { fetchJson, openBenchStack, registerUser, runBenchmark, signIn } from './stack.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_900)
const isWhole = process.env.BENCH_WHOLE_RUN === '1'
const report = createReport(isWhole ? 12 : 11)

const FIRST_ROW_SECONDS = 120
const POSITIONS_SECONDS = 60
const WHOLE_RUN_MINUTES = 30
const POLL_MS = 250
/** Each poll signs in again, and sign-ins are limited. */
const RUN_POLL_MS = 20_000
const ENTRY_DATE = '2026-07-01'

const publicSources = (url) => ({ SEC_FILES_URL: url, SEC_DATA_URL: url, TREASURY_BASE_URL: url })
const vendors = [
  {
    name: 'alpaca',
    callsPerMinute: 200,
    flags: ['--source', 'alpaca'],
    settings: (url) => ({ ALPACA_BASE_URL: url, ALPACA_TRADING_BASE_URL: url }),
    keys: { ALPACA_KEY_ID: 'id-of-a-benchmark', ALPACA_SECRET_KEY: 'secret-of-a-benchmark' },
  },
  {
    name: 'cboe',
    // 40, and a burst of 5.
    callsPerMinute: 45,
    flags: ['--source', 'cboe', '--accept-terms', 'cboe'],
    settings: (url) => ({ CBOE_BASE_URL: url, CBOE_LIST_URL: url }),
    keys: {},
  },
]

/** Runs a Node program of the checkout: { child, output }, once its output matches or, without `ready`, it has ended. */
function startProgram(file, args, { env, closers, ready = null }) {
  const child = spawn(process.execPath, [inRoot(file), ...args], {
    cwd: root,
    env: { ...process.env, PATH: pathWithTools(), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  closers.push(() => endChildren([child]))
  let output = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (ready === null && code === 0 ? resolve(output) : reject(new Error(output))))
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      if (ready?.test(output)) resolve(output)
    })
  })
}

async function startVendor({ name, callsPerMinute }, closers) {
  const program = 'services/market-data/test/fake-vendors/serve-vendor.ts'
  const ready = /^serving (\S+)/m
  const output = await startProgram(program, [name, String(callsPerMinute)], { env: {}, closers, ready })
  const [, url] = ready.exec(output)
  // The first prices of the simulated market take seconds, which are not the product's.
  await fetch(`${url}/stub/calls`)
  return url
}

/** Polls until `read` returns something other than null: { value, seconds since `startedAt` }. */
async function waitFor(read, startedAt) {
  for (;;) {
    const value = await read()
    if (value !== null) return { value, seconds: (performance.now() - startedAt) / 1_000 }
    await delay(POLL_MS)
  }
}

/** Sets up and starts the product; resolves when the screener has a row: { stack, read, url, seconds }. */
async function measureFirstRow(vendor, closers) {
  const { name, flags, settings, keys } = vendor
  const url = await report.step(`Server in the format of ${name}`, () => startVendor(vendor, closers))
  const folder = mkdtempSync(join(tmpdir(), 'callwright-first-prices-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, '.env')
  const lines = Object.entries({ ...settings(url), ...publicSources(url) }).map((entry) => entry.join('='))
  writeFileSync(file, `${lines.join('\n')}\n`)
  const startedAt = performance.now()
  await report.step(`Setup with ${name}`, async () => {
    const args = ['--non-interactive', ...flags, '--sec', 'Example Research ops@example.com']
    await startProgram('scripts/setup.mjs', args, { env: { ENV_FILE: file, ...keys }, closers })
  })
  const stack = openBenchStack(basePort, { ENV_FILE: file })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const headers = { authorization: `Bearer ${await registerUser(stack.url)}` }
  const read = (path) => fetchJson(`${stack.url}${path}`, headers)
  const { seconds } = await report.step('First row', async () => {
    const first = await waitFor(async () => {
      const { stocks, source } = await read('/api/phase1/views/stock-screener?limit=1&sort_by=cc_score')
      const [row] = stocks
      return row?.current_price > 0 ? { ...row, source } : null
    }, startedAt)
    const { symbol, current_price: price, source } = first.value
    return { ...first, detail: `${symbol} $${price} from ${source}, ${first.seconds.toFixed(0)} s after setup began` }
  })
  return { stack, read, headers, url, seconds, startedAt }
}

async function addPositions({ stack, headers, url }) {
  const calls = await (await fetch(`${url}/stub/calls`)).json()
  const positions = calls.map(({ symbol, price, strike, expiration, mid }, index) => ({
    ...{ id: `bench-${index}`, ticker: symbol, entry_date: ENTRY_DATE, expiry_date: expiration, strike_price: strike },
    ...{ entry_premium: Math.max(0.05, Number(mid.toFixed(2))), entry_price: Number(price.toFixed(2)) },
  }))
  const answer = await fetch(`${stack.url}/api/portfolio/positions/migrate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(positions),
  })
  const { migrated_count: count } = await answer.json()
  if (count !== positions.length) throw new Error(`Only ${count} of ${positions.length} positions were added`)
  return { count, detail: `${count} positions` }
}

async function measurePositions(market) {
  const { count } = await report.step('Positions', () => addPositions(market))
  const startedAt = performance.now()
  return report.step('Prices of the positions', async () => {
    const known = []
    const done = await waitFor(async () => {
      const { positions } = await market.read('/api/portfolio/positions')
      const priced = positions.filter(({ current_price: price, current_premium: premium }) => price > 0 && premium > 0)
      known.push(priced.length)
      return priced.length === count ? positions : null
    }, startedAt)
    return { ...done, detail: `${known[0]} at once, all after ${done.seconds.toFixed(0)} s` }
  })
}

async function measureRun({ stack, startedAt }) {
  // The next run, which adds the IV ranks, follows at once.
  const runs = new Map()
  return report.step('Whole run', async () => {
    const done = await waitFor(async () => {
      await delay(RUN_POLL_MS)
      const headers = { authorization: `Bearer ${await signIn(stack.url)}` }
      const status = await fetchJson(`${stack.url}/api/stocks/screener/enrichment-status`, headers)
      const first = runs.set(status.run_id, status).keys().next().value
      const { done, failed, total } = runs.get(first)
      return first !== status.run_id || done + failed >= total ? runs.get(first) : null
    }, startedAt)
    const { done: ranked, total } = done.value
    return { minutes: done.seconds / 60, detail: `${ranked} of ${total} ranked at the last look` }
  })
}

await runBenchmark(report, async (closers, closeAll) => {
  const excuse = findBusyExcuse(await watchBusyCores())
  const bars = []
  for (const vendor of vendors) {
    const market = await measureFirstRow(vendor, closers)
    bars.push(
      atMost(`First row through ${vendor.name}, from the start of setup`, market.seconds, FIRST_ROW_SECONDS, {
        unit: 's',
        isTimed: true,
      }),
    )
    if (vendor.name === 'cboe') {
      const { seconds } = await measurePositions(market)
      bars.push(
        atMost('30 positions priced at 40 calls per minute', seconds, POSITIONS_SECONDS, { unit: 's', isTimed: true }),
      )
    }
    if (vendor.name === 'cboe' && isWhole) {
      const { minutes } = await measureRun(market)
      bars.push(atMost('503 ranked at 40 calls per minute', minutes, WHOLE_RUN_MINUTES, { unit: 'minutes', digits: 1 }))
    }
    const { calls, refusals, kinds } = await (await fetch(`${market.url}/stub/counts`)).json()
    report.line(`${vendor.name}: ${calls} calls ${JSON.stringify(kinds)}`)
    bars.push(atMost(`Calls refused by ${vendor.name}`, refusals, 0, { unit: '' }))
    await closeAll()
  }
  const { lines, isMissed } = judge(bars, excuse)
  report.line(lines.join('\n'))
  return isMissed
})
