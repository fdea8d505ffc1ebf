/**
 * `npm run bench:serving` measures how fast quotes, option chains and screener pages are served, on its own stacks with
 * throwaway data. Prints the figures and whether each bar is met; exits with 1 if one is missed. `-- --only page` (or
 * `answers`) measures only that part. BENCH_SECONDS sets the length of a round.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createReport } from '../lib/report.mjs'
import { readRun } from '../lib/run-file.mjs'
import { isReady, memoryFlags, serviceSpec } from '../lib/services.mjs'
import { portTable, processEnvironment } from '../lib/settings.mjs'
import { inRoot } from '../lib/tool.mjs'
import { load } from './load.mjs'
import { atLeast, atMost, findBusyExcuse, judge, percentile, renderTable, sum, watchBusyCores } from './report.mjs'
import { checkPages, pagePaths, signRequests, writeStocks } from './screener-pages.mjs'
import {
  chooseCores,
  fetchJson,
  movePinned,
  openBenchStack,
  openServers,
  readCpuSeconds,
  readStatements,
  registerUser,
  runBenchmark,
  simulatedMarket,
} from './stack.mjs'

/** Parts of the benchmark, each with its default seconds per round and its number of reported steps. */
const parts = {
  answers: { measure: measureAnswers, seconds: 20, steps: 6 },
  page: { measure: measurePages, seconds: 6, steps: 6 },
}

const basePort = Number(process.env.BASE_PORT ?? 18_560)
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const chosen = Object.entries(parts).flatMap(([name, part]) => (only === undefined || only === name ? [part] : []))
const report = createReport(1 + sum(chosen.map(({ steps }) => steps)))

const HEALTH = '/api/health'
const PER_SECOND = 200
const WARM_UP_SECONDS = 3
const CACHED_P95_MS = 20
const COLD_P95_MS = 150
const WARM_SYMBOLS = 40
const COLD_SYMBOLS = 60
const quoteOf = (symbol) => `/api/stocks/quote/${symbol}`
const chainOf = (symbol) => `/api/options/chain/${symbol}`

