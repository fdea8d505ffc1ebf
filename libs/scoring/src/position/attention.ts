import { DIVIDEND_TEST_DAYS } from '../assignment/early-assignment.ts'
import { addDays } from '../calendar/iso-date.ts'
import { timeValue } from '../returns/yields.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'
import { anyOf, type Truth, whenKnown } from '../truth.ts'
import { dollars, usDate } from '../wording.ts'
import { type DividendRisk, judgeDividendRisk } from './dividend-risk.ts'
import {
  type AnnouncedDividend,
  type CompanyEvents,
  type EventsInTerm,
  findEventsInTerm,
  listStrikeAdjustments,
  listUpcomingDividends,
} from './events.ts'
import { describeOutcome } from './expiration-outcome.ts'
import { POSITION_LIMITS } from './limits.ts'
import type { PositionMetrics } from './metrics.ts'
import { describeShareChanges } from './share-changes.ts'

export type AttentionReasonId =
  | 'days_left'
  | 'delta'
  | 'profit'
  | 'profit_captured'
  | 'dividend'
  | 'ex_dividend'
  | 'special_dividend'
  | 'earnings'
  | 'expired'
  | 'split'
  | 'spin_off'
  | 'strike_lowered'
  | 'uncovered'

interface AttentionReason {
  readonly id: AttentionReasonId
  /** The three conditions in SPEC are actions; other reasons to look at a position are counted separately (D24). */
  readonly group: 'action' | 'other'
  readonly label: string
  readonly openOnly: boolean
  readonly holds: (position: WatchedPosition) => Truth
  /** Builds a sentence with the position's figures. If it is missing or returns null, the label is used. */
  readonly describe?: (position: WatchedPosition) => string | null
}

interface WatchedPosition extends PositionMetrics, EventsInTerm {
  readonly dividendRisk: DividendRisk
  /** Next regular dividend, if its ex-date is at most a week away and no later than expiration. */
  readonly nearDividend: AnnouncedDividend | null
  /** Next special dividend before expiration; it lowers the strike. */
  readonly strikeAdjustment: AnnouncedDividend | null
  readonly uncoveredContracts: number
}

const { lastDays, assignmentDelta, actionPnlPct, profitCapturedPct: halfPct } = POSITION_LIMITS

