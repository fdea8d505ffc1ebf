import type { PositionMetrics, Recommendation, RecommendationAction, RuleTrace } from '@callwright/scoring'
import { formatFinePct, formatInteger, formatPrice, formatYieldPct } from '../../../shared/format/numbers.ts'
import { capitalize, typesetMinus } from '../../../shared/format/words.ts'
import {
  type FigureTone,
  formatDeltaBound,
  formatHeadroomEm,
  formatToneDelta,
  readDeltaTone,
  readHeadroomTone,
} from '../figure-tones.ts'
import { recommendationWords as words } from './recommendation-words.ts'

export interface KeyMetric {
  readonly name: string
  /** Glossary term id. */
  readonly term: string
  /** Null if unknown. */
  readonly text: string | null
  readonly tone: FigureTone
}

const { names } = words

const formatUnder = (bound: number): string => words.under(formatDeltaBound(bound))

/** The eight figures that the rules evaluate (SPEC section 2). */
export function listKeyMetrics(metrics: PositionMetrics): readonly KeyMetric[] {
  const { delta, deltaAtMost, headroomEm, headroomPct, profitCapturedPct, currentPremium } = metrics
  const known = (value: number | null, format: (value: number) => string) => (value === null ? null : format(value))
  const plain = (name: string, term: string, text: string | null): KeyMetric => ({ name, term, text, tone: 'plain' })
  return [
    {
      ...plain(names.delta, 'delta', known(delta, formatToneDelta) ?? known(deltaAtMost, formatUnder)),
      ...(delta !== null && { tone: readDeltaTone(delta) }),
    },
    plain(names.days, 'days_to_expiration', formatInteger(metrics.daysToExpiration)),
    plain(names.headroom, 'headroom', known(headroomPct, formatFinePct)),
    {
      ...plain(names.headroomEm, 'headroom_em', known(headroomEm, formatHeadroomEm)),
      ...(headroomEm !== null && { tone: readHeadroomTone(headroomEm) }),
    },
    plain(names.staticYield, 'static_yield', formatYieldPct(metrics.staticYieldPct)),
    plain(names.captured, 'profit_captured', known(profitCapturedPct, formatYieldPct)),
    plain(names.elapsed, 'time_elapsed', formatYieldPct(metrics.timeElapsedPct)),
    plain(names.premium, 'mid', known(currentPremium, formatPrice)),
  ]
}

export interface RuleLine {
  readonly action: RecommendationAction
  readonly name: string
  /** `decides`: the rule gives the recommendation. `open`: missing figures leave the rule undecided. */
  readonly ruleState: 'decides' | 'passed' | 'open' | 'not_reached'
  readonly text: string
}

/** All rules in order, with the values that they evaluated. Hold, the default, comes last. */
export function listRuleLines({ trace, action }: Recommendation, isSettled: boolean): readonly RuleLine[] {
  const deciding = trace.findIndex(({ id }) => id === action)
  const lines = trace.map((rule, index): RuleLine => {
    const ruleState = isSettled ? 'not_reached' : findRuleState(rule, index, deciding)
    const values = sortConditions(rule)
      .map(({ sentence }) => sentence)
      .join('; ')
    const opening = ruleState === 'decides' ? '' : `${words.ruleStates[ruleState]} `
    return {
      action: rule.id,
      name: rule.label,
      ruleState,
      text: typesetMinus(isSettled ? opening.trim() : `${opening}${capitalize(values)}.`),
    }
  })
  const hold: RuleLine =
    action === 'hold'
      ? { action: 'hold', name: words.actions.hold, ruleState: 'decides', text: words.noRule }
      : { action: 'hold', name: words.actions.hold, ruleState: 'not_reached', text: words.holdNotReached }
  return [...lines, hold]
}

/** Puts the conditions that decide the rule first. */
function sortConditions({ conditions, holds: settled }: RuleTrace): RuleTrace['conditions'] {
  return [
    ...conditions.filter(({ holds }) => holds === settled),
    ...conditions.filter(({ holds }) => holds !== settled),
  ]
}

function findRuleState({ holds }: RuleTrace, index: number, deciding: number): RuleLine['ruleState'] {
  if (index === deciding) return 'decides'
  if (deciding !== -1 && index > deciding) return 'not_reached'
  // A rule that holds but comes after an open one counts as not reached, because the open one may still apply.
  if (holds === false) return 'passed'
  return holds === null ? 'open' : 'not_reached'
}