async function timeEach(paths, get) {
  const times = []
  for (const path of paths) {
    const startedAt = performance.now()
    await get(path)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Measures quotes and option chains through the gateway at a fixed rate, relative to its health endpoint. */
async function measureAnswers({ seconds, closers }) {
  const stack = openBenchStack(basePort, { ...simulatedMarket, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const headers = { authorization: `Bearer ${await registerUser(stack.url)}` }
  const get = (path) => fetchJson(`${stack.url}${path}`, headers)
  const symbols = (await get('/api/stocks/sp500')).symbols.map(({ symbol }) => symbol)
  const round = (name, paths) =>
    report.step(name, async () => {
      await timeEach(paths, get)
      const target = { url: stack.url, paths, headers }
      await load(target, { seconds: WARM_UP_SECONDS, rate: PER_SECOND })
      return load(target, { seconds, rate: PER_SECOND })
    })
  const reference = await round('Reference', [HEALTH])
  const quote = await round('Cached quotes', symbols.slice(0, WARM_SYMBOLS).map(quoteOf))
  const chain = await round('Cached chains', symbols.slice(0, WARM_SYMBOLS).map(chainOf))
  const uncached = symbols.slice(WARM_SYMBOLS, WARM_SYMBOLS + COLD_SYMBOLS).map(chainOf)
  const times = await report.step('Cold chains', () => timeEach(uncached, get))
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share))
  const cold = { requests: times.length, p50, p95, p99 }
  const rows = Object.entries({ 'reference: gateway health': reference, quote, chain, 'cold chain': cold })
  return {
    text: renderTable(
      ['response, ms', 'requests', 'p50', 'p95', 'p99', 'p95 / reference'],
      rows.map(([name, one]) => [
        ...[name, one.requests, one.p50.toFixed(1), one.p95.toFixed(1), one.p99.toFixed(1)],
        (one.p95 / reference.p95).toFixed(1),
      ]),
    ),
    bars: [
      atMost('Quote, cached, p95', quote.p95, CACHED_P95_MS, { digits: 1 }),
      atMost('Chain, cached, p95', chain.p95, CACHED_P95_MS, { digits: 1 }),
      atMost('Chain, cold, p95', cold.p95, COLD_P95_MS, { digits: 1 }),
    ],
    excuse: null,
  }
}

/** The hello process serves this path in place of market-data. */
const HELLO = '/api/stocks/sp500'
/** Port offset for the measured processes. */
const SERVERS_OFFSET = 60
/** Number of offsets per path, enough for far more pages than the screener caches. */
const OTHER_PLACES = 60
/**
 * Maximum difference between the two hello rounds, relative to their mean. A larger one means that conditions changed
 * during the run.
 */
const MAX_DRIFT = 0.2
/** If the servers were busy for less than this share of wall-clock time, they were not the bottleneck. */
const BUSY = 0.93
/** Background statements may fall into either period, so smaller differences do not count. */
const STRAY_STATEMENTS = 10

const addressOf = ({ port }) => `http://127.0.0.1:${port}`

/** Starts a hello built like the services, a screener on the stack's stores, and a gateway for both. */
async function startServers(servers, run, port) {
  const ports = portTable(port)
  const hello = ports['market-data']
  const common = { ...run.common, MARKET_DATA_URL: addressOf(hello), SCREENER_URL: addressOf(ports.screener) }
  await servers.start({
    name: 'hello',
    command: process.execPath,
    args: [...memoryFlags, inRoot('scripts', 'bench', 'hello.mjs')],
    env: processEnvironment(common, hello),
    ready: () => isReady(hello.opsPort),
  })
  await servers.start(serviceSpec('screener', { basePort: port, common, databaseUrl: run.databaseUrls.screener }))
  await servers.start(serviceSpec('gateway', { basePort: port, common }))
}

/** Measures a target under full load: { rps, p50, p99, cpu, bytes, isServerBound }, with CPU in µs per request. */
async function measureRound({ processes, headers, ...target }, { core, seconds, dataDir }) {
  const readCpu = () => Promise.all(processes.map(({ opsPort }) => readCpuSeconds(dataDir, opsPort)))
  // Tokens of the processes expire, so each round signs again.
  const asked = { ...target, headers: headers() }
  await load(asked, { core, seconds: WARM_UP_SECONDS })
  const before = await readCpu()
  const round = await load(asked, { core, seconds })
  const used = (await readCpu()).map((value, index) => value - before[index])
  return {
    ...round,
    rps: round.requests / round.seconds,
    bytes: round.bytes / round.requests,
    cpu: used.map((value) => (value * 1e6) / round.requests),
    isServerBound: sum(used) / round.seconds >= BUSY,
  }
}

/** Compares throughput, or CPU time per request if the servers were not the bottleneck in both rounds. */
const compare = (round, other) =>
  round.isServerBound && other.isServerBound ? round.rps / other.rps : sum(other.cpu) / sum(round.cpu)

/** Counts the screener's database statements while `work` runs, and for the same length of time while idle. */
async function countStatements(read, work) {
  const startedAt = performance.now()
  const before = await read()
  await work()
  const between = await read()
  await delay(performance.now() - startedAt)
  return { loaded: between - before, idle: (await read()) - between }
}

/** S1, S2 and S5: a screener page relative to a constant response, directly and through the gateway. */
async function measurePages({ seconds, closers }) {
  const cores = chooseCores()
  const stack = openBenchStack(basePort, { ...simulatedMarket, WORKERS: '0' }, cores.servers)
  const { dataDir } = stack
  closers.push(stack.close)
  movePinned(cores.load, await report.step('Stack', () => stack.start('start.mjs', /^ready /m)))
  const run = readRun(dataDir)
  await report.step('Stocks', () => writeStocks(run.databaseUrls.screener))
  const servers = openServers({ core: cores.servers, logDir: join(dataDir, 'logs') })
  closers.push(servers.close)
  const port = basePort + SERVERS_OFFSET
  await report.step('Measured processes', () => startServers(servers, run, port))

  const { gateway, screener, 'market-data': hello } = portTable(port)
  const token = await registerUser(stack.url)
  const target = (paths, headers, ...processes) => ({ url: addressOf(processes[0]), paths, headers, processes })
  const identified = signRequests(dataDir, randomUUID())
  const signedIn = () => ({ authorization: `Bearer ${token}` })
  const page = target(pagePaths, identified, screener)
  const measure = (each) => measureRound(each, { core: cores.load, seconds, dataDir })
  await report.step('Pages', () => checkPages(page))
  const statements = await report.step('Statements', () =>
    countStatements(
      () => readStatements(dataDir, screener.opsPort),
      () => measure(page),
    ),
  )
  const rounds = await report.step('Rounds', async () => ({
    hello: await measure(target([HELLO], () => ({}), hello)),
    page: await measure(page),
    'uncached page': await measure({ ...page, places: OTHER_PLACES }),
    'gateway, hello': await measure(target([HELLO], signedIn, gateway, hello)),
    'gateway, page': await measure(target(pagePaths, signedIn, gateway, screener)),
    'hello again': await measure(target([HELLO], () => ({}), hello)),
  }))
  const [before, after] = [rounds.hello, rounds['hello again']]
  const constant = {
    rps: (before.rps + after.rps) / 2,
    cpu: [(sum(before.cpu) + sum(after.cpu)) / 2],
    isServerBound: before.isServerBound && after.isServerBound,
  }
  const drift = Math.abs(compare(before, after) - 1)
  const columns = ['round', 'rps', 'vs. hello', 'p50 / p99 ms', 'CPU µs', 'vs. hello', 'kB', 'bottleneck']
  const rows = Object.entries(rounds).map(([name, { rps, p50, p99, bytes, cpu, isServerBound }]) => [
    ...[name, Math.round(rps), (rps / constant.rps).toFixed(2), `${p50.toFixed(1)} / ${p99.toFixed(1)}`],
    ...[cpu.map((value) => value.toFixed(1)).join(' + '), (sum(constant.cpu) / sum(cpu)).toFixed(2)],
    ...[(bytes / 1_000).toFixed(1), isServerBound ? 'servers' : 'elsewhere'],
  ])
  return {
    text: renderTable(columns, rows),
    bars: [
      atLeast('S1 page vs. hello', compare(rounds.page, constant), 0.33),
      atLeast('S1 uncached page vs. hello', compare(rounds['uncached page'], constant), 0.33),
      atLeast('S2 gateway page vs. gateway hello', compare(rounds['gateway, page'], rounds['gateway, hello']), 0.45),
      atMost('S5 statements while serving pages', statements.loaded, statements.idle + STRAY_STATEMENTS, { unit: '' }),
    ],
    excuse: drift > MAX_DRIFT ? `the two hello rounds differ by ${Math.round(drift * 100)}%` : null,
  }
}

await runBenchmark(report, async (closers, closeAll) => {
  if (chosen.length === 0) throw new Error(`Unknown part ${only}. Choose one of ${Object.keys(parts).join(', ')}`)
  let isMissed = false
  for (const { measure, seconds } of chosen) {
    const busy = findBusyExcuse(await watchBusyCores())
    const { text, bars, excuse } = await measure({ seconds: Number(process.env.BENCH_SECONDS ?? seconds), closers })
    const verdict = judge(bars, busy ?? excuse)
    report.line(`\n${text}\n\n${verdict.lines.join('\n')}\n`)
    isMissed ||= verdict.isMissed
    await closeAll()
  }
  return isMissed
})
