import { measurePosition, type PositionQuote, recommend, UNKNOWN_QUOTE } from '@callwright/scoring'
import type { ListedPosition, Position, PositionLife, ServerPnl } from '../api/portfolio.ts'
import type { PositionRow } from '../features/portfolio/data/position.ts'

export const MARKET_TIME_MS = Date.parse('2026-07-10T20:00:00Z')

/** A made-up covered call that is halfway to its expiration. */
export function buildPosition(changes: Partial<Position> = {}): Position {
  return {
    id: 'position-1',
    symbol: 'QAAA',
    entryDate: '2026-06-12',
    expiration: '2026-08-07',
    strike: 130,
    premium: 3,
    entryPrice: 118,
    contracts: 1,
    notes: null,
    ...changes,
  }
}

const usualQuote: PositionQuote = {
  ...UNKNOWN_QUOTE,
  price: 120.5,
  currentPremium: 2,
  premiumSource: 'quote',
  ask: 2.1,
  delta: 0.2,
  impliedVolatility: 0.3,
}

/** The life of a call that nothing has happened to, alone in its chain. */
export const buildLife = (changes: Partial<PositionLife> = {}): PositionLife => ({
  chainId: 'position-1',
  chainPnlUsd: 350,
  chainRealizedOptionsUsd: 0,
  chainCallsEnded: 0,
  hasEvents: false,
  openingFeesUsd: 0,
  sharesFrom: 'new',
  multiplier: 100,
  deliverableShares: 100,
  uncoveredContracts: 0,
  suggestion: null,
  ...changes,
})

interface RowChanges extends Partial<Omit<PositionRow, 'position' | 'metrics' | 'recommendation'>> {
  readonly position?: Partial<Position>
  readonly quote?: Partial<PositionQuote>
}

/** A row of the portfolio page, computed with the functions that the page uses. */
export function buildPositionRow({ position, quote, ...changes }: RowChanges = {}): PositionRow {
  const built = buildPosition(position)
  const metrics = measurePosition(
    { ...built, symbol: built.symbol, strike: built.strike, expiration: built.expiration },
    { ...usualQuote, ...quote },
    MARKET_TIME_MS,
  )
  return {
    position: built,
    metrics,
    recommendation: recommend(metrics),
    bid: 1.9,
    ask: 2.1,
    life: buildLife(),
    missingReason: null,
    sync: 'synced',
    syncReason: null,
    ...changes,
  }
}

interface ListedChanges extends Partial<Omit<ListedPosition, 'position' | 'quote' | 'pnl'>> {
  readonly position?: Partial<Position>
  readonly quote?: Partial<PositionQuote>
  readonly pnl?: Partial<ServerPnl>
}

const noPnl: ServerPnl = {
  stockPnlUsd: null,
  optionPnlUsd: null,
  coveredCallPnlUsd: null,
  stockPnlPct: null,
  optionPnlPct: null,
  coveredCallPnlPct: null,
}

/** A position as the server lists it. Its results are unknown unless the test sets them. */
export function buildListedPosition({ position, quote, pnl, ...changes }: ListedChanges = {}): ListedPosition {
  return {
    position: buildPosition(position),
    quote: { ...usualQuote, ...quote },
    bid: 1.9,
    pnl: { ...noPnl, ...pnl },
    pnlGap: null,
    state: 'open',
    outcome: null,
    daysToExpiration: 28,
    headroomEm: 0.9,
    life: buildLife(),
    ...changes,
  }
}
