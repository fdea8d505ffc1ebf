import { HOLDINGS_LIST, type Query } from '@callwright/contracts'
import { getUser, type Identity } from '@callwright/service'
import type { ChosenList } from '../row-index/filters.ts'
import { digest } from '../users/digest.ts'
import type { Holdings, ReadHoldings } from '../users/holdings.ts'
import type { Watchlists } from '../users/watchlists.ts'

/** Facts about the user that a page depends on: the stocks of the list, and the costs. */
export interface OwnFacts {
  readonly list: ChosenList | null
  /** Null unless the query needs costs. */
  readonly costs: Holdings | null
}

type OwnQuery = Pick<Query<'screener.calls'>, 'list' | 'basis' | 'never_below_cost'>
export type ReadOwnFacts = ReturnType<typeof createOwnFactsReader>

export const noOwnFacts: OwnFacts = { list: null, costs: null }

/**
 * Reads only what a query needs, and nothing for most queries. Throws a 404 for an unknown list and a 503 if the database
 * or the portfolio is unavailable: without the list, the page would show the wrong stocks.
 */
export function createOwnFactsReader(deps: {
  readonly watchlists: Pick<Watchlists, 'readSymbolsOf'>
  readonly readHoldings: ReadHoldings
}) {
  const { watchlists, readHoldings } = deps
  return async (query: OwnQuery, identity: Identity, requestId: string): Promise<OwnFacts> => {
    const { list: id, basis, never_below_cost: isAboveCost } = query
    const needsCosts = basis === 'own_cost' || isAboveCost === true
    if (id === undefined && !needsCosts) return noOwnFacts
    const user = getUser(identity)
    const holdings = needsCosts || id === HOLDINGS_LIST ? await readHoldings(user, requestId) : null
    const costs = needsCosts ? holdings : null
    if (id === undefined) return { list: null, costs }
    if (id === HOLDINGS_LIST && holdings !== null) return { list: toList(holdings.symbols), costs }
    return { list: toList(await watchlists.readSymbolsOf(user.userId, id)), costs }
  }
}

const toList = (symbols: readonly string[]): ChosenList => ({ symbols, key: digest(symbols.join()) })
