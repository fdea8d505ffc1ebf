import { isTradingDay, newYorkDate, nextTradingDay, previousTradingDay, sessionOf } from '@callwright/scoring'

/** Where an instant stands between the sessions of the exchanges. */
export interface MarketMoment {
  readonly nowMs: number
  /** When the session under way began; null outside of one. */
  readonly openMs: number | null
  /** The end of the last session that is over. */
  readonly lastCloseMs: number
}

export type ReadMoment = () => MarketMoment

type Stretch = Omit<MarketMoment, 'nowMs'> & { readonly fromMs: number; readonly untilMs: number }

/** Reads the moment off a clock. The calendar is looked up once a stretch: it is asked with every answer. */
export function createMoments(now: () => number): ReadMoment {
  let stretch: Stretch | null = null
  return () => {
    const nowMs = now()
    if (stretch === null || nowMs < stretch.fromMs || nowMs >= stretch.untilMs) stretch = findStretch(nowMs)
    return { nowMs, openMs: stretch.openMs, lastCloseMs: stretch.lastCloseMs }
  }
}

/** The session or the pause that an instant lies in. */
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

/** A trading day always has an open. */
function openOf(date: string): number {
  return sessionOf(date)?.openMs ?? Number.NaN
}
