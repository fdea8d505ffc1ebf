import { atLeast, atMost, below } from '../thresholds.ts'
import type { EventsInTerm } from './events.ts'
import { POSITION_LIMITS } from './limits.ts'
import type { PositionMetrics } from './metrics.ts'
import { anyOf, type Truth, whenKnown } from './truth.ts'

export type AttentionReasonId =
  | 'days_left'
  | 'delta'
  | 'profit'
  | 'profit_captured'
  | 'dividend'
  | 'earnings'
  | 'expired'

interface AttentionReason {
  readonly id: AttentionReasonId
  /** SPEC's three conditions are actions; whatever else deserves a look has a count of its own (D24). */
  readonly group: 'action' | 'other'
  readonly label: string
  readonly holds: (position: PositionMetrics & EventsInTerm) => Truth
}

const { lastDays, assignmentDelta, actionPnlPct, profitCapturedPct: halfPct } = POSITION_LIMITS

/** Why a position deserves a look, in the order shown. `profit` is the covered call's P&L in percent of the cost. */
export const ATTENTION_REASONS: readonly AttentionReason[] = [
  {
    id: 'days_left',
    group: 'action',
    label: `At most ${lastDays} days to expiration`,
    holds: ({ daysToExpiration }) => atMost(daysToExpiration, lastDays),
  },
  {
    id: 'delta',
    group: 'action',
    label: `Delta of at least ${assignmentDelta}`,
    holds: ({ delta }) => whenKnown(delta, (known) => atLeast(known, assignmentDelta)),
  },
  {
    id: 'profit',
    group: 'action',
    label: `Profit of at least ${actionPnlPct} % of the cost`,
    holds: ({ coveredCallPnlPct }) => whenKnown(coveredCallPnlPct, (pct) => atLeast(pct, actionPnlPct)),
  },
  {
    id: 'profit_captured',
    group: 'other',
    label: `At least ${halfPct} % of the premium captured`,
    holds: ({ profitCapturedPct }) => whenKnown(profitCapturedPct, (pct) => atLeast(pct, halfPct)),
  },
  {
    id: 'dividend',
    group: 'other',
    label: 'Goes ex-dividend before expiration',
    holds: ({ exDividendBeforeExpiration }) => exDividendBeforeExpiration,
  },
  {
    id: 'earnings',
    group: 'other',
    label: 'Reports earnings before expiration',
    holds: ({ earningsBeforeExpiration }) => earningsBeforeExpiration,
  },
  { id: 'expired', group: 'other', label: 'Expired, outcome not recorded', holds: ({ state }) => state === 'expired' },
]

export interface Attention {
  readonly action: readonly AttentionReasonId[]
  readonly other: readonly AttentionReasonId[]
  /** Reasons that what is known does not settle. */
  readonly unknown: readonly AttentionReasonId[]
}

/** The reasons of `ATTENTION_REASONS` that hold for a position, by group. Verified in `attention.test.ts`. */
export function findAttention(metrics: PositionMetrics, events: EventsInTerm): Attention {
  const judged = ATTENTION_REASONS.map(({ id, group, holds }) => ({
    id,
    group,
    holds: holds({ ...metrics, ...events }),
  }))
  const idsOf = (wanted: (reason: (typeof judged)[number]) => boolean) => judged.filter(wanted).map(({ id }) => id)
  return {
    action: idsOf(({ group, holds }) => group === 'action' && holds === true),
    other: idsOf(({ group, holds }) => group === 'other' && holds === true),
    unknown: idsOf(({ holds }) => holds === null),
  }
}

/** How many positions have at least one reason of each group; a position counts once in a group. */
export function countAttention(found: readonly Attention[]): { readonly actions: number; readonly others: number } {
  return {
    actions: found.filter(({ action }) => action.length > 0).length,
    others: found.filter(({ other }) => other.length > 0).length,
  }
}

export type AttentionLevel = 0 | 1 | 2 | 3

/** Levels of urgency as GammaLedger describes them (MATHS 7), the highest first. */
export const ATTENTION_LEVELS: readonly {
  readonly level: AttentionLevel
  readonly label: string
  readonly holds: (position: PositionMetrics) => Truth
}[] = [
  {
    level: 3,
    label: 'In the money, or at most 2 days left',
    holds: ({ daysToExpiration, headroomPct }) =>
      anyOf([atMost(daysToExpiration, 2), whenKnown(headroomPct, (pct) => below(pct, 0))]),
  },
  {
    level: 2,
    label: 'At most 7 days left, or within 2 % of the strike',
    holds: ({ daysToExpiration, price, position: { strike } }) =>
      anyOf([
        atMost(daysToExpiration, 7),
        whenKnown(price, (known) => atMost((Math.abs(strike - known) / strike) * 100, 2)),
      ]),
  },
  {
    level: 1,
    label: 'At most 21 days left, or 75 % of the premium captured',
    holds: ({ daysToExpiration, profitCapturedPct }) =>
      anyOf([atMost(daysToExpiration, 21), whenKnown(profitCapturedPct, (pct) => atLeast(pct, 75))]),
  },
]

/**
 * The urgency of a position, 0 (none) to 3: the highest level of `ATTENTION_LEVELS` that holds. What is unknown leaves a
 * range: `atLeast` is the highest level known to hold, `atMost` the highest that may. Source: MATHS 7.
 * Verified with a row on each side of each bound in `attention.test.ts`.
 */
export function findAttentionLevel(metrics: PositionMetrics): {
  readonly atLeast: AttentionLevel
  readonly atMost: AttentionLevel
} {
  const judged = ATTENTION_LEVELS.map(({ level, holds }) => ({ level, holds: holds(metrics) }))
  return {
    atLeast: judged.find(({ holds }) => holds === true)?.level ?? 0,
    atMost: judged.find(({ holds }) => holds !== false)?.level ?? 0,
  }
}
