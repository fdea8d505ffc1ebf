import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { newYorkMidnightMs } from '@callwright/scoring'
import type { StubAnswer, StubRequest, StubRouter } from './stub-server.ts'

type Row = Readonly<Record<string, string>>
type Wire = Record<string, unknown>

export interface RenderingOptions {
  readonly folder: string
  readonly asOfDate: string
  /** Where dividends and splits are listed: the vendor's new place, with adjusted amounts, or its old one. */
  readonly events: 'new' | 'old'
}

/**
 * Renders a recorded pack as Massive would send it on a plan with delayed quotes: from the pack's own files, unguarded,
 * adjusted and outlived contracts included. What the wire cannot carry is not there: rho, spin-offs, sectors.
 */
export function renderPackAsMassive({ folder, asOfDate, events }: RenderingOptions): StubRouter {
  const read = (file: string) => readCsvFile(join(folder, file))
  const once = <T>(load: () => T) => {
    let value: T | undefined
    return () => {
      value ??= load()
      return value
    }
  }
  const pack: Pack = {
    asOfDate,
    events,
    bars: keepLast((symbol) => read(`bars/${symbol}.csv.gz`)),
    chain: keepLast((symbol) => read(`chains/${symbol}.csv.gz`)),
    quality: once(() => new Map(read('quality.csv').map((row): [string, Row] => [row.symbol ?? '', row]))),
    splits: once(() => read('splits.csv').filter(({ kind }) => kind === 'split')),
    dividends: once(() => read('dividends.csv')),
    rates: once(() => read('../rates.csv')),
  }
  return (request) => {
    for (const [pattern, render] of ROUTES) {
      const match = pattern.exec(decodeURIComponent(request.path))
      if (match !== null) return render(pack, match.slice(1), request)
    }
    return null
  }
}

/** Pages of one symbol are asked for one after the other. */
function keepLast<T>(load: (symbol: string) => T): (symbol: string) => T {
  let kept: { readonly symbol: string; readonly value: T } | null = null
  return (symbol) => {
    if (kept?.symbol !== symbol) kept = { symbol, value: load(symbol) }
    return kept.value
  }
}

interface Pack {
  readonly asOfDate: string
  readonly events: 'new' | 'old'
  readonly bars: (symbol: string) => readonly Row[]
  readonly chain: (symbol: string) => readonly Row[]
  readonly quality: () => ReadonlyMap<string, Row>
  readonly splits: () => readonly Row[]
  readonly dividends: () => readonly Row[]
  readonly rates: () => readonly Row[]
}
type Render = (pack: Pack, path: readonly string[], request: StubRequest) => StubAnswer | null

const ROUTES: readonly (readonly [RegExp, Render])[] = [
  [/^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/day\/([^/]+)\/([^/]+)$/, renderBars],
  [/^\/v3\/snapshot\/options\/([^/]+)$/, renderChain],
  [/^\/v3\/reference\/options\/contracts$/, renderContracts],
  [/^\/v2\/snapshot\/locale\/us\/markets\/stocks\/tickers\/([^/]+)$/, renderStockSnapshot],
  [/^\/stocks\/v1\/(dividends|splits)$/, renderEvents('new')],
  [/^\/v3\/reference\/(dividends|splits)$/, renderEvents('old')],
  [/^\/fed\/v1\/treasury-yields$/, renderRates],
]

