import { optionExpirationFor } from '../calendar/expirations.ts'
import { addDays, type IsoDate, isWeekend, weekday } from '../calendar/iso-date.ts'
import { holidayName } from '../calendar/market-holidays.ts'
import { previousTradingDay } from '../calendar/sessions.ts'

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
const FIRST_KNOWN_SESSION = '2010-01-04'

/**
 * Why no option can expire on a day, and the day on which those of its week (Monday to Sunday) do; null on a day with a
 * session, and before 2010, where the exchange's calendar is not known. Throws RangeError on what is no calendar day.
 * Source: Cboe, Weeklys and the expiration calendar. Verified in `position.test.ts` on holidays and weekends.
 */
export function findClosedExpiry(expiry: IsoDate): ClosedExpiry | null {
  const reason = findClosedReason(expiry)
  if (reason === null) return null
  const number = weekday(expiry)
  const daysToFriday = number === 0 ? -2 : FRIDAY - number
  return { reason, listedDay: optionExpirationFor(addDays(expiry, daysToFriday)) }
}

/** An entry date on a day without a session. */
export interface ClosedEntry {
  /** Why the exchange is closed: "Independence Day", "Sunday". */
  readonly reason: string
  /** The last session before that day. */
  readonly sessionBefore: IsoDate
}

/**
 * Why no call can have been sold on a day, and the last session before it; null on a day with a session, and before
 * Jan 4, 2010. Throws RangeError on what is no calendar day. Source: the exchange's holidays. Verified in `position.test.ts`.
 */
export function findClosedEntry(entry: IsoDate): ClosedEntry | null {
  const reason = entry < FIRST_KNOWN_SESSION ? null : findClosedReason(entry)
  return reason === null ? null : { reason, sessionBefore: previousTradingDay(entry) }
}

function findClosedReason(day: IsoDate): string | null {
  const number = weekday(day)
  if (day < FIRST_KNOWN_DAY) return null
  const holiday = holidayName(day)
  if (holiday !== null) return holiday
  if (!isWeekend(day)) return null
  return number === SATURDAY ? 'Saturday' : 'Sunday'
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
