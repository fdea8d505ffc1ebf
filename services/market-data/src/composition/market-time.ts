import { isTradingDay, newYorkDate, nextTradingDay, previousTradingDay, sessionOf } from '@callwright/scoring'

export interface MarketTime {
  readonly nowMs: number
  /** Opening time of the session in progress; null if there is none. */
  readonly openMs: number | null
  /** Closing time of the most recent finished session. */
  readonly lastCloseMs: number
}

export type ReadMarketTime = () => MarketTime

type Stretch = Omit<MarketTime, 'nowMs'> & { readonly fromMs: number; readonly untilMs: number }

/**
 * Creates a function that reads the state of the market. It runs for every answer, so it consults the calendar only
 * when a session begins or ends.
 */
export function createMarketTime(now: () => number): ReadMarketTime {
  let stretch: Stretch | null = null
  return () => {
    const nowMs = now()
    if (stretch === null || nowMs < stretch.fromMs || nowMs >= stretch.untilMs) stretch = findStretch(nowMs)
    return { nowMs, openMs: stretch.openMs, lastCloseMs: stretch.lastCloseMs }
  }
}

function findStretch(nowMs: number): Stretch {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  if (session !== null && nowMs >= session.closeMs) {
    return {
      openMs: null,
      lastCloseMs: session.closeMs,
      fromMs: session.closeMs,
      untilMs: openOf(nextTradingDay(today)),
    }
  }
  const lastCloseMs = sessionOf(previousTradingDay(today))?.closeMs ?? Number.NaN
  if (session !== null && nowMs >= session.openMs) {
    return { openMs: session.openMs, lastCloseMs, fromMs: session.openMs, untilMs: session.closeMs }
  }
  const next = isTradingDay(today) ? today : nextTradingDay(today)
  return { openMs: null, lastCloseMs, fromMs: lastCloseMs, untilMs: openOf(next) }
}

/** Opening time of `date`, which must be a trading day. */
function openOf(date: string): number {
  return sessionOf(date)?.openMs ?? Number.NaN
}
