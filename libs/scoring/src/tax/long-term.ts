import { addDays, type IsoDate } from '../calendar/iso-date.ts'

/**
 * Days from this one on are long-term. A year after February 29 is no real day, but sorts between February 28 and March 1.
 */
export function longTermFrom(acquiredOn: IsoDate): string {
  const first = addDays(acquiredOn, 1)
  return `${String(Number(first.slice(0, 4)) + 1).padStart(4, '0')}${first.slice(4)}`
}

/**
 * Whether shares bought on one day and sold on another were held for more than a year (26 USC 1222, IRS Publication 550):
 * the holding period begins on the day after the purchase. Throws RangeError on an invalid calendar day. Source:
 * LIFECYCLE 6, L51. Verified in `tax-view.test.ts` with both of its examples, leap days included.
 */
export const isLongTerm = (acquiredOn: IsoDate, soldOn: IsoDate): boolean => soldOn >= longTermFrom(acquiredOn)
