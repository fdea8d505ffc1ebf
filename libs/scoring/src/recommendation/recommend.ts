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

/** Stands under every recommendation. */
export const RECOMMENDATION_NOTE = 'A rule applied to your data, not advice.'

/** One condition as judged: input, threshold and result. A fact has no comparison and no limit. */
export interface ConditionTrace {
  readonly input: RuleInput
  readonly value: number | boolean | null
  readonly comparison: keyof typeof COMPARISONS | null
  readonly limit: number | null
  readonly holds: Truth
  /** "the delta is 0.550, at least 0.500". */
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
  /** What is missing and leaves the recommendation open; empty when it is settled. */
  readonly missing: readonly MissingFigure[]
  /** What the rules would say if the ones left open turned out not to hold; null when it is settled. */
  readonly wouldBe: Exclude<RecommendationAction, 'unavailable'> | null
  /** Every rule in order, also those after the one that decides. */
  readonly trace: readonly RuleTrace[]
}

/** What the badge says where no rule gives the label. */
const HOLD_LABEL = 'Hold'
const UNAVAILABLE_LABEL = 'N/A'

const INPUTS = { ...RULE_FIGURES, ...RULE_FACTS }

/**
 * The recommendation of a position (SPEC section 4, D25): `RECOMMENDATION_RULES` judged in three values, in order. The
 * first rule that holds wins only when every earlier one is known not to; Hold needs all of them known not to. Where an
 * earlier rule is open the answer is N/A, with what is missing and what the later rules would say. A figure that is not
 * known may still be bounded, and a bound can settle that a rule does not hold (D56). Expired, or with a split or spin-off that the
 * terms do not count: N/A. Verified in `recommend.test.ts`: a row on each side of every threshold, and by a property that no
 * completion of what is unknown changes a definite answer.
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
  const { holds: compare, words } = COMPARISONS[comparison]
  if (value === null) {
    const bound = findBound(input, metrics)
    if (bound === null || compare(bound.value, limit)) {
      return { ...condition, value, holds: null, sentence: `${label} is not known` }
    }
    return { ...condition, value, holds: false, sentence: `${label} is ${bound.words}, not ${words} ${format(limit)}` }
  }
  const holds = compare(value, limit)
  const sentence = `${label} is ${besideLimit(value, limit, format)}, ${holds ? '' : 'not '}${words} ${format(limit)}`
  return { ...condition, value, holds, sentence }
}

/**
 * The bound of a figure that is not known, on the side on which a rule could hold (D56): the rules ask whether the delta is
 * high and whether the headroom is small.
 */
function findBound(
  input: keyof typeof RULE_FIGURES,
  { deltaAtMost, headroomEmAtLeast, costToCloseUsd, shares }: PositionMetrics,
): { readonly value: number; readonly words: string } | null {
  const offered = costToCloseUsd === null ? '' : ` (no bid, offered at ${dollars(costToCloseUsd / shares)})`
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
    suggestedAction: 'Keep the shares and the call, and look again as the price nears the strike or expiration nears.',
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
    explanation: `${asSentence(`not known: ${listed(labels)}`)} The ${one ? 'rule' : 'rules'} ${rules} cannot be judged; if ${one ? 'it does' : 'they do'} not apply, the recommendation is ${later?.label ?? HOLD_LABEL}.`,
    suggestedAction: `${remedies.join('. ')}; the recommendation follows when the missing figures are known.`,
    missing,
    wouldBe: later?.id ?? 'hold',
    trace,
  }
}

const SETTLED = { action: 'unavailable', label: UNAVAILABLE_LABEL, missing: [], wouldBe: null } as const

function describeExpired(
  outcome: ExpirationOutcome,
  { position: { strike } }: PositionMetrics,
  trace: readonly RuleTrace[],
): Recommendation {
  const isPresumed = outcome.state === 'presumed_expired' || outcome.state === 'presumed_assigned'
  return {
    ...SETTLED,
    explanation: `${describeOutcome(outcome, strike)} No rule applies to an expired call.`,
    suggestedAction: isPresumed
      ? 'Compare it with your broker’s statement. If it ended otherwise, edit or delete the position.'
      : 'Look up in your broker’s statement whether the shares were assigned, and edit or delete the position.',
    trace,
  }
}

function explainShareChanges(
  { position, shares, shareChanges }: PositionMetrics,
  trace: readonly RuleTrace[],
): Recommendation {
  return {
    ...SETTLED,
    explanation: `${describeShareChanges(position, shares, shareChanges)} Today’s prices cannot be compared with these terms.`,
    suggestedAction:
      'Edit the position to the terms your broker shows now: contracts, strike, entry price and premium.',
    trace,
  }
}
