import { optionExpirationFor } from '../calendar/expirations.ts'
import { addDays, type IsoDate, isWeekend, weekday } from '../calendar/iso-date.ts'
import { holidayName } from '../calendar/market-holidays.ts'
import { previousTradingDay } from '../calendar/sessions.ts'

export interface ClosedExpiration {
  /** Why the exchange is closed: "Christmas Day", "Saturday". */
  readonly reason: string
  /** Expiration day of that week's weekly options. */
  readonly listedDay: IsoDate
}

const FRIDAY = 5
const SATURDAY = 6
const FIRST_KNOWN_DAY = '2010-01-01'
const FIRST_KNOWN_SESSION = '2010-01-04'

/**
 * Why no option can expire on a given day, and that week's expiration day (weeks run Monday to Sunday). Null on a day
 * with a session, and before 2010, since the exchange calendar starts then. Throws RangeError on an invalid calendar
 * day.
 * Source: Cboe, Weeklys and the expiration calendar. Verified in `position.test.ts` on holidays and weekends.
 */
export function findClosedExpiration(expiration: IsoDate): ClosedExpiration | null {
  const reason = findClosedReason(expiration)
  if (reason === null) return null
  const number = weekday(expiration)
  const daysToFriday = number === 0 ? -2 : FRIDAY - number
  return { reason, listedDay: optionExpirationFor(addDays(expiration, daysToFriday)) }
}

export interface ClosedEntry {
  /** Why the exchange is closed: "Independence Day", "Sunday". */
  readonly reason: string
  readonly sessionBefore: IsoDate
}

/**
 * Why no call can have been sold on a given day, and the last session before that day. Null on a day with a session,
 * and before Jan 4, 2010. Throws RangeError on an invalid calendar day. Source: the exchange's holidays. Verified in
 * `position.test.ts`.
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

/**
 * The user must confirm a strike of this many times the share price or more, or of the price divided by this or less
 * (D64).
 */
const FAR = 10

/** Entered prices, dollars per share: above 0, or at least 0 for the premium. */
interface EnteredFigures {
  readonly strike: number
  readonly premium: number
  readonly entryPrice: number
}

/**
 * Finds figures that are possible but most likely typos (D64): a premium above the share price, or a strike at ten
 * times the share price or a tenth of it. Verified at the limits.
 */
export function findUnusualTerms({ strike, premium, entryPrice }: EnteredFigures): UnusualTerm[] {
  const isFar = strike >= entryPrice * FAR || entryPrice >= strike * FAR
  return [
    ...(premium > entryPrice ? (['premium_above_price'] as const) : []),
    ...(isFar ? (['strike_far_from_price'] as const) : []),
  ]
}
