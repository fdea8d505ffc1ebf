import {
  CALENDAR_START,
  type IsoDate,
  type MarketSession,
  newYorkCloseMs,
  newYorkDate,
  sessionOf,
} from '@callwright/scoring'

/** The session on a day; null if there is none, or if the calendar does not cover that day. Bars may be older. */
export function sessionAt(date: IsoDate): MarketSession | null {
  return date < CALENDAR_START ? null : sessionOf(date)
}

/** Close of a day's regular session; 16:00 New York time on a day without one. */
export function closeOf(date: IsoDate): number {
  return sessionAt(date)?.closeMs ?? newYorkCloseMs(date)
}

/** Whether an instant is in a regular session. Options do not trade outside of it. */
export function isInSession(instantMs: number): boolean {
  const session = sessionAt(newYorkDate(instantMs))
  return session !== null && instantMs >= session.openMs && instantMs <= session.closeMs
}

export interface PricedInstant {
  readonly price: number
  readonly atMs: number
}

/**
 * The price of a stock: its last trade if that was in a regular session, not before the day of the last bar; otherwise
 * the close of that bar. A trade before the open or after the close would not match the closing prices of options.
 */
export function chooseSessionPrice(
  trade: PricedInstant | null,
  bar: { readonly date: IsoDate; readonly close: number } | null,
): PricedInstant | null {
  const isUsable = trade !== null && isInSession(trade.atMs)
  if (isUsable && (bar === null || newYorkDate(trade.atMs) >= bar.date)) return trade
  return bar === null ? null : { price: bar.close, atMs: closeOf(bar.date) }
}
