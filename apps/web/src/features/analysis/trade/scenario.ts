import { computeWhatIf, type PricedPosition, tabulateByDate, type WhatIfValue } from '@callwright/scoring'
import type { Scenario } from '../analysis-state.ts'
import { type Trade, toPosition } from './trade-figures.ts'

/** Assumed price, day and volatility of a trade; today's values unless the user changed them. */
export interface Supposition {
  readonly price: number
  /** Whole days from now, no later than expiration. */
  readonly days: number
  /** Annualized, in percent; null if the user entered none and the quote has none. */
  readonly volPct: number | null
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** Range of the volatility slider, in annualized percent. */
export const VOL_RANGE: Range = { from: 1, to: 200 }

/** Minimum span on each side of the price, as a fraction of the price. */
const MIN_SPAN = 0.08
/** Minimum span, as a multiple of the distance to the farthest marked price. */
const MARGIN = 1.6
/** Minimum span in expected moves. */
const MOVES_SHOWN = 1.7

/** Price range for the diagram and slider, with room around the expected move, the strike and the breakeven. */
export function findPriceRange({ price, call, chain }: Trade): Range {
  const marked = [call.strike, call.breakeven ?? price].map((level) => Math.abs(level - price) * MARGIN)
  const span = Math.max(price * MIN_SPAN, (chain.expectedMove ?? 0) * MOVES_SHOWN, ...marked)
  const step = findPriceStep(span)
  const from = Math.floor((price - span) / step) * step
  return { from: Math.max(step, roundCents(from)), to: roundCents(Math.ceil((price + span) / step) * step) }
}

/** Slider step, about 1/50 of the span: 1, 2 or 5 times a power of ten, and at least a cent. */
export function findPriceStep(span: number): number {
  const rough = Math.max(0.01, span / 50)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].find((size) => size * power >= rough) ?? 10
  return roundCents(Math.max(0.01, step * power))
}

const roundCents = (price: number) => Math.round(price * 100) / 100

export function suppose({ price, days, call }: Trade, scenario: Scenario): Supposition {
  return {
    price: scenario.price ?? price,
    days: Math.min(scenario.days ?? 0, days),
    volPct: scenario.volPct ?? (call.vol === null ? null : call.vol * 100),
  }
}

/** Value of the shares and calls in the scenario; null if the bid or the volatility is unknown. */
export function valueTrade(trade: Trade, { price, days, volPct }: Supposition): WhatIfValue | null {
  const position = toPricedPosition(trade, volPct)
  return position && computeWhatIf(position, { price, daysForward: days })
}

/** The trade's profit on the what-if day at each price; null if the bid or the volatility is unknown. */
export function tabulateProfit(
  trade: Trade,
  { days, volPct }: Pick<Supposition, 'days' | 'volPct'>,
  prices: readonly number[],
): readonly number[] | null {
  const position = toPricedPosition(trade, volPct)
  if (position === null) return null
  return tabulateByDate(position, { prices, daysForward: [days] }).flatMap(({ cells }) =>
    cells.map(({ profitUsd }) => profitUsd),
  )
}

function toPricedPosition(trade: Trade, volPct: number | null): PricedPosition | null {
  const position = toPosition(trade)
  if (position === null || volPct === null) return null
  const { expiration, chain } = trade
  const { rate, dividends, marketTime } = chain
  return { ...position, expiration, rate, dividends, vol: volPct / 100, asOfMs: Date.parse(marketTime) }
}
