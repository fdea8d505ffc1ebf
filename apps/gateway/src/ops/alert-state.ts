import type { ServiceName } from './catalogue/expressions.ts'
import type { AlertRule, BurnAlert, CauseAlert, Condition } from './catalogue/types.ts'
import { countEvents, evaluate, type Sight, WINDOW_SECONDS } from './evaluate.ts'
import type { ObjectiveState } from './objective-state.ts'
import { createSeries } from './series.ts'

/** Quiet, about to fire, or firing; since when its conditions hold. */
export interface AlertSight {
  readonly rule: AlertRule
  readonly state: 'pending' | 'firing'
  readonly sinceMs: number
}

/** One alert of a service over time: `push` looks, `read` tells. */
export function createAlertState(
  service: ServiceName,
  rule: AlertRule,
  objectives: ReadonlyMap<string, ObjectiveState>,
) {
  const holds = rule.kind === 'burn' ? watchBurn(rule, objectives) : watchCause(service, rule)
  const forMs = rule.kind === 'burn' ? 0 : rule.forSeconds * 1_000
  let sinceMs: number | null = null
  let lookedAtMs = 0

  return {
    push(sight: Sight): void {
      lookedAtMs = sight.nowMs
      if (!holds(sight)) sinceMs = null
      else sinceMs ??= sight.nowMs
    },
    read(): AlertSight | null {
      if (sinceMs === null) return null
      return { rule, state: lookedAtMs - sinceMs >= forMs ? 'firing' : 'pending', sinceMs }
    },
  }
}

type Holds = (sight: Sight) => boolean

function watchBurn(rule: BurnAlert, objectives: ReadonlyMap<string, ObjectiveState>): Holds {
  const objective = objectives.get(rule.objective)
  if (objective === undefined) throw new Error(`${rule.name} is of an objective that does not exist`)
  return ({ nowMs }) =>
    objective.hasEnough(nowMs, rule.longSeconds, rule.minimumEvents) &&
    [rule.shortSeconds, rule.longSeconds].every((seconds) => (objective.readBurn(nowMs, seconds) ?? 0) > rule.factor)
}

function watchCause(service: ServiceName, { all }: CauseAlert): Holds {
  const conditions = all.map((condition) => watchCondition(service, condition))
  // Every one of them, since some count what each look adds.
  return (sight) => conditions.map((holds) => holds(sight)).every(Boolean)
}

function watchCondition(service: ServiceName, { of, is, bound, windowSeconds }: Condition): Holds {
  const compare = (value: number) => (is === 'above' ? value > bound : value < bound)
  if (of.kind === 'increase') {
    const gained = createSeries('sum')
    return (sight) => {
      gained.push(sight.nowMs, countEvents(of, service, sight, 0).all)
      return compare(gained.sum(sight.nowMs, (windowSeconds ?? WINDOW_SECONDS) * 1_000))
    }
  }
  return (sight) => {
    const values = evaluate(of, service, sight, windowSeconds ?? WINDOW_SECONDS)
    // No process at all is none of them; of anything else nothing is known, and nothing is claimed.
    if (values.length === 0) return of.kind === 'gauge' && of.fold === 'sum' && is === 'below' && compare(0)
    return values.some(({ value }) => compare(value))
  }
}
