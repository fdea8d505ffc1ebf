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
  /** Of the glossary. */
  readonly term: string
  /** Null: not known. */
  readonly text: string | null
  readonly tone: FigureTone
}

const { names } = words

const formatUnder = (bound: number): string => words.under(formatDeltaBound(bound))

/** The eight figures that the rules go by (SPEC section 2). */
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
  /** `decides`: the recommendation rests on it. `open`: what is known does not settle it. */
  readonly standing: 'decides' | 'passed' | 'open' | 'not_reached'
  readonly text: string
}

/** Every rule in its order, with the values it looked at; Hold, which is what none of them leaves, comes last. */
export function listRuleLines({ trace, action }: Recommendation, isSettled: boolean): readonly RuleLine[] {
  const deciding = trace.findIndex(({ id }) => id === action)
  const lines = trace.map((rule, index): RuleLine => {
    const standing = isSettled ? 'not_reached' : findStanding(rule, index, deciding)
    const values = sortConditions(rule)
      .map(({ sentence }) => sentence)
      .join('; ')
    const opening = standing === 'decides' ? '' : `${words.standings[standing]} `
    return {
      action: rule.id,
      name: rule.label,
      standing,
      text: typesetMinus(isSettled ? opening.trim() : `${opening}${capitalize(values)}.`),
    }
  })
  const hold: RuleLine =
    action === 'hold'
      ? { action: 'hold', name: words.actions.hold, standing: 'decides', text: words.noRule }
      : { action: 'hold', name: words.actions.hold, standing: 'not_reached', text: words.holdNotReached }
  return [...lines, hold]
}

/** What settles the rule comes first. */
function sortConditions({ conditions, holds: settled }: RuleTrace): RuleTrace['conditions'] {
  return [
    ...conditions.filter(({ holds }) => holds === settled),
    ...conditions.filter(({ holds }) => holds !== settled),
  ]
}

function findStanding({ holds }: RuleTrace, index: number, deciding: number): RuleLine['standing'] {
  if (index === deciding) return 'decides'
  if (deciding !== -1 && index > deciding) return 'not_reached'
  // A rule that holds after an open one says what the recommendation would be.
  if (holds === false) return 'passed'
  return holds === null ? 'open' : 'not_reached'
}
