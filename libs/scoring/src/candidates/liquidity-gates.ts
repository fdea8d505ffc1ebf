import { allOf, anyOf, type Truth, whenKnown } from '../position/truth.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'

/** What the published gates look at. Dollars per share; open interest and volume in contracts; unknown is null. */
export interface GateFigures {
  readonly bid: number
  readonly spreadUsd: number
  readonly openInterest: number | null
  readonly volume: number | null
  readonly ivRank: number | null
}

/** Spread in percent of the premium, which is the bid: what the writer receives. */
const spreadPctOfPremium = ({ spreadUsd, bid }: GateFigures): number => (spreadUsd / bid) * 100

/** Liquidity gates that others publish (MATHS 8), each under its author's name. They judge; they do not reject. */
export const LIQUIDITY_GATES = [
  {
    id: 'blue_collar_investor',
    label: 'Blue Collar Investor: spread at most $0.30, or open interest at least 100',
    passes: ({ spreadUsd, openInterest }: GateFigures) =>
      anyOf([atMost(spreadUsd, 0.3), whenKnown(openInterest, (count) => atLeast(count, 100))]),
  },
  {
    id: 'montreal_exchange',
    label: 'Montreal Exchange: bid over $0.20',
    passes: ({ bid }: GateFigures) => above(bid, 0.2),
  },
  {
    id: 'covered_call_calculator',
    label: 'coveredcallcalculator.net: spread at most 10 % of the premium, IV rank over 30',
    passes: (call: GateFigures) =>
      allOf([atMost(spreadPctOfPremium(call), 10), whenKnown(call.ivRank, (rank) => above(rank, 30))]),
  },
  {
    id: 'optytrades',
    label: 'OptyTrades: spread at most 40 % of the premium',
    passes: (call: GateFigures) => atMost(spreadPctOfPremium(call), 40),
  },
  {
    id: 'power_options',
    label: 'Power Options, weeklies: open interest at least 10, spread under $1 and under 50 % of the bid',
    passes: (call: GateFigures) =>
      allOf([
        whenKnown(call.openInterest, (count) => atLeast(count, 10)),
        below(call.spreadUsd, 1),
        below(spreadPctOfPremium(call), 50),
      ]),
  },
  {
    id: 'barchart',
    label: 'Barchart: traded today',
    passes: ({ volume }: GateFigures) => whenKnown(volume, (count) => count > 0),
  },
] as const

export type LiquidityGateId = (typeof LIQUIDITY_GATES)[number]['id']

/** Which published gates a quote passes; null where an unknown figure decides. Verified in `liquidity-gates.test.ts`. */
export function judgeLiquidity(call: GateFigures): Readonly<Record<LiquidityGateId, Truth>> {
  const judged = LIQUIDITY_GATES.map(({ id, passes }) => [id, passes(call)] as const)
  return Object.fromEntries(judged) as Record<LiquidityGateId, Truth>
}
