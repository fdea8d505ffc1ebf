import { computePayoff, payoffUsd, positionBreakeven } from '@callwright/scoring'
import { findPriceRange, type Range, type Supposition, tabulateProfit } from './scenario.ts'
import { type Trade, toPosition } from './trade-figures.ts'

/** A price of the stock, and what the trade has earned there, dollars. */
export type ProfitPoint = readonly [price: number, profitUsd: number]

/** What the payoff diagram shows of a trade. */
export interface Payoff {
  readonly range: Range
  readonly atExpiration: readonly ProfitPoint[]
  /** Null where no volatility is known. */
  readonly onDay: readonly ProfitPoint[] | null
  /** Today's price, and one expected move to both sides of it. */
  readonly price: number
  readonly expectedRange: Range | null
  readonly strike: number
  readonly breakeven: number | null
}

/** What the trade has earned at one price. */
export interface PayoffReading {
  readonly price: number
  readonly atExpirationUsd: number
  readonly onDayUsd: number | null
}

const POINTS = 61

/** Null where nobody says what the call sells for. */
export function drawPayoff(trade: Trade, supposed: Pick<Supposition, 'days' | 'volPct'>): Payoff | null {
  const position = toPosition(trade)
  if (position === null) return null
  const range = findPriceRange(trade)
  const points = computePayoff(position, { ...range, count: POINTS })
  const prices = points.map(({ price }) => price)
  const profits = tabulateProfit(trade, supposed, prices)
  const { price, call, chain } = trade
  const move = chain.expectedMove
  return {
    range,
    atExpiration: points.map((point): ProfitPoint => [point.price, point.profitUsd]),
    onDay: profits && prices.map((at, index): ProfitPoint => [at, profits[index] ?? 0]),
    price,
    expectedRange: move === null ? null : { from: price - move, to: price + move },
    strike: call.strike,
    breakeven: positionBreakeven(position),
  }
}

/** What the diagram's cursor reads at a price; null where nobody says what the call sells for. */
export function readPayoff(
  trade: Trade,
  supposed: Pick<Supposition, 'days' | 'volPct'>,
  price: number,
): PayoffReading | null {
  const position = toPosition(trade)
  if (position === null) return null
  const [onDayUsd = null] = tabulateProfit(trade, supposed, [price]) ?? []
  return { price, atExpirationUsd: payoffUsd(position, price), onDayUsd }
}