/** No cell of a recorded file that is read here holds a comma. */
function readCsvFile(path: string): readonly Row[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim()
  const [header = '', ...lines] = text.split('\n')
  const names = header.trim().split(',')
  return lines.map((line) => {
    const cells = line.trim().split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

const answer = (body: Wire): StubAnswer => ({
  body: JSON.stringify({ request_id: '00000000000000000000000000000000', ...body }),
})
const number = (cell: string | undefined) => (cell === undefined || cell === '' ? undefined : Number(cell))
const toNs = (ms: number) => ms * 1_000_000

function renderBars({ bars }: Pack, [symbol = '', from = '', to = '']: readonly string[]): StubAnswer {
  const rows = bars(symbol).filter(({ date = '' }) => date >= from && date <= to)
  const results = rows.map((row) => ({
    v: number(row.volume),
    o: number(row.open),
    c: number(row.close),
    h: number(row.high),
    l: number(row.low),
    t: newYorkMidnightMs(row.date ?? ''),
  }))
  const counts = { queryCount: rows.length, resultsCount: rows.length, count: rows.length }
  const status = 'DELAYED'
  // No `results` at all where there are none.
  return answer({ ticker: symbol, adjusted: true, status, ...counts, ...(rows.length === 0 ? {} : { results }) })
}

function renderChain(pack: Pack, [symbol = '']: readonly string[], request: StubRequest): StubAnswer {
  const query = readCursor(request)
  const rows = pack.chain(symbol).filter((row) => isWanted(row, query))
  const quality = pack.quality().get(symbol)
  const capturedMs = Date.parse(quality?.captured_at ?? '')
  return renderPage(request, query, rows, 250, (row) => ({
    details: renderContract(row, symbol),
    day: renderDay(row, pack.asOfDate),
    last_quote: renderQuote(row, capturedMs),
    last_trade: row.last === '' ? {} : { price: number(row.last), size: 1, timeframe: 'DELAYED' },
    greeks: renderGreeks(row),
    ...(row.iv === '' ? {} : { implied_volatility: number(row.iv) }),
    ...(row.open_interest === '' ? {} : { open_interest: number(row.open_interest) }),
    underlying_asset: { ticker: symbol, price: number(quality?.underlying_price), timeframe: 'DELAYED' },
  }))
}

function renderContracts(pack: Pack, _path: readonly string[], request: StubRequest): StubAnswer {
  const query = readCursor(request)
  const symbol = query.underlying_ticker ?? ''
  const rows = pack.chain(symbol).filter((row) => isWanted(row, query))
  return renderPage(request, query, rows, 1_000, (row) => ({
    ...renderContract(row, symbol),
    underlying_ticker: symbol,
    cfi: 'OCASPS',
    primary_exchange: 'BATO',
  }))
}

/** Contracts of another root deliver something else than 100 shares of the symbol. */
function renderContract(row: Row, symbol: string): Wire {
  const isStandard = /^[A-Z]+/.exec(row.contract ?? '')?.[0] === symbol.replace('.', '')
  return {
    ticker: `O:${row.contract}`,
    contract_type: row.type === 'C' ? 'call' : 'put',
    exercise_style: 'american',
    expiration_date: row.expiration,
    strike_price: number(row.strike),
    shares_per_contract: isStandard ? 100 : 25,
    ...(isStandard ? {} : { additional_underlyings: [{ type: 'currency', underlying: 'USD', amount: 1 }] }),
  }
}

function renderDay(row: Row, asOfDate: string): Wire {
  if (row.volume === '') return {}
  const lastUpdated = toNs(newYorkMidnightMs(asOfDate))
  return { close: number(row.last), vwap: number(row.last), volume: number(row.volume), last_updated: lastUpdated }
}

function renderQuote(row: Row, capturedMs: number): Wire {
  if (row.bid === '' && row.ask === '') return {}
  const [bid, ask] = [number(row.bid), number(row.ask)]
  return {
    ...(bid === undefined ? {} : { bid, bid_size: 10 }),
    ...(ask === undefined ? {} : { ask, ask_size: 10 }),
    last_updated: toNs(capturedMs),
    timeframe: 'DELAYED',
  }
}

function renderGreeks({ delta, gamma, theta, vega }: Row): Wire {
  return delta === '' ? {} : { delta: number(delta), gamma: number(gamma), theta: number(theta), vega: number(vega) }
}

function isWanted(row: Row, query: Readonly<Record<string, string>>): boolean {
  const { expiration = '', type } = row
  const strike = Number(row.strike)
  const within = (value: string | number, name: string) => {
    const bound = (suffix: string) => {
      const text = query[`${name}${suffix}`]
      return text === undefined ? null : typeof value === 'number' ? Number(text) : text
    }
    const [same, least, most] = [bound(''), bound('.gte'), bound('.lte')]
    return (same === null || value === same) && (least === null || value >= least) && (most === null || value <= most)
  }
  const wantedType = query.contract_type
  const isOfType = wantedType === undefined || wantedType === (type === 'C' ? 'call' : 'put')
  return isOfType && within(expiration, 'expiration_date') && within(strike, 'strike_price')
}

/** A cursor holds the whole question and where to go on, as the vendor's does. */
function readCursor({ query }: StubRequest): Readonly<Record<string, string>> {
  const { cursor } = query
  return cursor === undefined ? query : JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
}

function renderPage(
  { path }: StubRequest,
  query: Readonly<Record<string, string>>,
  rows: readonly Row[],
  mostRows: number,
  render: (row: Row) => Wire,
): StubAnswer {
  const limit = Math.min(mostRows, Number(query.limit ?? 10))
  const from = Number(query.from ?? 0)
  const results = rows.slice(from, from + limit).map(render)
  const next = { ...query, from: String(from + limit) }
  const cursor = Buffer.from(JSON.stringify(next)).toString('base64url')
  const link = from + limit < rows.length ? { next_url: `https://api.massive.com${path}?cursor=${cursor}` } : {}
  return answer({ status: 'OK', results, ...link })
}

function renderStockSnapshot({ bars, asOfDate }: Pack, [symbol = '']: readonly string[]): StubAnswer {
  const [previous, last] = bars(symbol).slice(-2)
  const toBlock = (row: Row | undefined) => ({
    o: number(row?.open),
    h: number(row?.high),
    l: number(row?.low),
    c: number(row?.close),
    v: number(row?.volume),
  })
  const updated = toNs(newYorkMidnightMs(asOfDate) + 16 * 3_600_000)
  return answer({
    status: 'DELAYED',
    ticker: { ticker: symbol, day: toBlock(last), prevDay: toBlock(previous), min: {}, updated },
  })
}

function renderEvents(place: Pack['events']): Render {
  return (pack, [list = ''], { query }) => {
    if (pack.events !== place) return { status: 404, body: '{"status":"NOT_FOUND","message":"Not here."}' }
    const splits = pack.splits().filter(({ symbol }) => symbol === query.ticker)
    if (list === 'splits') return answer({ status: 'OK', results: splits.map(renderSplit).reverse() })
    const dividends = pack.dividends().filter(({ symbol }) => symbol === query.ticker)
    return answer({ status: 'OK', results: dividends.map((row) => renderDividend(row, splits, pack)).reverse() })
  }
}

function renderSplit({ symbol, execution_date, ratio = '' }: Row): Wire {
  const from = Array.from({ length: 100 }, (_, index) => index + 1).find((shares) => {
    return Math.abs(shares * Number(ratio) - Math.round(shares * Number(ratio))) < 1e-6
  })
  const splitFrom = from ?? 1
  return { ticker: symbol, execution_date, split_from: splitFrom, split_to: Math.round(splitFrom * Number(ratio)) }
}

/** The file has the amount per share of today; it was paid per share of then. */
function renderDividend(row: Row, splits: readonly Row[], { asOfDate, events }: Pack): Wire {
  const exDate = row.ex_date ?? ''
  const since = splits.filter(({ execution_date: date = '' }) => date > exDate && date <= asOfDate)
  const paid = since.reduce((cash, { ratio }) => cash * Number(ratio), Number(row.cash_amount))
  return {
    ticker: row.symbol,
    ex_dividend_date: exDate,
    cash_amount: paid,
    currency: 'USD',
    ...(events === 'new' ? { split_adjusted_cash_amount: Number(row.cash_amount) } : { dividend_type: 'CD' }),
  }
}

function renderRates({ rates, asOfDate }: Pack, _path: readonly string[], { query }: StubRequest): StubAnswer {
  const fields = { '1M': '1_month', '3M': '3_month', '6M': '6_month', '1Y': '1_year', '2Y': '2_year', '3Y': '3_year' }
  const rows = rates().filter(({ date = '' }) => date >= (query['date.gte'] ?? '') && date <= asOfDate)
  const results = rows.map((row) => ({
    date: row.date,
    ...Object.fromEntries(Object.entries(fields).map(([column, field]) => [`yield_${field}`, number(row[column])])),
  }))
  return answer({ status: 'OK', results })
}
