import type { ServiceName } from './catalogue/expressions.ts'
import type { Objective } from './catalogue/types.ts'
import { countEvents, type Sight } from './evaluate.ts'
import { createSeries } from './series.ts'

const DAY_SECONDS = 86_400

export type ObjectiveState = ReturnType<typeof createObjectiveState>

/** The events of one promise over a day, and how fast they use up its budget. */
export function createObjectiveState(service: ServiceName, { objective, bad: expression }: Objective) {
  const bad = createSeries('sum')
  const all = createSeries('sum')

  /** Null without events. */
  function badShare(nowMs: number, windowSeconds: number): number | null {
    const total = all.sum(nowMs, windowSeconds * 1_000)
    return total > 0 ? bad.sum(nowMs, windowSeconds * 1_000) / total : null
  }

  return {
    /** Counts what the last look added. */
    push(sight: Sight): void {
      const events = countEvents(expression, service, sight, 0)
      bad.push(sight.nowMs, events.bad)
      all.push(sight.nowMs, events.all)
    },
    /** The good part, 0 to 1, of a day or of what is kept of it; null without events. */
    readGoodShare(nowMs: number): number | null {
      const share = badShare(nowMs, DAY_SECONDS)
      return share === null ? null : 1 - share
    },
    /** 1 uses up exactly the budget; null without events. */
    readBurn(nowMs: number, windowSeconds: number): number | null {
      const share = badShare(nowMs, Math.min(windowSeconds, DAY_SECONDS))
      return share === null ? null : share / (1 - objective)
    },
    /** The part of the budget that a day like the one that is kept leaves; below 0 it is overspent. */
    readBudget(nowMs: number): number | null {
      const share = badShare(nowMs, DAY_SECONDS)
      return share === null ? null : 1 - share / (1 - objective)
    },
    /** Whether the window holds enough events, or looks, to say something. */
    hasEnough: (nowMs: number, windowSeconds: number, minimum: number): boolean =>
      all.sum(nowMs, Math.min(windowSeconds, DAY_SECONDS) * 1_000) >= minimum,
  }
}
