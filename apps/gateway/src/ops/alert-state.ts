import type { ServiceName } from './catalogue/expressions.ts'
import type { AlertRule, BurnAlert, CauseAlert, Condition } from './catalogue/types.ts'
import { countEvents, evaluate, type Snapshot, WINDOW_SECONDS } from './evaluate.ts'
import type { ObjectiveState } from './objective-state.ts'
import { createSeries } from './series.ts'

/** An active alert, with the time since when its conditions have held. */
export interface AlertView {
  readonly rule: AlertRule
  readonly state: 'pending' | 'firing'
  readonly sinceMs: number
}

/** Tracks one alert. `push` evaluates a snapshot; `read` returns the current state or null. */
export function createAlertState(
  service: ServiceName,
  rule: AlertRule,
  objectives: ReadonlyMap<string, ObjectiveState>,
) {
  const holds = rule.kind === 'burn' ? watchBurn(rule, objectives) : watchCause(service, rule)
  const forMs = rule.kind === 'burn' ? 0 : rule.forSeconds * 1_000
  let sinceMs: number | null = null
  let evaluatedAtMs = 0

  return {
    push(snapshot: Snapshot): void {
      evaluatedAtMs = snapshot.nowMs
      if (!holds(snapshot)) sinceMs = null
      else sinceMs ??= snapshot.nowMs
    },
    read(): AlertView | null {
      if (sinceMs === null) return null
      return { rule, state: evaluatedAtMs - sinceMs >= forMs ? 'firing' : 'pending', sinceMs }
    },
  }
}

type Holds = (snapshot: Snapshot) => boolean

function watchBurn(rule: BurnAlert, objectives: ReadonlyMap<string, ObjectiveState>): Holds {
  const objective = objectives.get(rule.objective)
  if (objective === undefined) throw new Error(`${rule.name} refers to an unknown objective`)
  return ({ nowMs }) =>
    objective.hasEnough(nowMs, rule.longSeconds, rule.minimumEvents) &&
    [rule.shortSeconds, rule.longSeconds].every((seconds) => (objective.readBurn(nowMs, seconds) ?? 0) > rule.factor)
}

function watchCause(service: ServiceName, { all }: CauseAlert): Holds {
  const conditions = all.map((condition) => watchCondition(service, condition))
  // Evaluate without short-circuiting, because increase conditions must see every snapshot.
  return (snapshot) => conditions.map((holds) => holds(snapshot)).every(Boolean)
}

function watchCondition(service: ServiceName, { of, is, bound, windowSeconds }: Condition): Holds {
  const compare = (value: number) => (is === 'above' ? value > bound : value < bound)
  if (of.kind === 'increase') {
    const gained = createSeries('sum')
    return (snapshot) => {
      gained.push(snapshot.nowMs, countEvents(of, service, snapshot, 0).all)
      return compare(gained.sum(snapshot.nowMs, (windowSeconds ?? WINDOW_SECONDS) * 1_000))
    }
  }
  return (snapshot) => {
    const values = evaluate(of, service, snapshot, windowSeconds ?? WINDOW_SECONDS)
    // A sum of gauges is missing only if no process is up, so it counts as 0. Any other missing value fails the
    // condition.
    if (values.length === 0) return of.kind === 'gauge' && of.fold === 'sum' && is === 'below' && compare(0)
    return values.some(({ value }) => compare(value))
  }
}
