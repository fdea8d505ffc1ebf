import { newYorkDate, sessionOf } from '@callwright/scoring'
import type { Runtime } from '@callwright/service'

const POLL_MS = 10_000

/** Reports whether the exchange is open according to the market's own clock, for alerts about the age of data. */
export function watchSession(runtime: Pick<Runtime, 'metrics' | 'onClose'>, now: () => number): void {
  const gauge = runtime.metrics.gauge('market_session_open', "1 during the exchange's regular session")
  const look = () => gauge.set(isInSession(now()) ? 1 : 0)
  look()
  const timer = setInterval(look, POLL_MS).unref()
  runtime.onClose('session gauge', () => clearInterval(timer))
}

function isInSession(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs
}
