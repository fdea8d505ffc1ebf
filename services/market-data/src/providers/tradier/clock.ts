import { earlyCloses, isWeekend, marketHolidays, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import { readDay, readInstantMs, readObject, readText } from '../http/json-values.ts'
import type { MarketClock, MarketStatus, SpecialDay } from '../provider.ts'
import { failure, type TradierContext } from './tradier-client.ts'

const SESSIONS: Readonly<Record<string, MarketStatus['session']>> = {
  open: 'open',
  premarket: 'extended',
  postmarket: 'extended',
  closed: 'closed',
}
const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const CLOSE_MINUTE = 16 * MINUTES_PER_HOUR
/** The calendar is one call a month. */
const MONTHS_AHEAD = 3

/** Creates a clock with the wall-clock time, the current status of the exchanges, and holidays and early closes. */
export function createMarketClock({ client, now, stamps }: TradierContext): MarketClock {
  return {
    now,
    async findStatus() {
      const { state, timestamp } = readObject(await client.get('/markets/clock', {}, 'clock'))
      const session = SESSIONS[readText(state) ?? '']
      if (session === undefined) throw failure({ kind: 'unreadable', status: 200, detail: 'returned no market status' })
      return stamps.facts({ session, serverMs: readInstantMs(timestamp) })
    },
    async listSpecialDays() {
      const from = newYorkDate(now())
      const months = Array.from({ length: MONTHS_AHEAD }, (_, index) => monthAfter(from, index))
      const lists = await Promise.all(
        months.map(async ({ month, year }) => {
          const { days } = readObject(await client.get('/markets/calendar', { month, year }, 'calendar'))
          const { day } = readObject(days)
          return Array.isArray(day) ? day.map(readObject) : []
        }),
      )
      return stamps.facts(lists.flat().flatMap((row) => readSpecialDay(row, from) ?? []))
    },
  }
}

function monthAfter(date: string, months: number) {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  return { month: (index % 12) + 1, year: Math.floor(index / 12) }
}

/** A weekday without a session, or one that ends early; null for any other day. */
function readSpecialDay(
  { date: text, status, open }: Readonly<Record<string, unknown>>,
  from: string,
): SpecialDay | null {
  const date = readDay(text)
  if (date === null || date < from || isWeekend(date)) return null
  const year = Number(date.slice(0, 4))
  const nameOf = (listDays: typeof earlyCloses) => listDays(year).find((day) => day.date === date)?.name
  if (status === 'closed') return { date, name: nameOf(marketHolidays) ?? 'Holiday', closeMs: null }
  const [hour = Number.NaN, minute = Number.NaN] = (readText(readObject(open).end) ?? '').split(':').map(Number)
  const closeMinute = hour * MINUTES_PER_HOUR + minute
  if (!(closeMinute < CLOSE_MINUTE)) return null
  // Clocks change on Sundays, so every minute of a session day is 60 seconds after the previous one.
  const closeMs = newYorkMidnightMs(date) + closeMinute * MINUTE_MS
  return { date, name: nameOf(earlyCloses) ?? 'Early close', closeMs }
}
