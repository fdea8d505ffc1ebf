import { isExercisedByException, isPinRisk } from '../assignment/expiration.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { isTradingDay, previousTradingDay } from '../calendar/sessions.ts'
import { requirePositive } from '../guards.ts'
import { dollars, usDate } from '../wording.ts'

/** `presumed`: clear from the close. `check`: within 1% of the strike. `ask`: the close is unknown. */
export type Certainty = 'presumed' | 'check' | 'ask'

/** Presumed outcome of an expired call, from the close of its last session. `unknown`: the close is unknown. */
export interface ExpirationOutcome {
  readonly state: 'presumed_expired' | 'presumed_assigned' | 'unknown'
  readonly certainty: Certainty
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
  const known = sessions.get(expiration)
  if (known !== undefined) return known
  const session = isTradingDay(expiration) ? expiration : previousTradingDay(expiration)
  sessions.set(expiration, session)
  return session
}

/** Sessions found before: the same few days are asked for thousands of times. */
const sessions = new Map<IsoDate, IsoDate>()

/**
 * Presumes the outcome of an expired call until it is confirmed: exercise by exception at the close of its last session
 * (MATHS 9), dollars per share. A close within 1% of the strike must be checked with the broker (LIFECYCLE 3). Throws
 * RangeError on a strike or close that is not positive. Verified in `position.test.ts` with the table of LIFECYCLE 3.
 */
export function presumeOutcome(call: {
  readonly strike: number
  readonly expiration: IsoDate
  readonly close: number | null
}): ExpirationOutcome {
  const { strike, close, expiration } = call
  const closeDate = lastSessionBy(expiration)
  requirePositive('strike', strike)
  if (close === null) return { state: 'unknown', certainty: 'ask', close, closeDate }
  requirePositive('close', close)
  const isAssigned = isExercisedByException({ type: 'call', price: close, strike })
  const certainty = isPinRisk({ price: close, strike }) ? 'check' : 'presumed'
  return { state: isAssigned ? 'presumed_assigned' : 'presumed_expired', certainty, close, closeDate }
}

/** Describes the outcome in a sentence, with the close that it is based on. */
export function describeOutcome({ state, certainty, close, closeDate }: ExpirationOutcome, strike: number): string {
  const day = usDate(closeDate)
  if (close === null) return `Expired on ${day}. The stock's closing price that day is unknown, so the outcome is too.`
  const closed = `closed at ${dollars(close)} on ${day}`
  const outcome =
    state === 'presumed_assigned'
      ? `Presumed assigned: ${closed}, above the ${dollars(strike)} strike.`
      : `Presumed expired worthless: ${closed}.`
  return certainty === 'check' ? `${outcome} That is within 1% of the strike: check with your broker.` : outcome
}
