import { isCalendarDay } from '@callwright/scoring'
import { isSymbol } from '../../symbols.ts'
import type { Reject } from '../guards/rejections.ts'
import { type Cells, readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber } from '../parsing/read-number.ts'
import type {
  CashDividend,
  EarningsReport,
  Fundamentals,
  IsoDate,
  IvHistoryPoint,
  ListedSymbol,
  StockSplit,
} from '../provider.ts'

type EventColumns = readonly ['symbol', string, ...string[]]

/**
 * Reads a file of dated rows into one list per symbol, oldest first. Rows for which `read` returns null are skipped.
 */
function readBySymbol<const C extends EventColumns, T>(
  text: string,
  shape: { readonly name: string; readonly columns: C; readonly required?: number },
  read: (date: IsoDate, cells: Cells<C>) => T | null,
): Map<string, T[]> {
  const bySymbol = new Map<string, { date: IsoDate; value: T }[]>()
  readCsv(text, shape, (cells) => {
    const [symbol = '', date = ''] = cells as readonly (string | undefined)[]
    const value = isCalendarDay(date) ? read(date, cells) : null
    if (value === null) return null
    const list = bySymbol.get(symbol)
    if (list === undefined) bySymbol.set(symbol, [{ date, value }])
    else list.push({ date, value })
    return null
  })
  const byDate = (a: { date: IsoDate }, b: { date: IsoDate }) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)
  return new Map([...bySymbol].map(([symbol, list]) => [symbol, list.sort(byDate).map(({ value }) => value)]))
}

export function readDividends(text: string): Map<string, CashDividend[]> {
  const shape = { name: 'dividends.csv', columns: ['symbol', 'ex_date', 'cash_amount', 'kind'], required: 3 } as const
  return readBySymbol(text, shape, (exDate, [, , amount, kind]) => {
    const cashUsd = readKnownNumber(amount)
    return cashUsd !== null && cashUsd > 0
      ? { exDate, cashUsd, kind: kind === 'regular' || kind === 'special' ? kind : null }
      : null
  })
}

export function readSplits(text: string): Map<string, StockSplit[]> {
  const shape = { name: 'splits.csv', columns: ['symbol', 'execution_date', 'ratio', 'kind'], required: 3 } as const
  return readBySymbol(text, shape, (executionDate, [, , ratioCell, kind]) => {
    const ratio = readKnownNumber(ratioCell)
    if (ratio === null || !(ratio > 0)) return null
    return { executionDate, ratio, kind: kind === 'spin_off_adjustment' ? 'spin_off' : 'split' }
  })
}

/** Reads each row's report and, if the row names one, the previous report, whose time of day is unknown. */
export function readEarnings(text: string): Map<string, EarningsReport[]> {
  const columns = ['symbol', 'earnings_date', 'session', 'previous_earnings_date'] as const
  const read = (date: IsoDate, [, , session, previous]: Cells<typeof columns>): EarningsRow => ({
    report: { date, session: session === 'before_open' || session === 'after_close' ? session : null },
    previous: previous !== undefined && isCalendarDay(previous) ? { date: previous, session: null } : null,
  })
  const rows = readBySymbol(text, { name: 'earnings.csv', columns, required: 2 }, read)
  return new Map([...rows].map(([symbol, list]) => [symbol, listReports(list)]))
}

interface EarningsRow {
  readonly report: EarningsReport
  readonly previous: EarningsReport | null
}

/**
 * Lists reports, oldest first and at most one per day. A report's own row takes precedence, since it has more detail.
 */
