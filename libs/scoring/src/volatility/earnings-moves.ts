import type { EarningsReport } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'

/** The sessions before and after a report, and what the stock did between their closes. */
export interface EarningsMove {
  /** Last session whose close does not know the report. */
  readonly before: IsoDate
  /** First session whose close does. */
  readonly after: IsoDate
  /** Change from close to close, percent 0-100, with its sign. */
  readonly movePct: number
}

/**
 * Move of a stock on an earnings report: close to close over the report, which is the day of the report if it comes
 * before the open, and the next session if it comes after the close. `closes` are oldest first, adjusted for splits.
 * Null if the time of the report is unknown, since the move could then be on either day, and if a close next to the report
 * is missing. Source: convention of the exchanges' earnings calendars. Verified by hand in `earnings-moves.test.ts`.
 */
export function measureEarningsMove(
  { date, session }: EarningsReport,
  closes: readonly { readonly date: IsoDate; readonly close: number }[],
): EarningsMove | null {
  if (session === null) return null
  const isAfter = (day: IsoDate) => (session === 'before_open' ? day >= date : day > date)
  const index = closes.findIndex((close) => isAfter(close.date))
  const [before, after] = [closes[index - 1], closes[index]]
  if (before === undefined || after === undefined) return null
  return { before: before.date, after: after.date, movePct: (after.close / before.close - 1) * 100 }
}
