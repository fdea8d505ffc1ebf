import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import pg from 'pg'
import { inRoot } from '../lib/tool.mjs'
import { fetchJson } from './stack.mjs'

export const STOCKS = 6_000
export const PAGE_ROWS = 50
const LOAD_TIMEOUT_MS = 30_000
const VIEW = '/api/phase1/views/stock-screener'

/** Fields that a screen with all columns requests. */
const fields = [
  ...[
    'symbol',
    'company_name',
    'cc_score',
    'cc_score_change',
    'current_price',
    'best_ann_yield',
    'iv_percentile',
    'rsi',
  ],
  ...['sector', 'market_cap', 'stochastic_k', 'ma_20', 'price_vs_ma', 'volume', 'best_dte', 'avg_call_volume'],
  ...['open_interest', 'bid_ask_spread', 'dividend_yield', 'net_margin', 'debt_to_equity', 'iv_rank', 'enriched_at'],
  'score_points',
]

const sorts = [
  ...['symbol', 'company_name', 'cc_score', 'current_price', 'best_ann_yield', 'iv_percentile', 'rsi', 'sector'],
  ...['market_cap', 'stochastic_k', 'ma_20', 'price_vs_ma', 'volume', 'best_dte', 'avg_call_volume', 'best_call_oi'],
  ...['bid_ask_spread', 'dividend_yield', 'net_margin', 'debt_to_equity', 'options_available', 'iv_rank'],
]

const filters = [
  '',
  'min_score=20',
  'min_yield=5&max_rsi=70',
  'min_iv_rank=30',
  'sector=known_sectors',
  'sector=technology',
  'market_cap=large',
  'q=d',
  'rsi_min=20&rsi_max=80&volume_min=100000',
  'dividend_yield_min=1&net_margin_min=-10&debt_to_equity_max=2.5',
  'options_available_min=1&current_price_min=25',
  'min_score=10&min_yield=2&max_rsi=90&min_iv_rank=5&sector=known_sectors&current_price_min=5&best_dte_max=70&bid_ask_spread_max=1.9',
]
const offsets = [0, 50, 100]

/** Combines every sort with every filter, in both directions and at several offsets. */
export const pagePaths = sorts.flatMap((sort, row) =>
  filters.map((filter, column) => {
    const order = (row + column) % 2 === 0 ? 'asc' : 'desc'
    const place = `limit=${PAGE_ROWS}&offset=${offsets[(row + column) % offsets.length]}`
    const parameters = [`fields=${fields}`, `sort_by=${sort}&sort_order=${order}`, place, filter]
    return `${VIEW}?${parameters.filter(Boolean).join('&')}`
  }),
)

/** Writes made-up rows to the table of enriched stocks that the screener's API reads, each with its own version. */
export async function writeStocks(databaseUrl) {
  const { inventRows } = await import(inRoot('services', 'screener', 'test', 'rows.ts'))
  const { ROW_FORMAT } = await import(inRoot('services', 'screener', 'src', 'db', 'schema.ts'))
  const rows = inventRows(STOCKS).map(({ enriched_at: _database, ...row }) => row)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with last as (
      update snapshot_version set version = version + jsonb_array_length($1::jsonb) returning version
    )
    insert into screener_row (symbol, run_id, run_sequence, attempt, version, format, source, data_class, as_of,
      missing_reason, enriched_at, "row")
    select stock->>'symbol', gen_random_uuid(), 0, 1, last.version + 1 - place, $2, stock->>'source',
      stock->>'data_class', (stock->>'as_of')::timestamptz, stock->>'missing_reason', now(), stock
    from last, jsonb_array_elements($1::jsonb) with ordinality as stocks (stock, place)`,
    [JSON.stringify(rows), ROW_FORMAT],
  )
  await client.query('analyze screener_row')
  await client.end()
}

/** Signs requests for the screener as the gateway does: a function, because signatures expire. */
export function signRequests(dataDir, userId) {
  const keys = { dataDir, profile: 'development', identityPrivateKey: null, identityPublicKeys: null }
  const sign = createIdentitySigner(keys, 'gateway')
  const user = { kind: 'user', userId, sessionId: randomUUID() }
  return () => ({ [IDENTITY_HEADER]: sign('screener', user) })
}

/** Requests every page once. Waits until each response is a full page from the list of all stocks. */
export async function checkPages({ url, headers }) {
  const end = performance.now() + LOAD_TIMEOUT_MS
  for (const path of pagePaths) {
    for (;;) {
      const { universe_total: total, stocks } = await fetchJson(`${url}${path}`, headers()).catch(() => ({}))
      if (total === STOCKS && stocks.length === PAGE_ROWS) break
      if (performance.now() > end) throw new Error(`${path} did not return ${PAGE_ROWS} of ${STOCKS} stocks`)
      await delay(200)
    }
  }
}
