import { POSITION_LIMITS } from '../position/limits.ts'
import type { PositionMetrics } from '../position/metrics.ts'
import { atLeast, atMost, below } from '../thresholds.ts'
import { dollars, onePlace } from '../wording.ts'

const percent = (value: number): string => `${Number(value.toFixed(2))} %`

const REFRESH = 'Refresh the quotes'

/** What a figure can be missing for, in words, how to tell, and what helps. */
export const MISSING_FIGURES = {
  price: {
    label: "the stock's price",
    isMissing: ({ price }: PositionMetrics) => price === null,
    remedy: REFRESH,
  },
  delta: {
    label: "the call's delta",
    isMissing: ({ delta }: PositionMetrics) => delta === null,
    remedy: REFRESH,
  },
  currentPremium: {
    label: "the call's current premium",
    isMissing: ({ currentPremium }: PositionMetrics) => currentPremium === null,
    remedy: REFRESH,
  },
  impliedVolatility: {
    label: 'an implied volatility',
    isMissing: ({ expectedMoveSource, expectedMove }: PositionMetrics) =>
      expectedMoveSource === null || expectedMove === 0,
    remedy: REFRESH,
  },
  entryPremium: {
    label: 'the premium received, which is entered as 0',
    isMissing: ({ position }: PositionMetrics) => position.entryPremium === 0,
    remedy: 'Enter the premium received',
  },
} as const

export type MissingFigure = keyof typeof MISSING_FIGURES

interface RuleFigure {
  readonly label: string
  readonly format: (value: number) => string
  readonly restsOn: readonly MissingFigure[]
}

/** Figures that a rule compares with a limit, how they read ("the time left is 3 days") and what they rest on. */
export const RULE_FIGURES = {
  delta: { label: 'the delta', format: (value) => value.toFixed(3), restsOn: ['delta'] },
  daysToExpiration: {
    label: 'the time left',
    format: (value) => `${value} ${value === 1 ? 'day' : 'days'}`,
    restsOn: [],
  },
  headroomPct: { label: 'the headroom', format: percent, restsOn: ['price'] },
  profitCapturedPct: {
    label: 'the profit captured',
    format: percent,
    restsOn: ['currentPremium', 'entryPremium'],
  },
  timeElapsedPct: { label: 'the time elapsed', format: percent, restsOn: [] },
  headroomEm: {
    label: 'the headroom in expected moves',
    format: (value) => value.toFixed(2),
    restsOn: ['price', 'impliedVolatility'],
  },
  staticYieldPct: { label: 'the static yield', format: (value) => `${onePlace(value)} % a year`, restsOn: [] },
} as const satisfies Record<string, RuleFigure>

/** Facts that a rule asks for, in both cases. */
export const RULE_FACTS = {
  premiumIsQuote: {
    yes: 'the current premium is a real quote',
    no: 'the current premium is not a real quote',
    open: 'whether the current premium is a real quote is not known',
    restsOn: ['currentPremium'],
  },
  outOfTheMoney: {
    yes: 'the call is out of the money',
    no: 'the call is not out of the money',
    open: 'whether the call is out of the money is not known',
    restsOn: ['price'],
  },
} as const

/** All comparisons go through the one tolerance: 2 % of headroom is 2 %. */
export const COMPARISONS = {
  at_least: { holds: atLeast, words: 'at least' },
  at_most: { holds: atMost, words: 'at most' },
  below: { holds: below, words: 'under' },
} as const

export interface FigureCondition {
  readonly input: keyof typeof RULE_FIGURES
  readonly comparison: keyof typeof COMPARISONS
  readonly limit: number
}

export interface FactCondition {
  readonly input: keyof typeof RULE_FACTS
}

export type RuleCondition = FigureCondition | FactCondition
export type RuleInput = RuleCondition['input']
export type RuleId = 'roll_out_and_up' | 'let_assign' | 'close_half_profit' | 'close'

export interface RecommendationRule {
  readonly id: RuleId
  readonly label: string
  /** `all` conditions must hold, or `any` of them. */
  readonly join: 'all' | 'any'
  readonly conditions: readonly RuleCondition[]
  /** What the conditions mean, after the figures. */
  readonly why: string
  readonly suggest: (metrics: PositionMetrics) => string
}

/** "Buy the call back, for about $0.45 a share": at the ask, or the mid where no ask is known. */
function buyBack({ costToCloseUsd, currentPremium, shares }: PositionMetrics): string {
  const cost = costToCloseUsd === null ? currentPremium : costToCloseUsd / shares
  return cost === null ? 'Buy the call back' : `Buy the call back, for about ${dollars(cost)} a share,`
}

/**
 * The rules in their order (SPEC section 4, D25): the first that holds gives the recommendation. What SPEC leaves open of
 * the third is that the premium is a real quote and the call out of the money.
 */
export const RECOMMENDATION_RULES: readonly RecommendationRule[] = [
  {
    id: 'roll_out_and_up',
    label: 'Roll Out & Up',
    join: 'all',
    conditions: [{ input: 'delta', comparison: 'at_least', limit: POSITION_LIMITS.assignmentDelta }],
    why: 'The call gains at least half of what the stock gains, and the shares may well be called away.',
    suggest: ({ position: { strike } }) =>
      `Look for a later expiration and a strike above ${dollars(strike)} that together bring a net credit; where none does, let the shares go at ${dollars(strike)} or close the call.`,
  },
  {
    id: 'let_assign',
    label: 'Let Assign',
    join: 'all',
    conditions: [
      { input: 'daysToExpiration', comparison: 'at_most', limit: POSITION_LIMITS.lastDays },
      { input: 'headroomPct', comparison: 'below', limit: POSITION_LIMITS.letAssignHeadroomPct },
    ],
    why: 'So near to expiration the call has little time value left to earn, and the strike is near or passed.',
    suggest: ({ position: { strike, expiration } }) =>
      `Let the shares go at ${dollars(strike)} if the price ends above it; to keep them, buy the call back or roll it before the close of ${expiration}.`,
  },
  {
    id: 'close_half_profit',
    label: 'Close (50% Profit)',
    join: 'all',
    conditions: [
      { input: 'profitCapturedPct', comparison: 'at_least', limit: POSITION_LIMITS.profitCapturedPct },
      { input: 'timeElapsedPct', comparison: 'at_most', limit: POSITION_LIMITS.timeElapsedPct },
      { input: 'premiumIsQuote' },
      { input: 'outOfTheMoney' },
    ],
    why: 'Half of the premium or more came in a quarter of the time or less; what is left pays less for the same risk.',
    suggest: (metrics) => `${buyBack(metrics)} and look for a new one to write.`,
  },
  {
    id: 'close',
    label: 'Close',
    join: 'any',
    conditions: [
      { input: 'headroomEm', comparison: 'below', limit: POSITION_LIMITS.minHeadroomEm },
      { input: 'staticYieldPct', comparison: 'below', limit: POSITION_LIMITS.minStaticYieldPct },
    ],
    why: 'The position leaves too little room for a usual move of the stock, or pays too little for its risk.',
    suggest: (metrics) => `${buyBack(metrics)} and look for a strike further away or a richer premium.`,
  },
]
