import { describeOutcome, type ExpirationOutcome } from '../position/expiration-outcome.ts'
import type { PositionMetrics } from '../position/metrics.ts'
import { describeShareChanges } from '../position/share-changes.ts'
import { allOf, anyOf, type Truth } from '../truth.ts'
import { asSentence, besideLimit, boundAbove, dollars, listed } from '../wording.ts'
import {
  COMPARISONS,
  MISSING_FIGURES,
  type MissingFigure,
  RECOMMENDATION_RULES,
  type RecommendationRule,
  RULE_FACTS,
  RULE_FIGURES,
  type RuleCondition,
  type RuleId,
  type RuleInput,
} from './rules.ts'

export type RecommendationAction = RuleId | 'hold' | 'unavailable'

/** Shown below every recommendation. */
export const RECOMMENDATION_NOTE = 'A rule applied to your data, not advice.'

/**
 * Result of one condition, with its input and threshold. A condition on a fact has neither a comparison nor a limit.
 */
export interface ConditionTrace {
  readonly input: RuleInput
  readonly value: number | boolean | null
  readonly comparison: keyof typeof COMPARISONS | null
  readonly limit: number | null
  readonly holds: Truth
  /** "the delta is 0.550 (at least 0.500)". */
  readonly sentence: string
}

export interface RuleTrace {
  readonly id: RuleId
  readonly label: string
  readonly join: 'all' | 'any'
  readonly holds: Truth
  readonly conditions: readonly ConditionTrace[]
}

export interface Recommendation {
  readonly action: RecommendationAction
  readonly label: string
  readonly explanation: string
  readonly suggestedAction: string
  /** Missing figures that leave the recommendation open; empty if it is settled. */
  readonly missing: readonly MissingFigure[]
  /** The recommendation if none of the open rules turns out to hold; null if it is settled. */
  readonly wouldBe: Exclude<RecommendationAction, 'unavailable'> | null
  /** Every rule in order, including the rules after the deciding one. */
  readonly trace: readonly RuleTrace[]
}

/** Badge labels for results that no rule gives. */
const HOLD_LABEL = 'Hold'
const UNAVAILABLE_LABEL = 'N/A'

const INPUTS = { ...RULE_FIGURES, ...RULE_FACTS }

/**
 * Recommends an action for a position (SPEC section 4, D25) by evaluating `RECOMMENDATION_RULES` in order, in
 * three-valued logic. The first rule that holds wins, provided that every earlier rule is known not to hold; Hold
 * requires that no rule holds. If an earlier rule is open, the result is N/A, with the missing figures and what the
 * later rules would recommend. A bound on an unknown figure can be enough to know that a rule does not hold (D56). An
 * expired call, or a split or spin-off that the terms do not reflect, gives N/A. Verified in `recommend.test.ts` with
 * cases on both sides of every threshold, and by the property that filling in unknown figures never changes a
 * definite result.
 */
export function recommend(metrics: PositionMetrics): Recommendation {
  const trace = RECOMMENDATION_RULES.map((rule) => judgeRule(rule, metrics))
  if (metrics.shareChanges.length > 0) return explainShareChanges(metrics, trace)
  if (metrics.outcome !== null) return describeExpired(metrics.outcome, metrics, trace)
  const firing = RECOMMENDATION_RULES.find((_rule, index) => trace[index]?.holds === true) ?? null
  const earlier = firing === null ? trace : trace.slice(0, RECOMMENDATION_RULES.indexOf(firing))
  const open = earlier.filter(({ holds }) => holds === null)
  if (open.length > 0) return describeOpen(open, firing, metrics, trace)
  return firing === null ? describeHold(trace) : describeFiring(firing, metrics, trace)
}

function judgeRule({ id, label, join, conditions }: RecommendationRule, metrics: PositionMetrics): RuleTrace {
  const judged = conditions.map((condition) => judgeCondition(condition, metrics))
  const parts = judged.map(({ holds }) => holds)
  return { id, label, join, holds: join === 'all' ? allOf(parts) : anyOf(parts), conditions: judged }
}

function judgeCondition(condition: RuleCondition, metrics: PositionMetrics): ConditionTrace {
  if (!('limit' in condition)) {
    const { input } = condition
    const { yes, no, open } = RULE_FACTS[input]
    const value = metrics[input]
    const sentence = value === null ? open : value ? yes : no
    return { input, value, comparison: null, limit: null, holds: value, sentence }
  }
  const { input, comparison, limit } = condition
  const { label, format } = RULE_FIGURES[input]
  const value = metrics[input]
  const { holds: compare, words, opposite } = COMPARISONS[comparison]
  if (value === null) {
    const bound = findBound(input, metrics)
    if (bound === null || compare(bound.value, limit)) {
      return { ...condition, value, holds: null, sentence: `${label} is unknown` }
    }
    return { ...condition, value, holds: false, sentence: `${label} is ${bound.words} (${opposite} ${format(limit)})` }
  }
  const holds = compare(value, limit)
  const sentence = `${label} is ${besideLimit(value, limit, format)} (${holds ? words : opposite} ${format(limit)})`
  return { ...condition, value, holds, sentence }
}

