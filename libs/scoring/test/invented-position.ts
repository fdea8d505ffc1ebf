import { newYorkCloseMs } from '../src/calendar/new-york.ts'
import { measurePosition, type PositionMetrics } from '../src/position/metrics.ts'
import { type Position, type PositionQuote, UNKNOWN_QUOTE } from '../src/position/position.ts'

/** Close of the day on which 28 of 56 days have passed. */
export const POSITION_AS_OF_MS = newYorkCloseMs('2026-07-10')

/** 200 shares bought at $100, two 110 calls sold for $2.50; each test overrides the figures it is about. */
export function position(change: Partial<Position> = {}): Position {
  const terms = { strike: 110, expiration: '2026-08-07', entryDate: '2026-06-12' }
  return { symbol: 'TEST', ...terms, entryPrice: 100, premium: 2.5, contracts: 2, ...change }
}

export function positionQuote(change: Partial<PositionQuote> = {}): PositionQuote {
  return {
    ...UNKNOWN_QUOTE,
    price: 102,
    currentPremium: 1.5,
    premiumSource: 'quote',
    ask: 1.6,
    delta: 0.25,
    impliedVolatility: 0.25,
    atmIv: 0.2,
    ...change,
  }
}

export function measured(
  held: Partial<Position> = {},
  quoted: Partial<PositionQuote> = {},
  asOfMs = POSITION_AS_OF_MS,
): PositionMetrics {
  return measurePosition(position(held), positionQuote(quoted), asOfMs)
}
