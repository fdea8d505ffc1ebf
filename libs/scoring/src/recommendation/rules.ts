import { POSITION_LIMITS } from '../position/limits.ts'
import type { PositionMetrics } from '../position/metrics.ts'
import { atLeast, atMost, below } from '../thresholds.ts'
import { dollars, onePlace, usDate } from '../wording.ts'

const percent = (value: number): string => `${Number(value.toFixed(2))}%`

const REFRESH = 'Refresh the quotes'

/** Market and entry figures that rules need, how to detect that one is missing, and what the user can do about it. */
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
    label: 'the premium received (entered as 0)',
    isMissing: ({ position }: PositionMetrics) => position.premium === 0,
    remedy: 'Enter the premium received',
  },
} as const

export type MissingFigure = keyof typeof MISSING_FIGURES

interface RuleFigure {
  readonly label: string
  readonly format: (value: number) => string
  readonly restsOn: readonly MissingFigure[]
}

/** Figures that a rule compares with a limit, their wording ("the time left is 3 days") and the data they depend on. */
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
  staticYieldPct: { label: 'the static yield', format: (value) => `${onePlace(value)}% a year`, restsOn: [] },
} as const satisfies Record<string, RuleFigure>

/** Wording for each fact that a rule requires: true, false and unknown. */
export const RULE_FACTS = {
  premiumIsQuote: {
    yes: 'the current premium is a real quote',
    no: 'the current premium is not a real quote',
    open: 'it is unknown whether the current premium is a real quote',
    restsOn: ['currentPremium'],
  },
  outOfTheMoney: {
    yes: 'the call is out of the money',
    no: 'the call is not out of the money',
    open: 'it is unknown whether the call is out of the money',
    restsOn: ['price'],
  },
} as const

/** All comparisons share one tolerance, so that floating-point noise cannot put a headroom of 2% below 2%. */
export const COMPARISONS = {
  at_least: { holds: atLeast, words: 'at least', opposite: 'under' },
  at_most: { holds: atMost, words: 'at most', opposite: 'over' },
  below: { holds: below, words: 'under', opposite: 'at least' },
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
  /** Whether `all` conditions must hold, or `any` one is enough. */
  readonly join: 'all' | 'any'
  readonly conditions: readonly RuleCondition[]
  /** Explanation of the conditions, shown after the figures. */
  readonly why: string
  readonly suggest: (metrics: PositionMetrics) => string
}

/** "Buy the call back for about $0.45 a share", at the ask, or at the mid if the ask is unknown. */
function buyBack({ costToCloseUsd, currentPremium, shares }: PositionMetrics): string {
  const cost = costToCloseUsd === null ? currentPremium : costToCloseUsd / shares
  return cost === null ? 'Buy the call back' : `Buy the call back for about ${dollars(cost)} a share`
}

/**
 * Rules in order (SPEC section 4, D25): the first that holds gives the recommendation. SPEC does not show one condition of
 * the third rule; here it is that the premium is a real quote and the call is out of the money.
 */
export const RECOMMENDATION_RULES: readonly RecommendationRule[] = [
  {
    id: 'roll_out_and_up',
    label: 'Roll Out & Up',
    join: 'all',
    conditions: [{ input: 'delta', comparison: 'at_least', limit: POSITION_LIMITS.assignmentDelta }],
    why: 'The call gains at least half as much as the stock, and the shares may be called away.',
    suggest: ({ position: { strike } }) =>
      `Look for a later expiration and a strike above ${dollars(strike)} at a net credit. If there is none, let the shares go at ${dollars(strike)} or close the call.`,
  },
  {
    id: 'let_assign',
    label: 'Let Assign',
    join: 'all',
    conditions: [
      { input: 'daysToExpiration', comparison: 'at_most', limit: POSITION_LIMITS.lastDays },
      { input: 'headroomPct', comparison: 'below', limit: POSITION_LIMITS.letAssignHeadroomPct },
    ],
    why: 'This close to expiration, the call has little time value left to earn, and the price is near or above the strike.',
    suggest: ({ position: { strike, expiration } }) =>
      `Let the shares go at ${dollars(strike)} if the price ends above it. To keep them, buy the call back or roll it before the close on ${usDate(expiration)}.`,
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
    why: 'At least half of the premium was earned in at most a quarter of the time. What is left pays less for the same risk.',
    suggest: (metrics) => `${buyBack(metrics)} and look for a new one to sell.`,
  },
  {
    id: 'close',
    label: 'Close',
    join: 'any',
    conditions: [
      { input: 'headroomEm', comparison: 'below', limit: POSITION_LIMITS.minHeadroomEm },
      { input: 'staticYieldPct', comparison: 'below', limit: POSITION_LIMITS.minStaticYieldPct },
    ],
    why: 'The position leaves too little room for a normal move of the stock, or pays too little for its risk.',
    suggest: (metrics) => `${buyBack(metrics)} and look for a strike farther away or a richer premium.`,
  },
]
