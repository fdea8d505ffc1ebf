import type { Answer, Missing } from '../providers/provider.ts'

const MINUTE = 60_000
/** Tolerated clock difference. */
const SLACK_MS = MINUTE

/** Caps an answer's time at our own clock, and adds a note if the source's clock is ahead (F26). */
export function trustClock<T>(answer: Answer<T>, nowMs: number, aheadMs = answer.asOfMs - nowMs): Answer<T> {
  const asOfMs = Number.isFinite(answer.asOfMs) ? Math.min(answer.asOfMs, nowMs) : nowMs
  if (!(aheadMs > SLACK_MS)) return asOfMs === answer.asOfMs ? answer : { ...answer, asOfMs }
  const minutes = Math.round(aheadMs / MINUTE)
  const uncertain: Missing = {
    field: 'freshness',
    reason: `Time uncertain: the clock of ${answer.source} is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} fast`,
  }
  return { ...answer, asOfMs, missing: [...answer.missing, uncertain] }
}
