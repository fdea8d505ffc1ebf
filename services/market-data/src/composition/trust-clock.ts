import type { Answer, Missing } from '../providers/provider.ts'

const MINUTE = 60_000
/** Clocks that are further apart do not tell the same time. */
const SLACK_MS = MINUTE

/** An answer whose time is not ahead of ours; where the source's clock is, that is said (F26). */
export function trustClock<T>(answer: Answer<T>, nowMs: number, aheadMs = answer.asOfMs - nowMs): Answer<T> {
  const asOfMs = Number.isFinite(answer.asOfMs) ? Math.min(answer.asOfMs, nowMs) : nowMs
  if (!(aheadMs > SLACK_MS)) return asOfMs === answer.asOfMs ? answer : { ...answer, asOfMs }
  const minutes = Math.round(aheadMs / MINUTE)
  const uncertain: Missing = {
    field: 'freshness',
    reason: `Time uncertain: the clock of ${answer.source} is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ahead of ours`,
  }
  return { ...answer, asOfMs, missing: [...answer.missing, uncertain] }
}
