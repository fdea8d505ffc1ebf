import type { ListedPosition } from '@callwright/contracts'
import { Unanswerable } from './failure.ts'
import type { Portfolio } from './position-row.ts'
import type { ToolScene } from './tool.ts'

interface Wanted {
  readonly position_id: string | null
  readonly symbol: string | null
}

/**
 * The one position that is meant: by its id, by its stock, by the stock of the page, or the only one there is. Where it
 * could be several, the failure names them.
 */
export function choosePosition(
  { positions }: Portfolio,
  { position_id: id, symbol }: Wanted,
  { page }: Pick<ToolScene, 'page'>,
): ListedPosition {
  if (positions.length === 0) throw new Unanswerable('NOT_FOUND', 'There are no positions in the portfolio yet.')
  if (id !== null) {
    const found = positions.find((position) => position.id === id)
    if (found !== undefined) return found
    throw new Unanswerable('NOT_FOUND', 'There is no such position.', listTickers(positions))
  }
  const onPage = positions.some(({ ticker }) => ticker === page?.symbol?.toUpperCase()) ? page?.symbol : undefined
  const ticker = (symbol ?? onPage)?.toUpperCase() ?? null
  const matching = ticker === null ? positions : positions.filter((position) => position.ticker === ticker)
  if (matching.length === 0) {
    throw new Unanswerable('NOT_FOUND', `There is no position on ${ticker}.`, listTickers(positions))
  }
  const open = matching.filter(({ state }) => state === 'open')
  const [only, ...others] = open.length > 0 ? open : matching
  if (only !== undefined && others.length === 0) return only
  const what = ticker === null ? 'several positions' : `several positions on ${ticker}`
  throw new Unanswerable('INVALID', `There are ${what}; which one is meant?`, matching.map(namePosition))
}

export const namePosition = ({ ticker, strike_price, expiry_date }: ListedPosition) =>
  `${ticker} ${strike_price} call of ${expiry_date}`

const listTickers = (positions: readonly ListedPosition[]) => [...new Set(positions.map(({ ticker }) => ticker))]
