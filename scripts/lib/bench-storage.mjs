import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { STOCKS } from './bench-pages.mjs'
import { renderTable } from './bench-report.mjs'

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
export async function measureStorage(databaseUrls, report) {
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
