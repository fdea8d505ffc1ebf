import type { ServiceName } from './catalogue/expressions.ts'
import type { Objective } from './catalogue/types.ts'
import { countEvents, type Snapshot } from './evaluate.ts'
import { createSeries } from './series.ts'

const DAY_SECONDS = 86_400

export type ObjectiveState = ReturnType<typeof createObjectiveState>

/** Tracks the events of one SLO over a day and computes its burn rate. */
export function createObjectiveState(service: ServiceName, { objective, bad: expression }: Objective) {
  const bad = createSeries('sum')
  const all = createSeries('sum')

  /** Null if there were no events. */
  function badShare(nowMs: number, windowSeconds: number): number | null {
    const total = all.sum(nowMs, windowSeconds * 1_000)
    return total > 0 ? bad.sum(nowMs, windowSeconds * 1_000) / total : null
  }

  return {
    push(snapshot: Snapshot): void {
      const events = countEvents(expression, service, snapshot, 0)
      bad.push(snapshot.nowMs, events.bad)
      all.push(snapshot.nowMs, events.all)
    },
    /** Good share (0 to 1) over the last day, or over as much of it as is known. Null if there were no events. */
    readGoodShare(nowMs: number): number | null {
      const share = badShare(nowMs, DAY_SECONDS)
      return share === null ? null : 1 - share
    },
    /** Burn rate; a rate of 1 uses up the budget exactly. Null if there were no events. */
    readBurn(nowMs: number, windowSeconds: number): number | null {
      const share = badShare(nowMs, Math.min(windowSeconds, DAY_SECONDS))
      return share === null ? null : share / (1 - objective)
    },
    /** Share of the budget that would remain at the last day's rate. Negative if overspent. */
    readBudget(nowMs: number): number | null {
      const share = badShare(nowMs, DAY_SECONDS)
      return share === null ? null : 1 - share / (1 - objective)
    },
    /** Whether the window holds enough events or snapshots for an alert. */
    hasEnough: (nowMs: number, windowSeconds: number, minimum: number): boolean =>
      all.sum(nowMs, Math.min(windowSeconds, DAY_SECONDS) * 1_000) >= minimum,
  }
}
