import type { Bar, Quote, StockEvent, Success } from '@callwright/contracts'
import { newYorkMidnightMs, previousTradingDay } from '@callwright/scoring'

export const recordedStamp = {
  source: 'recorded pack',
  cache_status: 'fresh',
  data_class: 'recorded',
  as_of: '2026-07-10T20:00:00Z',
} as const

/** Lists the last `count` trading days up to `last`, oldest first. */
export function listSessions(count: number, last = '2026-07-10'): string[] {
  const days = [last]
  while (days.length < count) days.push(previousTradingDay(days.at(-1) ?? last))
  return days.toReversed()
}

function buildBar(timestamp: number, index: number): Bar {
  const close = 100 + 12 * Math.sin(index / 9) + index / 20
  const open = close - Math.cos(index / 2)
  return {
    timestamp,
    open,
    high: Math.max(open, close) + 1,
    low: Math.min(open, close) - 1,
    close,
    volume: 1_000_000 + 1_000 * index,
  }
}

/** Made-up daily bars that rise and fall. */
export function buildDays(count = 500, last = '2026-07-10'): Bar[] {
  return listSessions(count, last).map((day, index) => buildBar(newYorkMidnightMs(day), index))
}

const OPEN_MINUTE = 570
const MINUTES_A_SESSION = 390

/** Made-up five-minute bars for the last `sessions` sessions. */
export function buildMinutes(sessions = 7, last = '2026-07-10'): Bar[] {
  const starts = listSessions(sessions, last).flatMap((day) =>
    Array.from(
      { length: MINUTES_A_SESSION / 5 },
      (_, index) => newYorkMidnightMs(day) + (OPEN_MINUTE + 5 * index) * 60_000,
    ),
  )
  return starts.map(buildBar)
}

export function buildEvent(changes: Partial<StockEvent> = {}): StockEvent {
  return { date: '2026-07-30', kind: 'earnings', cash_amount: null, split_ratio: null, ...changes }
}

export function buildBars(changes: Partial<Success<'stocks.data'>> = {}): Success<'stocks.data'> {
  return {
    status: 'success',
    symbol: 'QAAA',
    timespan: 'day',
    multiplier: 1,
    data: buildDays(),
    events: [],
    message: null,
    ...recordedStamp,
    ...changes,
  }
}

export function buildQuote(changes: Partial<Quote> = {}): Quote {
  return {
    status: 'success',
    symbol: 'QAAA',
    last_price: 120.5,
    change: -0.9,
    change_pct: -0.74,
    bid: 120.4,
    ask: 120.6,
    volume: 1_000_000,
    previous_close: 121.4,
    message: null,
    ...recordedStamp,
    ...changes,
  }
}
