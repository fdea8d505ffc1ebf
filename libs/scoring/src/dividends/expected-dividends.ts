import { dayNumber, fromDayNumber, type IsoDate } from '../calendar/iso-date.ts'
import { isTradingDay, nextTradingDay, previousTradingDay } from '../calendar/sessions.ts'
import type { DividendKind } from './dividend-kind.ts'

/** A past or declared dividend; dollars per share, null means unknown. */
export interface PaidDividend {
  readonly exDate: IsoDate
  readonly cash: number | null
  readonly kind?: DividendKind | null
}

/** A dividend that is not declared yet but expected from the series. */
export interface ExpectedDividend {
  readonly exDate: IsoDate
  readonly cash: number
  readonly estimated: true
}

/** Minimum number of regular dividends that make a series. */
export const MIN_REGULAR_DIVIDENDS = 4
/** Longer than the term of any option. */
const HORIZON_DAYS = 1_100
const YEAR_DAYS = 365
/** Series paid more often than monthly, or less often than yearly, are ignored. */
const SERIES_GAP_DAYS = { min: 25, max: 400 }
/** The dividend is assumed to have ended, or to have been cut, if the next one is overdue by more than half a gap. */
const OVERDUE_GAPS = 1.5
/** A dividend may still be declared up to this many days after its expected ex-date. */
const LATE_DAYS = 14
/**
 * A payment is special if it is over `cash` times the usual amount and closer to a neighbor than `gap` times the
 * usual gap.
 */
const EXTRA = { cash: 2, gap: 0.6 }
/** A payment over this many times both the previous and the usual amount is assumed to include a special dividend. */
const MERGED_CASH = 3

/**
 * Expected regular dividends that are not declared yet, earliest first, up to the longest option term. A company that
 * has paid at least four is expected to keep paying the last regular amount, on the same days as the year before,
 * each moved to the session on or before that day. Special dividends, by kind or by size between two regular ones,
 * are not repeated. Empty if the series is overdue by half a gap. Throws RangeError on an invalid calendar day.
 * Verified on recorded payers in `expected-dividends.test.ts`.
 */
export function expectDividends(known: readonly PaidDividend[], today: IsoDate): readonly ExpectedDividend[] {
  const found = lastAnswers.get(known)
  if (found?.today === today) return found.expected
  const expected = continueSeries(known, today)
  lastAnswers.set(known, { today, expected })
  return expected
}

/** Cached results, since each part of a chain needs the same list. */
const lastAnswers = new WeakMap<
  readonly PaidDividend[],
  { readonly today: IsoDate; readonly expected: readonly ExpectedDividend[] }
>()

function continueSeries(known: readonly PaidDividend[], today: IsoDate): ExpectedDividend[] {
  const series = readSeries(known)
  const last = series.at(-1)
  if (last === undefined || series.length < MIN_REGULAR_DIVIDENDS) return []
  const days = series.map(({ day }) => day)
  const gapDays = medianOf(listGaps(days))
  const now = dayNumber(today)
  if (gapDays < SERIES_GAP_DAYS.min || gapDays > SERIES_GAP_DAYS.max) return []
  if (now - last.day > OVERDUE_GAPS * gapDays) return []
  const cash = usualCash(series, last)
  const expected: ExpectedDividend[] = []
  for (let day = nextOf(days, gapDays); day <= now + HORIZON_DAYS; day = nextOf(days, gapDays)) {
    days.push(day)
    const exDate = moveToSession(day, now)
    if (exDate !== null) expected.push({ exDate, cash, estimated: true })
  }
  return expected
}

interface Payment {
  readonly day: number
  readonly cash: number
}

/** Regular payments, oldest first, with same-day payments added up. */
function readSeries(known: readonly PaidDividend[]): readonly Payment[] {
  const paid = known
    .flatMap(({ exDate, cash, kind }) =>
      cash === null || !(cash > 0) || kind === 'special' ? [] : [{ day: dayNumber(exDate), cash, kind }],
    )
    .sort((a, b) => a.day - b.day)
  const usual = medianOf(paid.map(({ cash }) => cash))
  const usualGap = medianOf(listGaps([...new Set(paid.map(({ day }) => day))]))
  const cashByDay = new Map<number, number>()
  paid.forEach(({ day, cash, kind }, index) => {
    const neighbors = [paid[index - 1]?.day, paid[index + 1]?.day].filter((other) => other !== undefined)
    const isBetween = neighbors.some((other) => Math.abs(other - day) < EXTRA.gap * usualGap)
    const isSpecial = kind !== 'regular' && cash > EXTRA.cash * usual && isBetween
    if (!isSpecial) cashByDay.set(day, (cashByDay.get(day) ?? 0) + cash)
  })
  return [...cashByDay].map(([day, cash]) => ({ day, cash }))
}

function usualCash(series: readonly Payment[], last: Payment): number {
  const before = series.at(-2)?.cash ?? last.cash
  const usual = medianOf(series.slice(-1 - MIN_REGULAR_DIVIDENDS, -1).map(({ cash }) => cash))
  return last.cash > MERGED_CASH * Math.max(before, usual) ? before : last.cash
}

/**
 * Day of the next dividend: one year after the previous year's if a whole year is known, or else after the usual gap.
 */
function nextOf(days: readonly number[], gapDays: number): number {
  const last = days.at(-1) ?? 0
  const oldest = last - (YEAR_DAYS - gapDays / 2)
  let yearly = 0
  while ((days[days.length - 1 - yearly] ?? 0) >= oldest) yearly += 1
  const yearBefore = yearly === Math.round(YEAR_DAYS / gapDays) ? days.at(-yearly) : undefined
  const next = yearBefore === undefined ? last : yearBefore + YEAR_DAYS
  return next > last ? next : last + Math.round(gapDays)
}

/** Session on or before a day; the next one after today if the day is slightly past, null if it is long past. */
function moveToSession(day: number, now: number): IsoDate | null {
  const exDate = fromDayNumber(day)
  const session = isTradingDay(exDate) ? exDate : previousTradingDay(exDate)
  if (dayNumber(session) > now) return session
  return now - day <= LATE_DAYS ? nextTradingDay(fromDayNumber(now)) : null
}

function listGaps(days: readonly number[]): number[] {
  return days.slice(1).map((day, index) => day - (days[index] ?? day))
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
