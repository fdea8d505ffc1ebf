import { RECOMMENDATION_RULES } from '@callwright/scoring'
import type { SortOrder } from '../../../api/screen.ts'
import type { PositionRow } from '../data/position.ts'

/** Sort key of each column; null means unknown and sorts last in both orders. */
const sortKeys = {
  ticker: ({ position }) => position.ticker,
  dte: ({ metrics }) => metrics.position.expiration,
  strike: ({ position }) => position.strikePrice,
  price: ({ metrics }) => metrics.shownPrice,
  delta: ({ metrics }) => metrics.delta,
  entry_premium: ({ position }) => position.entryPremium,
  current_premium: ({ metrics }) => metrics.currentPremium,
  stock_pnl: ({ metrics }) => metrics.stockPnlUsd,
  option_pnl: ({ metrics }) => metrics.optionPnlUsd,
  cc_pnl: ({ metrics }) => metrics.coveredCallPnlUsd,
  static_yield: ({ metrics }) => metrics.staticYieldPct,
  headroom: ({ metrics }) => metrics.headroomPct,
  headroom_em: ({ metrics }) => metrics.headroomEm,
  iv: ({ metrics }) => metrics.impliedVolatility,
  recommendation: ({ recommendation }) => rankAction(recommendation.action),
} as const satisfies Record<string, (row: PositionRow) => number | string | null>

export type SortColumn = keyof typeof sortKeys

export interface PositionSort {
  readonly sort: SortColumn
  readonly order: SortOrder
}

/** Default order: soonest expiration first. */
export const defaultSort: PositionSort = { sort: 'dte', order: 'asc' }

export const isSortColumn = (text: string): text is SortColumn => Object.hasOwn(sortKeys, text)

/** Columns that sort ascending first; all others start with the largest figure. */
const ascendingFirst: readonly SortColumn[] = ['ticker', 'dte', 'recommendation']

/** Sorts by a column; clicking the same header again reverses the order. */
export function sortBy(column: SortColumn, { sort, order }: PositionSort): PositionSort {
  if (column === sort) return { sort, order: order === 'asc' ? 'desc' : 'asc' }
  return { sort: column, order: ascendingFirst.includes(column) ? 'asc' : 'desc' }
}

export function sortPositions(rows: readonly PositionRow[], { sort, order }: PositionSort): readonly PositionRow[] {
  const read = sortKeys[sort]
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [first, second] = [read(a), read(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || breakTie(a, b)
    return sign * compare(first, second) || breakTie(a, b)
  })
}

const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -1 : 1)

/** Breaks ties, to keep the order stable between renders. */
const breakTie = (a: PositionRow, b: PositionRow) =>
  compare(a.position.ticker, b.position.ticker) ||
  compare(a.position.expiryDate, b.position.expiryDate) ||
  compare(a.position.id, b.position.id)

/** Sort rank of an action: the rules in order, then N/A, then Hold. */
function rankAction(action: PositionRow['recommendation']['action']): number {
  const rank = RECOMMENDATION_RULES.findIndex(({ id }) => id === action)
  if (rank >= 0) return rank
  return RECOMMENDATION_RULES.length + (action === 'unavailable' ? 0 : 1)
}