/** Reasons to look at a position, in display order. `profit` is the covered call's P&L as a percentage of the cost. */
export const ATTENTION_REASONS: readonly AttentionReason[] = [
  {
    id: 'days_left',
    group: 'action',
    label: `At most ${lastDays} days to expiration`,
    openOnly: true,
    holds: ({ daysToExpiration }) => atMost(daysToExpiration, lastDays),
  },
  {
    id: 'delta',
    group: 'action',
    label: `Delta of at least ${assignmentDelta}`,
    openOnly: true,
    holds: ({ delta, deltaAtMost }) =>
      delta === null && deltaAtMost !== null && !atLeast(deltaAtMost, assignmentDelta)
        ? false
        : whenKnown(delta, (known) => atLeast(known, assignmentDelta)),
  },
  {
    id: 'profit',
    group: 'action',
    label: `Profit of at least ${actionPnlPct}% of the cost`,
    openOnly: true,
    holds: ({ coveredCallPnlPct }) => whenKnown(coveredCallPnlPct, (pct) => atLeast(pct, actionPnlPct)),
  },
  {
    id: 'profit_captured',
    group: 'other',
    label: `At least ${halfPct}% of the premium captured`,
    openOnly: true,
    holds: ({ profitCapturedPct }) => whenKnown(profitCapturedPct, (pct) => atLeast(pct, halfPct)),
  },
  {
    id: 'dividend',
    group: 'other',
    label: 'A dividend exceeds the time value left: early assignment is likely',
    openOnly: true,
    holds: ({ dividendRisk }) => dividendRisk.atRisk,
    describe: ({ dividendRisk }) => describeDividend(dividendRisk),
  },
  {
    id: 'ex_dividend',
    group: 'other',
    label: `In the money, with an ex-dividend date within ${DIVIDEND_TEST_DAYS} days`,
    openOnly: true,
    holds: ({ dividendRisk, nearDividend, price, position }) =>
      dividendRisk.atRisk === true || nearDividend === null
        ? false
        : whenKnown(price, (known) => above(known, position.strike)),
    describe: describeNearDividend,
  },
  {
    id: 'special_dividend',
    group: 'other',
    label: 'A special dividend lowers the strike',
    openOnly: true,
    holds: ({ strikeAdjustment }) => strikeAdjustment !== null,
    describe: ({ strikeAdjustment }) => describeAdjustment(strikeAdjustment),
  },
  {
    id: 'earnings',
    group: 'other',
    label: 'Reports earnings before expiration',
    openOnly: true,
    holds: ({ earningsBeforeExpiration }) => earningsBeforeExpiration,
  },
  {
    id: 'expired',
    group: 'other',
    label: 'Expired: confirm the outcome',
    openOnly: false,
    holds: ({ state, shareChanges, strikeLoweredOn }) =>
      state === 'expired' && shareChanges.length === 0 && strikeLoweredOn === null,
    describe: ({ outcome, position }) => (outcome === null ? null : describeOutcome(outcome, position.strike)),
  },
  {
    id: 'split',
    group: 'other',
    label: 'Split since entry, not included in the terms',
    openOnly: false,
    holds: ({ shareChanges }) => shareChanges.some(({ kind }) => kind === 'split'),
    describe: ({ position, shares, shareChanges }) => describeShareChanges(position, shares, shareChanges),
  },
  {
    id: 'spin_off',
    group: 'other',
    label: 'Spin-off since entry, not included in the terms',
    openOnly: false,
    // If there was also a split, the reason above describes both.
    holds: ({ shareChanges }) => shareChanges.length > 0 && shareChanges.every(({ kind }) => kind === 'spin_off'),
    describe: ({ position, shares, shareChanges }) => describeShareChanges(position, shares, shareChanges),
  },
  {
    id: 'strike_lowered',
    group: 'other',
    label: 'The strike was lowered for a special dividend',
    openOnly: false,
    holds: ({ strikeLoweredOn }) => strikeLoweredOn !== null,
    describe: ({ strikeLoweredOn }) =>
      strikeLoweredOn === null
        ? null
        : `A special dividend lowered the strike on ${usDate(strikeLoweredOn)}. Apply the new strike to see the call's figures.`,
  },
  {
    id: 'uncovered',
    group: 'other',
    label: 'A call has no shares behind it',
    openOnly: false,
    holds: ({ uncoveredContracts }) => uncoveredContracts > 0,
    describe: ({ uncoveredContracts }) =>
      `${uncoveredContracts === 1 ? '1 call has' : `${uncoveredContracts} calls have`} no shares behind ` +
      `${uncoveredContracts === 1 ? 'it' : 'them'}: the possible loss is unlimited.`,
  },
]

/** "Ex-dividend Dec 2, 2026, $0.24 a share; time value left $0.10: early assignment is likely." */
function describeDividend({ exDate, dividendUsd, timeValueUsd }: DividendRisk): string | null {
  if (exDate === null || dividendUsd === null || timeValueUsd === null) return null
  const against = `${dollars(dividendUsd)} a share; time value left ${dollars(timeValueUsd)}`
  return `Ex-dividend ${usDate(exDate)}, ${against}: early assignment is likely.`
}

