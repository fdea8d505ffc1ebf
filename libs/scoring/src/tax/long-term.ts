import { addDays, type IsoDate } from '../calendar/iso-date.ts'

/**
 * Whether shares bought on one day and sold on another were held for more than a year (26 USC 1222, IRS Publication 550):
 * the holding period begins on the day after the purchase. Throws RangeError on an invalid calendar day. Source:
 * LIFECYCLE 6, L51. Verified in `tax-view.test.ts` with both of its examples, leap days included.
 */
export function isLongTerm(acquiredOn: IsoDate, soldOn: IsoDate): boolean {
  const first = addDays(acquiredOn, 1)
  const year = String(Number(first.slice(0, 4)) + 1).padStart(4, '0')
  // A year after February 29 is no real day, but sorts between February 28 and March 1.
  return soldOn >= `${year}${first.slice(4)}`
}
