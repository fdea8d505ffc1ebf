/**
 * `npm run bench:scaling` measures the costs that grow with load: the size of PostgreSQL with 6,000 symbols and two
 * years of realistic rows, and the CPU, memory and database load of one, two and four replicas of the screener's API.
 * Uses its own stack with throwaway data. BENCH_SECONDS sets the length of a round. For the scaling of workers, use
 * `npm run bench:enrichment`.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createReport } from '../lib/report.mjs'
import { readRun } from '../lib/run-file.mjs'
import { serviceSpec } from '../lib/services.mjs'
import { portTable } from '../lib/settings.mjs'
import { load } from './load.mjs'
import { readProcesses, renderTable, sum } from './report.mjs'
import { PAGE_ROWS, pagePaths, STOCKS, signRequests, writeStocks } from './screener-pages.mjs'
import {
  chooseCores,
  openBenchStack,
  openServers,
  readCpuSeconds,
  readStatements,
  runBenchmark,
  simulatedMarket,
} from './stack.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_800)
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const report = createReport(9)

const REPLICAS = [1, 2, 4]
/** Port offset of the first replica, above the stack's own ports. */
const FIRST_OFFSET = 60
const OFFSET = 40
const IDLE_MS = 10_000
const WARM_UP_SECONDS = 3
const CHANGES = 10
/** Rows that a worker writes per second. */
const CHANGED_ROWS = 300

/** Rewrites random rows under new versions, as workers do. */
const changeRows = `
  with next as (update snapshot_version set version = version + $1 returning version)
  update screener_row set version = next.version - chosen.place, enriched_at = now()
  from next, (
    select symbol, row_number() over () - 1 as place
    from (select symbol from screener_row order by random() limit $1) as drawn
  ) as chosen
  where chosen.symbol = screener_row.symbol`

const mean = (values) => sum(values) / values.length

const writeChanges = (databaseUrl) =>
  withClient(databaseUrl, async (client) => {
    for (let change = 0; change < CHANGES; change += 1) {
      await client.query(changeRows, [CHANGED_ROWS])
      await delay(IDLE_MS / CHANGES)
    }
  })

/** Mean increase of the values that `read` returns, while `work` runs. */
async function whileRunning(read, work) {
  const before = await read()
  await work()
  const after = await read()
  return mean(after.map((value, index) => value - before[index]))
}

async function measureReplicas(count, { dataDir, run }) {
  const cores = chooseCores()
  const servers = openServers({ core: cores.servers, logDir: join(dataDir, 'logs') })
  const ports = Array.from({ length: count }, (_, index) => basePort + FIRST_OFFSET + index * OFFSET)
  const opsPorts = ports.map((port) => portTable(port).screener.opsPort)
  const readCpu = () => Promise.all(opsPorts.map((opsPort) => readCpuSeconds(dataDir, opsPort)))
  const readSent = () => Promise.all(opsPorts.map((opsPort) => readStatements(dataDir, opsPort)))
  const sign = signRequests(dataDir, randomUUID())
  try {
    for (const port of ports) {
      const spec = serviceSpec('screener', {
        basePort: port,
        common: run.common,
        databaseUrl: run.databaseUrls.screener,
      })
      await servers.start({ ...spec, name: `screener-${port}` })
    }
    const statements = await whileRunning(readSent, () => delay(IDLE_MS))
    const quiet = await whileRunning(readCpu, () => delay(IDLE_MS))
    const changing = await whileRunning(readCpu, () => writeChanges(run.databaseUrls.screener))
    const cpu = []
    for (const [index, port] of ports.entries()) {
      const target = { url: `http://127.0.0.1:${portTable(port).screener.port}`, paths: pagePaths, headers: sign() }
      await load(target, { core: cores.load, seconds: WARM_UP_SECONDS })
      const before = await readCpuSeconds(dataDir, opsPorts[index])
      const { requests } = await load(target, { core: cores.load, seconds })
      cpu.push((((await readCpuSeconds(dataDir, opsPorts[index])) - before) * 1e6) / requests)
    }
    const memory = readProcesses(process.pid).get('screener')
    return [
      count,
      mean(cpu).toFixed(1),
      ((quiet * 1e5) / IDLE_MS).toFixed(1),
      ((Math.max(0, changing - quiet) * 1e6) / (CHANGES * CHANGED_ROWS)).toFixed(0),
      ((statements * 1_000) / IDLE_MS).toFixed(1),
      memory === undefined ? '' : memory.peakMb.toFixed(0),
    ]
  } finally {
    await servers.close()
  }
}

/**
 * Measures the resource use per replica with one, two and four replicas of the screener's API. Returns a table as text.
 */
async function measureViews({ dataDir, run }) {
  const rows = []
  for (const count of REPLICAS)
    rows.push(
      await report.step(count === 1 ? '1 replica' : `${count} replicas`, () =>
        measureReplicas(count, { dataDir, run }),
      ),
    )
  const columns = [
    'replicas',
    `CPU µs per page of ${PAGE_ROWS} rows`,
    '% of a core, idle',
    'CPU µs per changed row',
    'statements per second',
    'peak MB',
  ]
  return renderTable(columns, rows)
}