/**
 * Bound on an unknown figure, on the side that matters to the rules (D56), which look for a high delta and for little
 * headroom.
 */
function findBound(
  input: keyof typeof RULE_FIGURES,
  { deltaAtMost, headroomEmAtLeast, costToCloseUsd, shares }: PositionMetrics,
): { readonly value: number; readonly words: string } | null {
  const offered = costToCloseUsd === null ? '' : `, with no bid and an ask of ${dollars(costToCloseUsd / shares)}`
  if (input === 'delta' && deltaAtMost !== null) {
    return { value: deltaAtMost, words: `under ${boundAbove(deltaAtMost).toFixed(2)}${offered}` }
  }
  if (input === 'headroomEm' && headroomEmAtLeast !== null) {
    return {
      value: headroomEmAtLeast,
      words: `at least ${(Math.floor(headroomEmAtLeast * 100) / 100).toFixed(2)}${offered}`,
    }
  }
  return null
}

function describeFiring(
  rule: RecommendationRule,
  metrics: PositionMetrics,
  trace: readonly RuleTrace[],
): Recommendation {
  const { id: action, label, why } = rule
  const conditions = trace.find(({ id }) => id === action)?.conditions ?? []
  const reasons = conditions.filter(({ holds }) => holds === true).map(({ sentence }) => sentence)
  const explanation = `${asSentence(listed(reasons))} ${why}`
  return { action, label, explanation, suggestedAction: rule.suggest(metrics), missing: [], wouldBe: null, trace }
}

function describeHold(trace: readonly RuleTrace[]): Recommendation {
  const reasons = trace.flatMap(({ conditions, join }) => {
    const failing = conditions.filter(({ holds }) => holds === false).map(({ sentence }) => sentence)
    return join === 'all' ? failing.slice(0, 1) : failing
  })
  return {
    action: 'hold',
    label: HOLD_LABEL,
    explanation: `No rule applies: ${listed(reasons)}.`,
    suggestedAction:
      'Keep the shares and the call. Check again as the price nears the strike or expiration approaches.',
    missing: [],
    wouldBe: null,
    trace,
  }
}

function describeOpen(
  open: readonly RuleTrace[],
  later: RecommendationRule | null,
  metrics: PositionMetrics,
  trace: readonly RuleTrace[],
): Recommendation {
  const unknown = open.flatMap(({ conditions }) => conditions).filter(({ holds }) => holds === null)
  const restsOn = new Set<MissingFigure>(unknown.flatMap(({ input }) => INPUTS[input].restsOn))
  const missing = [...restsOn].filter((figure) => MISSING_FIGURES[figure].isMissing(metrics))
  const labels = missing.map((figure) => MISSING_FIGURES[figure].label)
  const remedies = [...new Set(missing.map((figure) => MISSING_FIGURES[figure].remedy))]
  const rules = listed(open.map(({ label }) => `"${label}"`))
  const one = open.length === 1
  return {
    action: 'unavailable',
    label: UNAVAILABLE_LABEL,
    explanation: `${asSentence(`unknown: ${listed(labels)}`)} The ${one ? 'rule' : 'rules'} ${rules} cannot be checked. If ${one ? 'it does' : 'they do'} not apply, the recommendation is ${later?.label ?? HOLD_LABEL}.`,
    suggestedAction: `${remedies.join('. ')}. The recommendation appears once the missing figures are available.`,
    missing,
    wouldBe: later?.id ?? 'hold',
    trace,
  }
}

const SETTLED = { action: 'unavailable', label: UNAVAILABLE_LABEL, missing: [], wouldBe: null } as const

function describeExpired(
  outcome: ExpirationOutcome,
  { position: { strike, contracts }, shares }: PositionMetrics,
  trace: readonly RuleTrace[],
): Recommendation {
  return {
    ...SETTLED,
    explanation: `${describeOutcome(outcome, strike)} No rule applies to an expired call.`,
    suggestedAction: askForOutcome(outcome, { strike, contracts, shares }),
    trace,
  }
}

function askForOutcome(
  { state, certainty }: ExpirationOutcome,
  { strike, contracts, shares }: { readonly strike: number; readonly contracts: number; readonly shares: number },
): string {
  if (certainty === 'check') return 'Within 1% of the strike: check with your broker, then confirm the outcome.'
  if (state === 'unknown')
    return 'Check with your broker, then confirm whether the shares were sold or the call expired.'
  return state === 'presumed_assigned'
    ? `Confirm that ${shares.toLocaleString('en-US')} shares were sold at ${dollars(strike)}.`
    : `Confirm that ${contracts === 1 ? '1 call' : `${contracts} calls`} expired worthless.`
}

function explainShareChanges(
  { position, shares, shareChanges }: PositionMetrics,
  trace: readonly RuleTrace[],
): Recommendation {
  return {
    ...SETTLED,
    explanation: `${describeShareChanges(position, shares, shareChanges)} Today’s prices do not match these terms.`,
    suggestedAction: 'Update the position to match your broker: contracts, strike, entry price and premium.',
    trace,
  }
}
