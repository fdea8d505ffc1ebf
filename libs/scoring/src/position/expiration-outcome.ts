import { EXERCISE_BY_EXCEPTION_USD } from '../assignment/expiration.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { isTradingDay, previousTradingDay } from '../calendar/sessions.ts'
import { requirePositive } from '../guards.ts'
import { above, atMost } from '../thresholds.ts'
import { dollars, usDate } from '../wording.ts'

/**
 * Presumed outcome of an expired call, from the close of its last day. `unclear`: the close was within a cent of the
 * strike, so both outcomes are possible. `unknown`: the close is unknown.
 */
export interface ExpirationOutcome {
  readonly state: 'presumed_expired' | 'presumed_assigned' | 'unclear' | 'unknown'
  /** Stock close, dollars per share. */
  readonly close: number | null
  /** The last session of the call. */
  readonly closeDate: IsoDate
}

/** First session of the exchange calendar. */
const FIRST_SESSION = '2010-01-04'

/**
 * Last session of a call: its expiration day, or the previous session if the exchange is closed on that day. Returns days
 * before 2010 unchanged, since their sessions are unknown. Verified in `position.test.ts`.
 */
export function lastSessionBy(expiration: IsoDate): IsoDate {
  if (expiration < FIRST_SESSION) return expiration
  return isTradingDay(expiration) ? expiration : previousTradingDay(expiration)
}

/**
 * Presumes the outcome of an expired call until it is confirmed: exercise by exception at the close of its last session
 * (MATHS 9), dollars per share. Throws RangeError on a strike or close that is not positive. Verified in
 * `position.test.ts` on both sides of a cent.
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

/** Describes the outcome in a sentence, with the close that it is based on. */
export function describeOutcome({ state, close, closeDate }: ExpirationOutcome, strike: number): string {
  const day = usDate(closeDate)
  if (close === null) return `Expired on ${day}. The stock's closing price that day is unknown, so the outcome is too.`
  const closed = `closed at ${dollars(close)} on ${day}`
  switch (state) {
    case 'presumed_expired':
      return `Presumed expired worthless: ${closed}.`
    case 'presumed_assigned':
      return `Presumed assigned: ${closed}, above the ${dollars(strike)} strike.`
    default:
      return `Needs your check: ${closed}, within a cent of the ${dollars(strike)} strike.`
  }
}
