import { daysBetween, type IsoDate } from './iso-date.ts'

/** Day of an earnings report, and whether it comes before the open or after the close; null means unknown. */
export interface EarningsReport {
  readonly date: IsoDate
  readonly session: 'before_open' | 'after_close' | null
}

/**
 * True if the report comes before an option expires at the close of `expiration`: on any earlier day, or on the day itself
 * unless the report comes after the close. An unknown session on that day counts as before the close.
 * Throws RangeError if either date is not a valid calendar day. Verified with cases on both sides in
 * `expirations.test.ts`.
 */
export function reportsByExpiration({ date, session }: EarningsReport, expiration: IsoDate): boolean {
  const daysAfterReport = daysBetween(date, expiration)
  return daysAfterReport > 0 || (daysAfterReport === 0 && session !== 'after_close')
}