function listReports(rows: readonly EarningsRow[]): EarningsReport[] {
  const reports = [...rows.flatMap(({ previous }) => previous ?? []), ...rows.map(({ report }) => report)]
  const byDay = new Map(reports.map((report) => [report.date, report]))
  return [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

export function readIvHistory(text: string): Map<string, IvHistoryPoint[]> {
  const shape = { name: 'iv_history.csv', columns: ['symbol', 'date', 'iv30'] } as const
  return readBySymbol(text, shape, (date, [, , iv]) => {
    const impliedVolatility = readKnownNumber(iv)
    return impliedVolatility !== null && impliedVolatility > 0 ? { date, impliedVolatility } : null
  })
}

const COLUMNS = [
  'symbol',
  'market_cap',
  'net_margin',
  'debt_to_equity',
  'dividend_yield',
  'price_to_book',
  'negative_equity',
] as const

/**
 * Reads the fundamentals, converting fractions to percent. An empty dividend yield means that there is no dividend; a
 * missing column, or any other text, means that it is unknown. Empty debt to equity means "negative equity or not
 * reported"; equity is taken to be negative if the row says so or its price to book is negative.
 */
export function readFundamentals(text: string): Map<string, Fundamentals> {
  const shape = { name: 'fundamentals.csv', columns: COLUMNS, required: 1 }
  const entries = readCsv(text, shape, (cells): [string, Fundamentals] => {
    const [symbol = '', marketCapCell, netMargin, debtToEquity, dividendYield, priceToBook, negativeEquity] = cells
    const marketCapUsd = readKnownNumber(marketCapCell)
    return [
      symbol,
      {
        marketCapUsd: marketCapUsd !== null && marketCapUsd > 0 ? marketCapUsd : null,
        netMarginPct: readPercent(netMargin),
        debtToEquity: readKnownNumber(debtToEquity),
        negativeEquity: negativeEquity === '1' || (readKnownNumber(priceToBook) ?? 0) < 0,
        dividendYieldPct: dividendYield === '' ? 0 : readPercent(dividendYield),
        creditRating: null,
        shares: null,
      },
    ]
  })
  return new Map(entries)
}

/** Converts a fraction to percent, rounded to remove floating-point noise. */
function readPercent(cell: string | undefined): number | null {
  const fraction = readKnownNumber(cell)
  return fraction === null ? null : Number((fraction * 100).toPrecision(12))
}

export interface UniverseRow {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly occRoot: string
  readonly closeUsd: number | null
}

export interface Listing {
  readonly exchange: string | null
  readonly marketCapUsd: number | null
}

export interface ChainQuality {
  /** When the source took the quotes in the chain. */
  readonly capturedAtMs: number | null
  readonly underlyingPriceUsd: number | null
}

/** Reads the pack's universe; a row with an invalid symbol is skipped. */
export function readUniverse(text: string, reject: Reject): UniverseRow[] {
  const columns = ['symbol', 'name', 'gics_sector', 'occ_root', 'close'] as const
  const seen = new Set<string>()
  return readCsv(
    text,
    { name: 'universe.csv', columns, required: 2 },
    ([symbol = '', name = '', sector, occRoot, close]) => {
      if (!isSymbol(symbol) || seen.has(symbol)) {
        reject(seen.has(symbol) ? 'duplicate' : 'malformed')
        return null
      }
      seen.add(symbol)
      return {
        symbol,
        name,
        sector: sector || null,
        occRoot: occRoot || symbol.replace('.', ''),
        closeUsd: readPrice(close),
      }
    },
  )
}

interface ExtendedSymbol {
  readonly symbol: string
  readonly name: string
  readonly optionable: boolean
}

/** Reads the longer list of symbols, which has the exchange's upper-case names. */
export function readExtendedSymbols(text: string): ExtendedSymbol[] {
  const shape = { name: 'extended/symbols.csv', columns: ['symbol', 'name', 'optionable'] } as const
  return readCsv(text, shape, ([symbol = '', name = '', optionable]) =>
    isSymbol(symbol) ? { symbol, name, optionable: optionable === '1' } : null,
  )
}

export function readListings(text: string): Map<string, Listing> {
  const shape = { name: 'listings.csv', columns: ['symbol', 'exchange', 'market_cap'] } as const
  const entries = readCsv(text, shape, ([symbol = '', exchange, marketCap]): [string, Listing] => [
    symbol,
    { exchange: exchange || null, marketCapUsd: readPrice(marketCap) },
  ])
  return new Map(entries)
}

export function readQuality(text: string): Map<string, ChainQuality> {
  const columns = ['symbol', 'captured_at', 'underlying_price'] as const
  const shape = { name: 'quality.csv', columns, required: 1 }
  const entries = readCsv(text, shape, ([symbol = '', capturedAt = '', underlyingPrice]): [string, ChainQuality] => {
    const capturedAtMs = Date.parse(capturedAt)
    return [
      symbol,
      {
        capturedAtMs: Number.isNaN(capturedAtMs) ? null : capturedAtMs,
        underlyingPriceUsd: readPrice(underlyingPrice),
      },
    ]
  })
  return new Map(entries)
}

/** Joins the universe, the longer list and the listings. Symbols in the universe come first. */
export function joinSymbols(
  universe: readonly UniverseRow[],
  extended: readonly ExtendedSymbol[],
  listings: ReadonlyMap<string, Listing>,
  hasChain: (symbol: string) => boolean,
): ListedSymbol[] {
  const members = universe.map(
    ({ symbol, name, sector }): ListedSymbol => ({
      symbol,
      name,
      sector,
      exchange: listings.get(symbol)?.exchange ?? null,
      type: 'stock',
      optionable: hasChain(symbol),
      hasChain: hasChain(symbol),
      inUniverse: true,
    }),
  )
  const known = new Set(members.map(({ symbol }) => symbol))
  const others = extended
    .filter(({ symbol }) => !known.has(symbol))
    .map(({ symbol, name, optionable }): ListedSymbol => {
      const listing = listings.get(symbol)
      return {
        symbol,
        name,
        sector: null,
        exchange: listing?.exchange ?? null,
        type: /\bET[FN]\b/i.test(name) ? 'etf' : listing ? 'stock' : 'unknown',
        optionable,
        hasChain: false,
        inUniverse: false,
      }
    })
  return [...members, ...others]
}

/** A positive price or amount; otherwise null. */
function readPrice(cell: string | undefined): number | null {
  const value = readKnownNumber(cell)
  return value !== null && value > 0 ? value : null
}