/** "Ex-dividend Nov 27, 2026, $1.32 a share, and the call is in the money; time value left $1.41: early assignment is possible." */
function describeNearDividend({ nearDividend, price, position, currentPremium, premiumIsQuote }: WatchedPosition) {
  if (nearDividend === null) return null
  const amount = nearDividend.cash === null ? '' : `, ${dollars(nearDividend.cash)} a share`
  const left =
    price !== null && currentPremium !== null && premiumIsQuote === true
      ? `; time value left ${dollars(timeValue({ type: 'call', price, strike: position.strike, premium: currentPremium }))}`
      : ''
  return `Ex-dividend ${usDate(nearDividend.exDate)}${amount}, and the call is in the money${left}: early assignment is possible.`
}

/** "Special dividend of $15.00 a share, ex-date Dec 27, 2026: the strike of your call will be lowered." */
function describeAdjustment(dividend: AnnouncedDividend | null): string | null {
  if (dividend === null) return null
  const amount = dividend.cash === null ? '' : ` of ${dollars(dividend.cash)} a share`
  return `Special dividend${amount}, ex-date ${usDate(dividend.exDate)}: the strike of your call will be lowered.`
}

export interface Attention {
  readonly action: readonly AttentionReasonId[]
  readonly other: readonly AttentionReasonId[]
  /** Reasons that cannot be decided because a figure is unknown. */
  readonly unknown: readonly AttentionReasonId[]
  /** A sentence for each reason that holds, in the order of `ATTENTION_REASONS`. */
  readonly reasons: readonly {
    readonly id: AttentionReasonId
    readonly group: AttentionReason['group']
    readonly sentence: string
  }[]
  readonly dividend: DividendRisk
  /**
   * (dividend − time value left) × shares: what early exercise would cost, in dollars. Null unless early exercise is
   * likely.
   */
  readonly dividendAtStakeUsd: number | null
}

/**
 * Evaluates `ATTENTION_REASONS` for a position, by group, and computes how many dollars are at stake in a dividend.
 * The early-assignment test uses the call's mid if it is a real quote, and `putMid`, the same-strike put's mid, null
 * if unknown (MATHS 9). `uncoveredContracts` counts the calls of the chain without shares (LIFECYCLE 1). Verified in
 * `attention.test.ts`.
 */
export function findAttention(
  metrics: PositionMetrics,
  events: CompanyEvents,
  { putMid, uncoveredContracts = 0 }: { readonly putMid: number | null; readonly uncoveredContracts?: number },
): Attention {
  const { asOfDate: today, price, shares, currentPremium, premiumIsQuote } = metrics
  const { strike, expiration } = metrics.position
  const callPrice = premiumIsQuote === true ? currentPremium : null
  const dividend = judgeDividendRisk({ price, strike, expiration, callPrice, putPrice: putMid, today }, events)
  const strikeAdjustment = listStrikeAdjustments(events, today).find(({ exDate }) => exDate <= expiration) ?? null
  const lastNear = addDays(today, DIVIDEND_TEST_DAYS)
  const [next] = listUpcomingDividends(events, today)
  const nearDividend = next !== undefined && next.exDate <= lastNear && next.exDate <= expiration ? next : null
  const watched = {
    ...metrics,
    ...findEventsInTerm(events, expiration, today),
    dividendRisk: dividend,
    nearDividend,
    strikeAdjustment,
    uncoveredContracts,
  }
  const { shareChanges, strikeLoweredOn } = metrics
  const isOpen = metrics.state === 'open' && shareChanges.length === 0 && strikeLoweredOn === null
  const judged = ATTENTION_REASONS.map(({ id, group, label, openOnly, holds, describe }) => ({
    ...{ id, group, holds: openOnly && !isOpen ? false : holds(watched) },
    sentence: describe?.(watched) ?? `${label}.`,
  }))
  const idsOf = (wanted: (reason: (typeof judged)[number]) => boolean) => judged.filter(wanted).map(({ id }) => id)
  return {
    action: idsOf(({ group, holds }) => group === 'action' && holds === true),
    other: idsOf(({ group, holds }) => group === 'other' && holds === true),
    unknown: idsOf(({ holds }) => holds === null),
    reasons: judged.filter(({ holds }) => holds === true).map(({ id, group, sentence }) => ({ id, group, sentence })),
    dividend,
    dividendAtStakeUsd: isOpen ? whenKnown(dividend.gainPerShareUsd, (gain) => gain * shares) : null,
  }
}

