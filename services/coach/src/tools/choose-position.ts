import type { ListedPosition } from '@callwright/contracts'
import { Unanswerable } from './failure.ts'
import type { Portfolio } from './position-row.ts'
import type { ToolRuntime } from './tool.ts'

interface Wanted {
  readonly position_id: string | null
  readonly symbol: string | null
}

/**
 * Finds the requested position: the one with the given id or symbol, the one on the page's stock, or the user's only
 * one. If several match, the failure lists them.
 */
export function choosePosition(
  { positions }: Portfolio,
  { position_id: id, symbol }: Wanted,
  { page }: Pick<ToolRuntime, 'page'>,
): ListedPosition {
  if (positions.length === 0) throw new Unanswerable('NOT_FOUND', 'Your portfolio has no positions yet.')
  if (id !== null) {
    const found = positions.find((position) => position.id === id)
    if (found !== undefined) return found
    throw new Unanswerable('NOT_FOUND', 'This position was not found.', listTickers(positions))
  }
  const onPage = positions.some(({ ticker }) => ticker === page?.symbol?.toUpperCase()) ? page?.symbol : undefined
  const ticker = (symbol ?? onPage)?.toUpperCase() ?? null
  const matching = ticker === null ? positions : positions.filter((position) => position.ticker === ticker)
  if (matching.length === 0) {
    throw new Unanswerable('NOT_FOUND', `You have no position in ${ticker}.`, listTickers(positions))
  }
  const open = matching.filter(({ state }) => state === 'open')
  const [only, ...others] = open.length > 0 ? open : matching
  if (only !== undefined && others.length === 0) return only
  const what = ticker === null ? 'several positions' : `several positions in ${ticker}`
  throw new Unanswerable('INVALID', `You have ${what}. Which one do you mean?`, matching.map(namePosition))
}

export const namePosition = ({ ticker, strike_price, expiry_date }: ListedPosition) =>
  `${ticker} ${strike_price} call expiring ${expiry_date}`

const listTickers = (positions: readonly ListedPosition[]) => [...new Set(positions.map(({ ticker }) => ticker))]
