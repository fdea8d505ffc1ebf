import { type EarningsReport, reportsByExpiration } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { type DividendKind, lowersStrikes } from '../dividends/dividend-kind.ts'
import { expectDividends } from '../dividends/expected-dividends.ts'
import type { ScheduledDividend } from '../option-math/chain.ts'
import type { Truth } from '../truth.ts'

/** A dividend with a known ex-date; dollars per share, null if the amount is unknown. */
export interface AnnouncedDividend {
  readonly exDate: IsoDate
  readonly cash: number | null
  /** Absent or null if the source does not provide it. */
  readonly kind?: DividendKind | null
}

/** Known events of a company, the only source of ex-dates and dividend amounts. */
export interface CompanyEvents {
  /** Next earnings report; null if unknown. */
  readonly earnings: EarningsReport | null
  /** All known dividends, past and future, in any order. Past dividends do not mean that another one will follow. */
  readonly dividends: readonly AnnouncedDividend[]
  /** True if the company is known to pay no dividend. */
  readonly paysNoDividend: boolean
}

export interface EventsInTerm {
  readonly earningsBeforeExpiration: Truth
  readonly exDividendBeforeExpiration: Truth
}

/**
 * Declared dividends with an ex-date after today, earliest first; the price already reflects earlier ones. Excludes
 * special dividends, which lower the strikes.
 */
export function listUpcomingDividends(events: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  return listAfter(events, today).filter((dividend) => !lowersStrikes(dividend))
}

/** Declared special dividends after today, which will lower the strikes of the stock's options. */
export function listStrikeAdjustments(events: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  return listAfter(events, today).filter(lowersStrikes)
}

function listAfter({ dividends }: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  return dividends.filter(({ exDate }) => exDate > today).sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}

/**
 * Dividends used for option pricing (D60), earliest first: declared ones with a known amount, then expected regular
 * ones, marked `estimated`. Verified in `position.test.ts`.
 */
export function listPricedDividends(events: CompanyEvents, today: IsoDate): ScheduledDividend[] {
  const expected = events.paysNoDividend ? [] : expectDividends(events.dividends, today)
  return [...listKnownCash(listUpcomingDividends(events, today)), ...expected]
}

/** Next ex-date; null if none is known. */
export function findNextExDate(events: CompanyEvents, today: IsoDate): IsoDate | null {
  return listUpcomingDividends(events, today)[0]?.exDate ?? null
}

/** Dividends with a known amount. */
export function listKnownCash(dividends: readonly AnnouncedDividend[]): ScheduledDividend[] {
  return dividends.flatMap(({ exDate, cash }) => (cash === null ? [] : { exDate, cash }))
}

/**
 * Whether the next earnings report and the next ex-date fall within a call's term, including the expiration day (D20,
 * D21). Unknown if the only known earnings are past, or if no ex-date after today is known. No once the term is over.
 * Verified with cases on both sides of every limit in `position.test.ts`.
 */
export function findEventsInTerm(events: CompanyEvents, expiration: IsoDate, today: IsoDate): EventsInTerm {
  const { earnings, paysNoDividend } = events
  const report = earnings === null || earnings.date < today ? null : earnings
  const exDate = findNextExDate(events, today)
  return {
    earningsBeforeExpiration:
      report === null ? unknownUnless(expiration < today) : reportsByExpiration(report, expiration),
    exDividendBeforeExpiration:
      exDate === null ? unknownUnless(paysNoDividend || expiration <= today) : exDate <= expiration,
  }
}

const unknownUnless = (ruledOut: boolean): Truth => (ruledOut ? false : null)

/**
 * Sum of the dividends with an ex-date in the term, including the expiration day, dollars per share. 0 if there is known to
 * be none; null if an amount, or the existence of a dividend, is unknown. Verified in `position.test.ts`.
 */
export function sumDividendsInTerm(events: CompanyEvents, expiration: IsoDate, today: IsoDate): number | null {
  const inTerm = listUpcomingDividends(events, today).filter(({ exDate }) => exDate <= expiration)
  const cash = listKnownCash(inTerm)
  if (inTerm.length > cash.length) return null
  if (findEventsInTerm(events, expiration, today).exDividendBeforeExpiration === null) return null
  return cash.reduce((sum, dividend) => sum + dividend.cash, 0)
}