/** Number of positions with at least one reason in each group; a position counts once per group. */
export function countAttention(found: readonly Pick<Attention, 'action' | 'other'>[]): {
  readonly actions: number
  readonly others: number
} {
  return {
    actions: found.filter(({ action }) => action.length > 0).length,
    others: found.filter(({ other }) => other.length > 0).length,
  }
}

export type AttentionLevel = 0 | 1 | 2 | 3

/** GammaLedger's limits: days left, percent of the strike, percent of the premium captured (MATHS 7). */
export const ATTENTION_LEVEL_BOUNDS = {
  urgentDays: 2,
  soonDays: 7,
  nearStrikePct: 2,
  watchDays: 21,
  capturedPct: 75,
} as const

const { urgentDays, soonDays, nearStrikePct, watchDays, capturedPct } = ATTENTION_LEVEL_BOUNDS

/** Urgency levels as GammaLedger defines them (MATHS 7), highest first. */
export const ATTENTION_LEVELS: readonly {
  readonly level: AttentionLevel
  readonly label: string
  readonly holds: (position: PositionMetrics) => Truth
}[] = [
  {
    level: 3,
    label: `In the money, or at most ${urgentDays} days left`,
    holds: ({ daysToExpiration, headroomPct }) =>
      anyOf([atMost(daysToExpiration, urgentDays), whenKnown(headroomPct, (pct) => below(pct, 0))]),
  },
  {
    level: 2,
    label: `At most ${soonDays} days left, or within ${nearStrikePct}% of the strike`,
    holds: ({ daysToExpiration, price, position: { strike } }) =>
      anyOf([
        atMost(daysToExpiration, soonDays),
        whenKnown(price, (known) => atMost((Math.abs(strike - known) / strike) * 100, nearStrikePct)),
      ]),
  },
  {
    level: 1,
    label: `At most ${watchDays} days left, or ${capturedPct}% of the premium captured`,
    holds: ({ daysToExpiration, profitCapturedPct }) =>
      anyOf([atMost(daysToExpiration, watchDays), whenKnown(profitCapturedPct, (pct) => atLeast(pct, capturedPct))]),
  },
]

/**
 * Urgency of a position from 0 (none) to 3: the highest level in `ATTENTION_LEVELS` that applies. If figures are
 * unknown, the result is a range: `atLeast` is the highest level known to apply, `atMost` the highest that may apply. A
 * call without shares has the highest level (LIFECYCLE 1). Source: MATHS 7. Verified with cases on both sides of every limit in `attention.test.ts`.
 */
export function findAttentionLevel(
  metrics: PositionMetrics,
  uncoveredContracts = 0,
): {
  readonly atLeast: AttentionLevel
  readonly atMost: AttentionLevel
} {
  if (uncoveredContracts > 0) return { atLeast: 3, atMost: 3 }
  // Levels apply to calls that can still be traded. Any other position needs a look only if its P&L is unknown, or if
  // the close was so near the strike that the outcome must be checked.
  if (metrics.state === 'expired' || metrics.shareChanges.length > 0 || metrics.strikeLoweredOn !== null) {
    const level = metrics.pnlGap === null && metrics.outcome?.certainty !== 'check' ? 0 : 1
    return { atLeast: level, atMost: level }
  }
  const judged = ATTENTION_LEVELS.map(({ level, holds }) => ({ level, holds: holds(metrics) }))
  return {
    atLeast: judged.find(({ holds }) => holds === true)?.level ?? 0,
    atMost: judged.find(({ holds }) => holds !== false)?.level ?? 0,
  }
}
