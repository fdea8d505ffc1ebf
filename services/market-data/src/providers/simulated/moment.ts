import { dayNumber, fromDayNumber, type IsoDate, type MarketSession, newYorkDate } from '@callwright/scoring'
import type { Calendar, SessionPlace } from './calendar.ts'

const MS_PER_MINUTE = 60_000

/** An instant as the market sees it: the session that trades, or the last one that did, and how far into it. */
export interface MarketMoment {
  readonly nowMs: number
  /** New York's calendar day of the instant; past midnight it runs ahead of the session. */
  readonly today: IsoDate
  readonly todayDay: number
  readonly session: MarketSession
  readonly place: SessionPlace
  readonly day: number
  /** The last instant the market traded at: now, or the close of the session before. */
  readonly asOfMs: number
  readonly isOpen: boolean
  /** Minutes of the session, and how many of them have passed; part of one counts as that part. */
  readonly minutes: number
  readonly elapsed: number
}

/** Reads an instant. Before the open, on weekends and holidays it stands at the last close. */
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
