import { isCalendarDay } from '@callwright/scoring'
import { isSymbol } from '../../symbols.ts'
import type {
  CashDividend,
  EarningsReport,
  Fundamentals,
  InterestRate,
  IntradayBar,
  IsoDate,
  IvHistoryPoint,
  ListedSymbol,
  StockSplit,
  VendorIvRank,
} from '../provider.ts'
import { fitBar } from './bar-guard.ts'
import type { Reject, RejectReason } from './rejections.ts'

/** Range of plausible rates, as annualized decimals. A rate outside it is a misprint. */
const RATES = { min: -0.05, max: 0.3 }
const HIGHEST_VOLATILITY = 10

/** Keeps plausible records, and counts the ones it removes. */
function keepValid<T>(rows: readonly T[], findFault: (row: T) => RejectReason | null, reject: Reject): T[] {
  return rows.filter((row) => {
    const fault = findFault(row)
    if (fault !== null) reject(fault)
    return fault === null
  })
}

const judge = (isValid: boolean): RejectReason | null => (isValid ? null : 'malformed')
const isAmount = (value: number) => Number.isFinite(value) && value > 0

export function guardIntradayBars(rows: readonly IntradayBar[], nowMs: number, reject: Reject): IntradayBar[] {
  let lastMs = Number.NEGATIVE_INFINITY
  let widened = 0
  const kept: IntradayBar[] = []
  for (const row of rows) {
    const { bar, fault, isWidened } = fitBar(row)
    if (!Number.isFinite(row.startMs)) reject('malformed')
    else if (fault !== null) reject(fault)
    else if (row.startMs > nowMs) reject('bar_after_as_of')
    else if (row.startMs <= lastMs) reject('bar_out_of_order')
    else {
      lastMs = row.startMs
      if (isWidened) widened += 1
      kept.push(bar)
    }
  }
  if (widened > 0) reject('bar_widened', widened)
  return kept
}

/** Keeps future dates, in ascending order and without duplicates. */
export function guardExpirations(rows: readonly IsoDate[], asOfDate: IsoDate, reject: Reject): IsoDate[] {
  const living = keepValid(
    rows,
    (date) => (isCalendarDay(date) ? (date < asOfDate ? 'expired' : null) : 'malformed'),
    reject,
  )
  return [...new Set(living)].sort()
}

export function guardDividends(rows: readonly CashDividend[], reject: Reject): CashDividend[] {
  return keepValid(rows, ({ exDate, cashUsd }) => judge(isCalendarDay(exDate) && isAmount(cashUsd)), reject)
}

export function guardSplits(rows: readonly StockSplit[], reject: Reject): StockSplit[] {
  return keepValid(rows, ({ executionDate, ratio }) => judge(isCalendarDay(executionDate) && isAmount(ratio)), reject)
}

export function guardIvHistory(rows: readonly IvHistoryPoint[], reject: Reject): IvHistoryPoint[] {
  const isValid = ({ date, impliedVolatility }: IvHistoryPoint) =>
    isCalendarDay(date) && isAmount(impliedVolatility) && impliedVolatility < HIGHEST_VOLATILITY
  return keepValid(rows, (point) => judge(isValid(point)), reject)
}

/** Keeps the reports of valid symbols that are still to come. */
export function guardMarketEarnings(
  market: ReadonlyMap<string, EarningsReport>,
  asOfDate: IsoDate,
  reject: Reject,
): ReadonlyMap<string, EarningsReport> {
  const isValid = ([symbol, { date }]: readonly [string, EarningsReport]) =>
    isSymbol(symbol) && isCalendarDay(date) && date >= asOfDate
  return new Map(keepValid([...market], (entry) => judge(isValid(entry)), reject))
}

export function guardIvRank(found: VendorIvRank | null, reject: Reject): VendorIvRank | null {
  if (found === null) return null
  const isPlace = (value: number | null) => value === null || (value >= 0 && value <= 100)
  if (isPlace(found.rank) && isPlace(found.percentile)) return found
  reject('malformed')
  return null
}

export function guardSymbols(rows: readonly ListedSymbol[], reject: Reject): ListedSymbol[] {
  return keepValid(rows, ({ symbol, name }) => judge(isSymbol(symbol) && typeof name === 'string'), reject)
}

export function guardFundamentals(row: Fundamentals, reject: Reject): Fundamentals {
  const read = (value: number | null, isValid: (value: number) => boolean) => {
    if (value === null || isValid(value)) return value
    reject('not_a_number')
    return null
  }
  return {
    ...row,
    marketCapUsd: read(row.marketCapUsd, isAmount),
    netMarginPct: read(row.netMarginPct, Number.isFinite),
    debtToEquity: read(row.debtToEquity, Number.isFinite),
    dividendYieldPct: read(row.dividendYieldPct, (value) => Number.isFinite(value) && value >= 0),
  }
}

export function isPlausibleRate({ rate }: InterestRate, reject: Reject): boolean {
  const isValid = rate >= RATES.min && rate <= RATES.max
  if (!isValid) reject('malformed')
  return isValid
}
