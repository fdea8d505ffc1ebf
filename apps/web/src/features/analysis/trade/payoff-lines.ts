import { computePayoff, payoffUsd, positionBreakeven } from '@callwright/scoring'
import { findPriceRange, type Range, type Supposition, tabulateProfit } from './scenario.ts'
import { type Trade, toPosition } from './trade-figures.ts'

/** Stock price, and the trade's profit at that price in dollars. */
export type ProfitPoint = readonly [price: number, profitUsd: number]

/** Data for the payoff diagram. */
export interface Payoff {
  readonly range: Range
  readonly atExpiration: readonly ProfitPoint[]
  /** Profits on the what-if day; null if the volatility is unknown. */
  readonly onDay: readonly ProfitPoint[] | null
  /** Today's stock price. */
  readonly price: number
  /** One expected move below and above the price. */
  readonly expectedRange: Range | null
  readonly strike: number
  readonly breakeven: number | null
}

/** The trade's profit at one stock price. */
export interface PayoffReading {
  readonly price: number
  readonly atExpirationUsd: number
  readonly onDayUsd: number | null
}

const POINTS = 61

/** A trade's payoff; null if the premium is unknown. */
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

/** Profits at the price under the diagram's cursor; null if the premium is unknown. */
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
