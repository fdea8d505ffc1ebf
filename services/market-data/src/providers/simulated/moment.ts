import { dayNumber, fromDayNumber, type IsoDate, type MarketSession, newYorkDate } from '@callwright/scoring'
import type { Calendar, SessionPlace } from './calendar.ts'

const MS_PER_MINUTE = 60_000

/** State of the market at an instant: the current or most recent session, and how far it has progressed. */
export interface MarketMoment {
  readonly nowMs: number
  /** The instant's calendar day in New York; after midnight, it is later than the session's day. */
  readonly today: IsoDate
  readonly todayDay: number
  readonly session: MarketSession
  readonly place: SessionPlace
  readonly day: number
  /** Time of the latest trading: now, or the previous close. */
  readonly asOfMs: number
  readonly isOpen: boolean
  /** Length of the session, and how much of it has passed, in minutes including fractions. */
  readonly minutes: number
  readonly elapsed: number
}

/** Reads the state at an instant. Before the open, on weekends and on holidays, it is the state at the last close. */
export function readMoment(calendar: Calendar, nowMs: number): MarketMoment {
  const today = newYorkDate(nowMs)
  const todayDay = dayNumber(today)
  const todays = calendar.sessionOn(today)
  const started = todays !== null && nowMs >= todays.openMs
  const day = started ? todayDay : calendar.before(todayDay)
  const session = started ? todays : calendar.sessionOn(fromDayNumber(day))
  if (session === null) throw new RangeError(`no session on ${fromDayNumber(day)}`)
  const asOfMs = Math.min(nowMs, session.closeMs)
  return {
    nowMs,
    today,
    todayDay,
    session,
    place: calendar.placeOn(day),
    day,
    asOfMs,
    isOpen: nowMs < session.closeMs,
    minutes: (session.closeMs - session.openMs) / MS_PER_MINUTE,
    elapsed: (asOfMs - session.openMs) / MS_PER_MINUTE,
  }
}
