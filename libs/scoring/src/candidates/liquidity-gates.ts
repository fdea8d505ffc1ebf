import { above, atLeast, atMost, below } from '../thresholds.ts'
import { allOf, anyOf, type Truth, whenKnown } from '../truth.ts'
import { dollars } from '../wording.ts'

/** Inputs of the published gates. Dollars per share; open interest and volume in contracts; unknown values are null. */
export interface GateFigures {
  readonly bid: number
  readonly spreadUsd: number
  readonly openInterest: number | null
  readonly volume: number | null
  readonly ivRank: number | null
}

/** Spread as a percentage of the premium, which is the bid. */
const spreadPctOfPremium = ({ spreadUsd, bid }: GateFigures): number => (spreadUsd / bid) * 100

/** Limits of each author's gates (MATHS 8). */
const LIMITS = {
  blueCollarInvestor: { maxSpreadUsd: 0.3, minOpenInterest: 100 },
  montrealExchange: { overBidUsd: 0.2 },
  coveredCallCalculator: { maxSpreadPct: 10, overIvRank: 30 },
  optyTrades: { maxSpreadPct: 40 },
  powerOptions: { minOpenInterest: 10, underSpreadUsd: 1, underSpreadPct: 50 },
} as const

const { blueCollarInvestor, montrealExchange, coveredCallCalculator, optyTrades, powerOptions } = LIMITS

/** Liquidity gates published by others (MATHS 8), by author. They only inform; they never reject a call. */
export const LIQUIDITY_GATES = [
  {
    id: 'blue_collar_investor',
    label: `Blue Collar Investor: spread at most ${dollars(blueCollarInvestor.maxSpreadUsd)}, or open interest at least ${blueCollarInvestor.minOpenInterest}`,
    passes: ({ spreadUsd, openInterest }: GateFigures) =>
      anyOf([
        atMost(spreadUsd, blueCollarInvestor.maxSpreadUsd),
        whenKnown(openInterest, (count) => atLeast(count, blueCollarInvestor.minOpenInterest)),
      ]),
  },
  {
    id: 'montreal_exchange',
    label: `Montreal Exchange: bid over ${dollars(montrealExchange.overBidUsd)}`,
    passes: ({ bid }: GateFigures) => above(bid, montrealExchange.overBidUsd),
  },
  {
    id: 'covered_call_calculator',
    label: `coveredcallcalculator.net: spread at most ${coveredCallCalculator.maxSpreadPct}% of the premium, IV rank over ${coveredCallCalculator.overIvRank}`,
    passes: (call: GateFigures) =>
      allOf([
        atMost(spreadPctOfPremium(call), coveredCallCalculator.maxSpreadPct),
        whenKnown(call.ivRank, (rank) => above(rank, coveredCallCalculator.overIvRank)),
      ]),
  },
  {
    id: 'optytrades',
    label: `OptyTrades: spread at most ${optyTrades.maxSpreadPct}% of the premium`,
    passes: (call: GateFigures) => atMost(spreadPctOfPremium(call), optyTrades.maxSpreadPct),
  },
  {
    id: 'power_options',
    label: `Power Options, weeklies: open interest at least ${powerOptions.minOpenInterest}, spread under ${dollars(powerOptions.underSpreadUsd)} and under ${powerOptions.underSpreadPct}% of the bid`,
    passes: (call: GateFigures) =>
      allOf([
        whenKnown(call.openInterest, (count) => atLeast(count, powerOptions.minOpenInterest)),
        below(call.spreadUsd, powerOptions.underSpreadUsd),
        below(spreadPctOfPremium(call), powerOptions.underSpreadPct),
      ]),
  },
  {
    id: 'barchart',
    label: 'Barchart: traded today',
    passes: ({ volume }: GateFigures) => whenKnown(volume, (count) => count > 0),
  },
] as const

export type LiquidityGateId = (typeof LIQUIDITY_GATES)[number]['id']

/**
 * Result of each published gate for a quote; null if the result depends on an unknown figure. Verified in
 * `rank-calls.test.ts`.
 */
export function judgeLiquidity(call: GateFigures): Readonly<Record<LiquidityGateId, Truth>> {
  const judged = LIQUIDITY_GATES.map(({ id, passes }) => [id, passes(call)] as const)
  return Object.fromEntries(judged) as Record<LiquidityGateId, Truth>
}
