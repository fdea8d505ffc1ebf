import { daysBetween, type IsoDate } from './iso-date.ts'

/** A company's report: its day and whether the market hears it before the open or after the close; null is unknown. */
export interface EarningsReport {
  readonly date: IsoDate
  readonly session: 'before_open' | 'after_close' | null
}

/**
 * True where an option that expires at the close of `expiration` lives to see the report: any earlier day, and the day
 * itself unless the report comes after the close. An unknown session on that day counts as in time.
 * Throws RangeError where either is no calendar day. Verified with a table of each side in `expirations.test.ts`.
 */
export function reportsByExpiration({ date, session }: EarningsReport, expiration: IsoDate): boolean {
  const daysAfterReport = daysBetween(date, expiration)
  return daysAfterReport > 0 || (daysAfterReport === 0 && session !== 'after_close')
}
