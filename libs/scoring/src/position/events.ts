import { type EarningsReport, reportsByExpiration } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { type DividendKind, lowersStrikes } from '../dividends/dividend-kind.ts'
import { expectDividends } from '../dividends/expected-dividends.ts'
import type { ScheduledDividend } from '../option-math/chain.ts'
import type { Truth } from '../truth.ts'

/** A dividend of which at least the ex-date is known; dollars per share, null where the amount is not. */
export interface AnnouncedDividend {
  readonly exDate: IsoDate
  readonly cash: number | null
  /** Absent or null where the source does not tell. */
  readonly kind?: DividendKind | null
}

/** What is known of a company's events. Every ex-date and every dollar of a dividend comes from this one list. */
export interface CompanyEvents {
  /** The next report; null is unknown. */
  readonly earnings: EarningsReport | null
  /** All that are known, past and to come, in any order; those of the past say nothing of the next. */
  readonly dividends: readonly AnnouncedDividend[]
  /** True where the company is known to pay none. */
  readonly paysNoDividend: boolean
}

export interface EventsInTerm {
  readonly earningsBeforeExpiration: Truth
  readonly exDividendBeforeExpiration: Truth
}

/**
 * Declared dividends still to come, the next first: an ex-date of today or earlier is gone from the price. Special ones, by
 * which strikes are lowered, are left out.
 */
export function listUpcomingDividends(events: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  return listAfter(events, today).filter((dividend) => !lowersStrikes(dividend))
}

/** Declared special dividends still to come, by which the strikes of the stock's options will be lowered. */
export function listStrikeAdjustments(events: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  return listAfter(events, today).filter(lowersStrikes)
}

function listAfter({ dividends }: CompanyEvents, today: IsoDate): AnnouncedDividend[] {
  return dividends.filter(({ exDate }) => exDate > today).sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}

/**
 * The dividends that options are priced with (D60), the next first: declared ones whose amount is known, and after them the
 * regular ones that can be expected, marked `estimated`. Verified in `position.test.ts`.
 */
export function listPricedDividends(events: CompanyEvents, today: IsoDate): ScheduledDividend[] {
  const expected = events.paysNoDividend ? [] : expectDividends(events.dividends, today)
  return [...listKnownCash(listUpcomingDividends(events, today)), ...expected]
}

/** The next ex-date; null where none is known. */
export function findNextExDate(events: CompanyEvents, today: IsoDate): IsoDate | null {
  return listUpcomingDividends(events, today)[0]?.exDate ?? null
}

/** The dividends whose amount is known. */
export function listKnownCash(dividends: readonly AnnouncedDividend[]): ScheduledDividend[] {
  return dividends.flatMap(({ exDate, cash }) => (cash === null ? [] : { exDate, cash }))
}

/**
 * Whether the next earnings and the next ex-date fall into the term of a call, the expiration day included (D20, D21).
 * Earnings of a past day, or an ex-date of today or earlier, say nothing of the next ones: unknown. Into a term that is
 * over nothing falls any more. Verified with a row on each side of each bound in `position.test.ts`.
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
 * Dividends with ex-date in the term, the expiration day included, dollars per share: 0 where none is known to come,
 * null where the amount of one, or whether there is one, is unknown. Verified in `position.test.ts`.
 */
export function sumDividendsInTerm(events: CompanyEvents, expiration: IsoDate, today: IsoDate): number | null {
  const inTerm = listUpcomingDividends(events, today).filter(({ exDate }) => exDate <= expiration)
  const cash = listKnownCash(inTerm)
  if (inTerm.length > cash.length) return null
  if (findEventsInTerm(events, expiration, today).exDividendBeforeExpiration === null) return null
  return cash.reduce((sum, dividend) => sum + dividend.cash, 0)
}
