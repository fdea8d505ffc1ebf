import type {
  CashDividend,
  DailyBar,
  EarningsReport,
  Fundamentals,
  IsoDate,
  IvHistoryPoint,
  OptionQuote,
  StockSplit,
} from '../provider.ts'
import { RATE_TENORS, type RateCurve } from '../rate-curve.ts'

/** Writes the files of a pack in the formats that the readers in this folder expect. */

/** A row in a chain file. `iv` is the vendor's volatility as an annualized decimal; nothing reads it back. */
export interface PackContract extends OptionQuote {
  readonly iv?: number
}

/** One symbol's data for the files that all symbols share; its bars and chain go into separate files. */
export interface PackSymbol {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly closeUsd: number | null
  /** Number of shares traded in the last bar. */
  readonly volume: number | null
  readonly bars: number
  readonly firstBar: IsoDate | null
  readonly chain: PackChainFacts | null
  /** Null if the source has no dividend data. The same applies to splits. */
  readonly dividends: readonly CashDividend[] | null
  readonly splits: readonly StockSplit[] | null
  readonly earnings: EarningsReport | null
  readonly fundamentals: Fundamentals | null
  readonly ivHistory: readonly IvHistoryPoint[]
}

export interface PackChainFacts {
  readonly contracts: number
  /** ISO 8601; null if the source does not say when it took the quotes. */
  readonly capturedAt: string | null
  readonly underlyingPriceUsd: number | null
}

type Cell = string | number | null

/** Formats a header and rows as CSV; null becomes an empty cell. */
export function formatCsv(header: string, rows: readonly (readonly Cell[])[]): string {
  return `${[header, ...rows.map((row) => row.map(formatCell).join(','))].join('\n')}\n`
}

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'string' && /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : String(cell)
}

