import {
  addDays,
  computePayoff,
  computeWhatIf,
  type PricedPosition,
  payoffUsd,
  positionBreakeven,
  tabulateByDate,
  type WhatIfValue,
} from '@callwright/scoring'
import type { Scenario } from '../analysis-state.ts'
import { readToday, type Trade, toPosition } from './trade-figures.ts'

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

/** Slider step, about 1/50 of the span. */
export const findPriceStep = (span: number): number => findRoundStep(span / 50)

/** The smallest step of 1, 2 or 5 times a power of ten that is at least `size` and at least a cent. */
function findRoundStep(size: number): number {
  const rough = Math.max(0.01, size)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10
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
function tabulateProfit(
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

type PriceMark = 'price' | 'strike' | 'breakeven'

/** The trade's profit by stock price and date. */
export interface ProfitTable {
  /** Days from now, ascending; the last one is expiration. */
  readonly dates: readonly { readonly days: number; readonly date: string }[]
  /** Highest price first. */
  readonly rows: readonly {
    readonly price: number
    readonly marks: readonly PriceMark[]
    /** Profit on each date, in dollars. */
    readonly profitsUsd: readonly number[]
  }[]
}

const MAX_DATES = 5
const GRID_ROWS = 12
/** A round price this close to a marked one, as a fraction of the step, is left out. */
const CROWDED = 0.4

/**
 * Profits around the price, the strike and the breakeven until expiration; without a volatility, at expiration only.
 * Null if the bid is unknown.
 */
export function tabulateByDateAndPrice(trade: Trade, { volPct }: Pick<Supposition, 'volPct'>): ProfitTable | null {
  const held = toPosition(trade)
  if (held === null) return null
  const prices = listPrices(trade, positionBreakeven(held))
  const position = toPricedPosition(trade, volPct)
  if (position === null) {
    const dates = [{ days: trade.days, date: trade.expiration }]
    return { dates, rows: prices.map((row) => ({ ...row, profitsUsd: [payoffUsd(held, row.price)] })) }
  }
  const dates = listDates(trade)
  const table = tabulateByDate(position, {
    prices: prices.map(({ price }) => price),
    daysForward: dates.map(({ days }) => days),
  })
  const rows = prices.map((row, index) => ({
    ...row,
    profitsUsd: table[index]?.cells.map(({ profitUsd }) => profitUsd) ?? [],
  }))
  return { dates, rows }
}

function listDates(trade: Trade): ProfitTable['dates'] {
  const today = readToday(trade)
  const last = Math.min(MAX_DATES - 1, trade.days)
  return Array.from({ length: last + 1 }, (_, index) => {
    if (index === last) return { days: trade.days, date: trade.expiration }
    const days = Math.round((index * trade.days) / last)
    return { days, date: addDays(today, days) }
  })
}

function listPrices(
  trade: Trade,
  breakeven: number | null,
): readonly Pick<ProfitTable['rows'][number], 'price' | 'marks'>[] {
  const { from, to } = findPriceRange(trade)
  const marked = new Map<number, PriceMark[]>()
  const mark = (price: number, name: PriceMark) => marked.set(price, [...(marked.get(price) ?? []), name])
  mark(trade.price, 'price')
  mark(trade.call.strike, 'strike')
  if (breakeven !== null) mark(breakeven, 'breakeven')
  const step = findRoundStep((to - from) / GRID_ROWS)
  const first = Math.ceil(from / step)
  const round = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) =>
    roundCents((first + index) * step),
  )
  const isFree = (price: number) => [...marked.keys()].every((other) => Math.abs(other - price) >= step * CROWDED)
  return [
    ...round.filter(isFree).map((price) => ({ price, marks: [] })),
    ...[...marked].map(([price, marks]) => ({ price, marks })),
  ].sort((one, other) => other.price - one.price)
}
