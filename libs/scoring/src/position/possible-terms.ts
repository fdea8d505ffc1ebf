import { optionExpirationFor } from '../calendar/expirations.ts'
import { addDays, type IsoDate, isWeekend, weekday } from '../calendar/iso-date.ts'
import { holidayName } from '../calendar/market-holidays.ts'

/** An expiration on a day without a session. */
export interface ClosedExpiry {
  /** Why the exchange is closed: "Christmas Day", "Saturday". */
  readonly reason: string
  /** The day on which the weekly options of that week expire. */
  readonly listedDay: IsoDate
}

const FRIDAY = 5
const SATURDAY = 6
const FIRST_KNOWN_DAY = '2010-01-01'

/**
 * Why no option can expire on a day, and the day on which those of its week (Monday to Sunday) do; null on a day with a
 * session, and before 2010, where the exchange's calendar is not known. Throws RangeError on what is no calendar day.
 * Source: Cboe, Weeklys and the expiration calendar. Verified in `possible-terms.test.ts` on holidays and weekends.
 */
export function findClosedExpiry(expiry: IsoDate): ClosedExpiry | null {
  const number = weekday(expiry)
  if (expiry < FIRST_KNOWN_DAY) return null
  const holiday = holidayName(expiry)
  if (holiday === null && !isWeekend(expiry)) return null
  const daysToFriday = number === 0 ? -2 : FRIDAY - number
  return {
    reason: holiday ?? (number === SATURDAY ? 'Saturday' : 'Sunday'),
    listedDay: optionExpirationFor(addDays(expiry, daysToFriday)),
  }
}

export const unusualTerms = ['premium_above_price', 'strike_far_from_price'] as const
export type UnusualTerm = (typeof unusualTerms)[number]

/** A strike this many times the share price, or this fraction of it, is asked about (D64). */
const FAR = 10

/** Dollars per share, above 0; the premium 0 or more. */
interface EnteredFigures {
  readonly strikePrice: number
  readonly entryPremium: number
  readonly entryPrice: number
}

/**
 * What of a position's figures is possible and yet most likely a slip (D64): a premium above the share price, which no
 * call is worth, or a strike ten times or a tenth of the share price. Verified at the bounds.
 */
export function findUnusualTerms({ strikePrice, entryPremium, entryPrice }: EnteredFigures): UnusualTerm[] {
  const isFar = strikePrice >= entryPrice * FAR || entryPrice >= strikePrice * FAR
  return [
    ...(entryPremium > entryPrice ? (['premium_above_price'] as const) : []),
    ...(isFar ? (['strike_far_from_price'] as const) : []),
  ]
}
