import { EXERCISE_BY_EXCEPTION_USD } from '../assignment/expiry.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { isTradingDay, previousTradingDay } from '../calendar/sessions.ts'
import { requirePositive } from '../guards.ts'
import { above, atMost } from '../thresholds.ts'
import { dollars, usDate } from '../wording.ts'

/**
 * How an expired call ended, as far as the close of its last day tells. `unclear`: the close was within a cent of the
 * strike, and either may have happened. `unknown`: that close is not known.
 */
export interface ExpirationOutcome {
  readonly state: 'presumed_expired' | 'presumed_assigned' | 'unclear' | 'unknown'
  /** Of the stock, dollars per share. */
  readonly close: number | null
  /** The last session of the call. */
  readonly closeDate: IsoDate
}

/** From when on the calendar of the exchange is known. */
const FIRST_SESSION = '2010-01-04'

/**
 * The session at whose close a call expires: its expiration day, or the session before where that day has none. A day before
 * 2010 stays as it is, as its sessions are not known. Verified in `position.test.ts`.
 */
export function lastSessionBy(expiration: IsoDate): IsoDate {
  if (expiration < FIRST_SESSION) return expiration
  return isTradingDay(expiration) ? expiration : previousTradingDay(expiration)
}

/**
 * The outcome that is presumed of an expired call until it is confirmed: exercise by exception at the close of its last
 * session (MATHS 9), dollars per share. Throws RangeError on a strike or close that is not positive. Verified in
 * `position.test.ts` on each side of a cent.
 */
export function presumeOutcome(call: {
  readonly strike: number
  readonly expiration: IsoDate
  readonly close: number | null
}): ExpirationOutcome {
  const { strike, close, expiration } = call
  const closeDate = lastSessionBy(expiration)
  requirePositive('strike', strike)
  if (close === null) return { state: 'unknown', close, closeDate }
  requirePositive('close', close)
  if (atMost(Math.abs(close - strike), EXERCISE_BY_EXCEPTION_USD)) return { state: 'unclear', close, closeDate }
  return { state: above(close, strike) ? 'presumed_assigned' : 'presumed_expired', close, closeDate }
}

/** The outcome as a sentence: what is presumed, and from which close. */
export function describeOutcome({ state, close, closeDate }: ExpirationOutcome, strike: number): string {
  const day = usDate(closeDate)
  if (close === null)
    return `Expired on ${day}: the stock's close of that day is not known, so the result is not either.`
  const closed = `closed at ${dollars(close)} on ${day}`
  switch (state) {
    case 'presumed_expired':
      return `Presumed expired worthless: ${closed}.`
    case 'presumed_assigned':
      return `Presumed assigned: ${closed}, above the strike of ${dollars(strike)}.`
    default:
      return `Needs your check: ${closed}, within a cent of the strike of ${dollars(strike)}.`
  }
}
