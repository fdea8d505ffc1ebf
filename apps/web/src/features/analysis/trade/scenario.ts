import { computeWhatIf, type PricedPosition, tabulateByDate, type WhatIfValue } from '@callwright/scoring'
import type { Scenario } from '../analysis-state.ts'
import { type Trade, toPosition } from './trade-figures.ts'

/** What is supposed of a trade, each figure within what it may be. */
export interface Supposition {
  readonly price: number
  /** From now to the expiration, a whole number. */
  readonly days: number
  /** Percent a year; null where neither the reader supposes one nor the quote carries one. */
  readonly volPct: number | null
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** The volatility that the field and its slider offer, percent a year. */
export const VOL_RANGE: Range = { from: 1, to: 200 }

/** How much of the price is shown at least on each side, and how far beyond what is marked. */
const LEAST_SPAN = 0.08
const MARGIN = 1.6
const MOVES_SHOWN = 1.7

/** The prices that diagram and slider are about: the expected move, strike and breakeven lie well within them. */
export function findPriceRange({ price, call, chain }: Trade): Range {
  const marked = [call.strike, call.breakeven ?? price].map((level) => Math.abs(level - price) * MARGIN)
  const span = Math.max(price * LEAST_SPAN, (chain.expectedMove ?? 0) * MOVES_SHOWN, ...marked)
  const step = findPriceStep(span)
  const from = Math.floor((price - span) / step) * step
  return { from: Math.max(step, roundCents(from)), to: roundCents(Math.ceil((price + span) / step) * step) }
}

/** About a hundredth of the way, as 1, 2 or 5 of a power of ten and never under a cent. */
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

/** What shares and calls are worth then; null where the bid or the volatility is not known. */
export function valueTrade(trade: Trade, { price, days, volPct }: Supposition): WhatIfValue | null {
  const position = toPricedPosition(trade, volPct)
  return position && computeWhatIf(position, { price, daysForward: days })
}

/** Profit of the trade on the supposed day at each of the prices; null where it cannot be known. */
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