export function formatBars(bars: readonly DailyBar[]): string {
  return formatCsv(
    'date,open,high,low,close,volume',
    bars.map(({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume]),
  )
}

export function formatChain(contracts: readonly PackContract[]): string {
  return formatCsv(
    'contract,expiration,type,strike,bid,ask,last,volume,open_interest,iv,delta,gamma,theta,vega,rho',
    contracts.map(({ contractSymbol, expiration, type, strike, vendorGreeks, iv = null, ...quote }) => [
      contractSymbol,
      expiration,
      type === 'call' ? 'C' : 'P',
      strike,
      quote.bid,
      quote.ask,
      quote.last,
      quote.volume,
      quote.openInterest,
      iv,
      vendorGreeks?.delta ?? null,
      vendorGreeks?.gamma ?? null,
      vendorGreeks?.theta ?? null,
      vendorGreeks?.vega ?? null,
      vendorGreeks?.rho ?? null,
    ]),
  )
}

/**
 * Formats the files that cover all symbols, by name. In the dividend and split files, a symbol without rows has had
 * none. A file without any data is left out, since a missing file means unknown.
 */
export function formatSharedFiles(
  symbols: readonly PackSymbol[],
  { asOfDate, curves }: { readonly asOfDate: IsoDate; readonly curves: readonly RateCurve[] },
): Readonly<Record<string, string>> {
  const isAfter = (date: IsoDate) => (date > asOfDate ? 1 : 0)
  const { dividends, splits } = listEvents(symbols, isAfter)
  const earnings = symbols.flatMap(({ symbol, earnings: report }): Cell[][] =>
    report === null ? [] : [[symbol, report.date, null, report.session]],
  )
  const ivHistory = symbols.flatMap(({ symbol, ivHistory: points }) =>
    points.map(({ date, impliedVolatility }): Cell[] => [symbol, date, impliedVolatility, null]),
  )
  return {
    'universe.csv': formatUniverse(symbols),
    'quality.csv': formatQuality(symbols),
    ...(dividends === null
      ? {}
      : { 'dividends.csv': formatCsv('symbol,ex_date,cash_amount,after_as_of,kind', dividends) }),
    ...(splits === null ? {} : { 'splits.csv': formatCsv('symbol,execution_date,ratio,kind,after_as_of', splits) }),
    ...(curves.length === 0 ? {} : { 'rates.csv': formatRates(curves) }),
    ...formatFundamentals(symbols),
    ...(earnings.length === 0 ? {} : { 'earnings.csv': formatCsv('symbol,earnings_date,time_et,session', earnings) }),
    ...(ivHistory.length === 0 ? {} : { 'iv_history.csv.gz': formatCsv('symbol,date,iv30,hv30', ivHistory) }),
  }
}

function formatUniverse(symbols: readonly PackSymbol[]): string {
  return formatCsv(
    'symbol,name,gics_sector,yahoo_symbol,occ_root,close,volume,bars,first_bar,contracts,has_chain',
    symbols.map(({ symbol, name, sector, closeUsd, volume, bars, firstBar, chain }) => [
      symbol,
      name,
      sector,
      symbol.replace('.', '-'),
      symbol.replace('.', ''),
      closeUsd,
      volume,
      bars,
      firstBar,
      chain?.contracts ?? 0,
      chain === null ? 0 : 1,
    ]),
  )
}

function formatQuality(symbols: readonly PackSymbol[]): string {
  return formatCsv(
    'symbol,captured_at,underlying_price,contracts',
    symbols.flatMap(({ symbol, chain }) =>
      chain === null ? [] : [[symbol, chain.capturedAt, chain.underlyingPriceUsd, chain.contracts]],
    ),
  )
}

function listEvents(symbols: readonly PackSymbol[], isAfter: (date: IsoDate) => 0 | 1) {
  const dividends = symbols.flatMap(({ symbol, dividends: list }) =>
    (list ?? []).map(({ exDate, cashUsd, kind }): Cell[] => [symbol, exDate, cashUsd, isAfter(exDate), kind]),
  )
  const splits = symbols.flatMap(({ symbol, splits: list }) =>
    (list ?? []).map(({ executionDate, ratio, kind }): Cell[] => {
      const written = kind === 'split' ? kind : 'spin_off_adjustment'
      return [symbol, executionDate, ratio, written, isAfter(executionDate)]
    }),
  )
  return {
    dividends: symbols.every((entry) => entry.dividends === null) ? null : dividends,
    splits: symbols.every((entry) => entry.splits === null) ? null : splits,
  }
}

function formatRates(curves: readonly RateCurve[]): string {
  const names = RATE_TENORS.map(({ name }) => name)
  return formatCsv(
    ['date', ...names].join(','),
    curves.map(({ date, yields }) => [
      date,
      ...names.map((name) => yields.find((tenor) => tenor.name === name)?.yieldPct ?? null),
    ]),
  )
}

/**
 * Formats the fundamentals, converting percent to fractions. An empty dividend yield means that there is no dividend,
 * so an unknown one is written as N/A.
 */
function formatFundamentals(symbols: readonly PackSymbol[]): Readonly<Record<string, string>> {
  const rows = symbols.flatMap(({ symbol, fundamentals }): Cell[][] => {
    if (fundamentals === null) return []
    const { marketCapUsd, netMarginPct, debtToEquity, dividendYieldPct, negativeEquity } = fundamentals
    const dividendYield =
      dividendYieldPct === null ? 'N/A' : dividendYieldPct === 0 ? null : toFraction(dividendYieldPct)
    return [[symbol, marketCapUsd, toFraction(netMarginPct), debtToEquity, dividendYield, negativeEquity ? 1 : 0]]
  })
  if (rows.length === 0) return {}
  const header = 'symbol,market_cap,net_margin,debt_to_equity,dividend_yield,negative_equity'
  return { 'fundamentals.csv': formatCsv(header, rows) }
}

/** Converts percent to a fraction, rounded to remove floating-point noise. */
function toFraction(percent: number | null): number | null {
  return percent === null ? null : Number((percent / 100).toPrecision(12))
}