const SESSIONS = 504
/** Number of sessions in the 400 days that the screener stores. */
const KEPT_SESSIONS = 276
const RUNS = 3
const MEGABYTE = 1024 ** 2
const VACUUM_TIMEOUT_MS = 180_000

/** Realistic prices make rows as long as real ones. */
const fillBars = `
  insert into daily_bar (symbol, date, open, high, low, close, volume, adjusted_on, source)
  select 'S' || symbol, date '2024-07-01' + session, price, price * 1.01, price * 0.99, round(price * 1.003, 4),
    round((1e5 + random() * 1e7)::numeric), date '2026-06-30', 'massive'
  from generate_series(1, $1) as symbol, generate_series(1, $2) as session,
    lateral (select round((5 + random() * 400)::numeric, 2) as price) as drawn`

const fillVolatilities = `
  insert into atm_iv (symbol, session_date, implied_volatility, method, source)
  select 'S' || symbol, date '2024-07-01' + session, 0.1 + random(), 'interpolated', 'massive'
  from generate_series(1, $1) as symbol, generate_series(1, $2) as session`

const fillSessions = `
  insert into symbol_session (source, symbol, session_date, call_volume, score, score_version)
  select 'massive', 'S' || symbol, date '2025-05-27' + session, round(random() * 1e5), random() * 100, '1'
  from generate_series(1, $1) as symbol, generate_series(1, $2) as session`

/** Rewrites every row under a new version, as a run does. */
const rewriteRows = `
  with next as (update snapshot_version set version = version + $1 returning version)
  update screener_row set version = next.version - place, enriched_at = now(), "row" = screener_row."row"
  from next, (select symbol, row_number() over (order by symbol) - 1 as place from screener_row) as places
  where places.symbol = screener_row.symbol`

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function fill(client, table, statement, values) {
  const { rowCount } = await client.query(statement, values)
  await client.query(`vacuum (analyze) ${table}`)
  return readSize(client, table, rowCount)
}

async function readSize(client, table, rowCount) {
  const { rows } = await client.query('select pg_total_relation_size($1::regclass) as bytes', [table])
  return { table, rowCount, bytes: Number(rows[0].bytes) }
}

const readVacuums = async (client) => {
  const { rows } = await client.query(
    `select autovacuum_count::int as count from pg_stat_user_tables where relname = 'screener_row'`,
  )
  return rows[0].count
}

/** Waits for autovacuum, up to the timeout. */
async function untilVacuumed(client, before) {
  const end = performance.now() + VACUUM_TIMEOUT_MS
  while ((await readVacuums(client)) === before && performance.now() < end) await delay(1_000)
  return (await readVacuums(client)) > before
}

/**
 * Measures the size of PostgreSQL with two years of data for 6,000 symbols, and of the screener's rows before and after
 * full runs. Writes into the stack's own database and returns the tables as text.
 */
async function measureStorage(databaseUrls) {
  const bars = await withClient(databaseUrls['market-data'], async (client) => [
    await report.step('Bars', () => fill(client, 'daily_bar', fillBars, [STOCKS, SESSIONS])),
    await report.step('Volatilities', () => fill(client, 'atm_iv', fillVolatilities, [STOCKS, SESSIONS])),
  ])
  return withClient(databaseUrls.screener, async (client) => {
    const sessions = await fill(client, 'symbol_session', fillSessions, [STOCKS, KEPT_SESSIONS])
    const fresh = await fill(client, 'screener_row', 'select from screener_row', [])
    const vacuums = await readVacuums(client)
    for (let run = 0; run < RUNS; run += 1) await client.query(rewriteRows, [STOCKS])
    const rewritten = await readSize(client, 'screener_row', fresh.rowCount)
    const isVacuumed = await report.step('Vacuum', () => untilVacuumed(client, vacuums))
    await client.query(rewriteRows, [STOCKS])
    const settled = await readSize(client, 'screener_row', fresh.rowCount)
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
    const named = [
      ...[...bars, sessions, fresh].map((each) => [each.table, each]),
      [`screener_row, ${RUNS} runs in a row`, rewritten],
      [isVacuumed ? 'screener_row, one more run after autovacuum' : 'screener_row, not vacuumed in time', settled],
    ]
    return [
      renderTable(
        ['table', 'rows', 'bytes per row', 'MB'],
        named.map(([name, { rowCount, bytes }]) => [
          name,
          rowCount,
          Math.round(bytes / rowCount),
          (bytes / MEGABYTE).toFixed(0),
        ]),
      ),
      `Whole database: ${(Number(rows[0].bytes) / MEGABYTE).toFixed(0)} MB`,
    ].join('\n\n')
  })
}

await runBenchmark(report, async (closers) => {
  const stack = openBenchStack(basePort, { ...simulatedMarket, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const run = readRun(stack.dataDir)
  await report.step('Stocks', () => writeStocks(run.databaseUrls.screener))
  const views = await measureViews({ dataDir: stack.dataDir, run })
  const storage = await measureStorage(run.databaseUrls)
  report.line(`\n${views}\n\n${storage}\n`)
  return false
})
