import {
  addDays,
  earlyCloses,
  type IsoDate,
  isWeekend,
  marketHolidays,
  newYorkDate,
  newYorkMidnightMs,
} from '@callwright/scoring'
import { isObject, readDay, readInstantMs, readText } from '../http/json-values.ts'
import { sessionAt } from '../parsing/session-prices.ts'
import type { MarketClock, MarketStatus, SpecialDay } from '../provider.ts'
import { type AlpacaContext, failure } from './alpaca-client.ts'

/** Days ahead to list. The vendor's calendar covers the next years. */
const AHEAD_DAYS = 366
const EXTENDED_MS = { before: 5.5 * 3_600_000, after: 4 * 3_600_000 }
const MINUTES_PER_HOUR = 60
const MINUTE_MS = 60_000
const CLOSE_MINUTE = 16 * MINUTES_PER_HOUR

/** Creates a clock with the wall-clock time, the current status of the exchanges, and holidays and early closes. */
export function createMarketClock({ trading, now, stamps }: AlpacaContext): MarketClock {
  return {
    now,
    async findStatus() {
      const { is_open, timestamp } = await trading.get('/v2/clock')
      if (typeof is_open !== 'boolean') throw failure({ kind: 'unreadable', detail: 'returned no market status' })
      const serverMs = readInstantMs(timestamp)
      return stamps.facts({ session: is_open ? 'open' : sessionOutside(serverMs ?? now()), serverMs })
    },
    async listSpecialDays() {
      const from = newYorkDate(now())
      const to = addDays(from, AHEAD_DAYS)
      const rows = await trading.getList('/v2/calendar', { start: from, end: to })
      const closes = new Map<IsoDate, number>()
      for (const row of rows.filter(isObject)) {
        const date = readDay(row.date)
        const minute = readMinute(row.close)
        if (date !== null && minute !== null) closes.set(date, minute)
      }
      return stamps.facts(findSpecialDays(from, closes))
    },
  }
}

/** The vendor's clock knows only open and closed. */
function sessionOutside(atMs: number): MarketStatus['session'] {
  const session = sessionAt(newYorkDate(atMs))
  if (session === null) return 'closed'
  const isNear = atMs >= session.openMs - EXTENDED_MS.before && atMs < session.closeMs + EXTENDED_MS.after
  return isNear ? 'extended' : 'closed'
}

/** The calendar lists sessions, so a weekday that it leaves out, before its last one, is a holiday. */
function findSpecialDays(from: IsoDate, closes: ReadonlyMap<IsoDate, number>): SpecialDay[] {
  const last = [...closes.keys()].sort().at(-1) ?? ''
  const days: SpecialDay[] = []
  for (let date = from; date <= last; date = addDays(date, 1)) {
    const minute = closes.get(date)
    if (minute === undefined && !isWeekend(date)) {
      days.push({ date, name: nameOf(marketHolidays, date) ?? 'Holiday', closeMs: null })
    } else if (minute !== undefined && minute < CLOSE_MINUTE) {
      // Clocks change on Sundays, so every minute of a session day is 60 seconds after the previous one.
      const closeMs = newYorkMidnightMs(date) + minute * MINUTE_MS
      days.push({ date, name: nameOf(earlyCloses, date) ?? 'Early close', closeMs })
    }
  }
  return days
}

/** The product's own name for a special day; the vendor has none. */
function nameOf(listDays: typeof earlyCloses, date: IsoDate): string | null {
  return listDays(Number(date.slice(0, 4))).find((day) => day.date === date)?.name ?? null
}

/** Minutes after 00:00 of a time such as `13:00`. */
function readMinute(value: unknown): number | null {
  const match = /^(\d\d):(\d\d)/.exec(readText(value) ?? '')
  return match === null ? null : Number(match[1]) * MINUTES_PER_HOUR + Number(match[2])
}
