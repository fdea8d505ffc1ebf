import { type EarningsReport, reportsByExpiration } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import type { Truth } from './truth.ts'

/** What is known of a company's next events; null is unknown. */
export interface NextEvents {
  readonly earnings: EarningsReport | null
  readonly exDividendDate: IsoDate | null
  /** True where the company is known to pay none. */
  readonly paysNoDividend: boolean
}

export interface EventsInTerm {
  readonly earningsBeforeExpiration: Truth
  readonly exDividendBeforeExpiration: Truth
}

/**
 * Whether the next earnings and the next ex-date fall into the term of a call, the expiration day included (D20, D21).
 * Earnings of a past day, or an ex-date of today or earlier, say nothing of the next ones: unknown.
 * Verified with a row on each side of each bound in `events.test.ts`.
 */
export function findEventsInTerm(events: NextEvents, expiration: IsoDate, today: IsoDate): EventsInTerm {
  const { earnings, exDividendDate, paysNoDividend } = events
  const next = exDividendDate !== null && exDividendDate > today ? exDividendDate : null
  return {
    earningsBeforeExpiration:
      earnings === null || earnings.date < today ? null : reportsByExpiration(earnings, expiration),
    exDividendBeforeExpiration: next === null ? (paysNoDividend ? false : null) : next <= expiration,
  }
}
