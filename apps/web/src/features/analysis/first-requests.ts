import {
  listFields,
  requestChain,
  requestExpirations,
  requestQuote,
  requestScreen,
  type ScreenQuery,
  type StockField,
} from '../../api/early-requests.ts'
import type { SendEarly } from '../../api/services.ts'
import { analysisAddress, firstSide, isListedForm } from './analysis-state.ts'

/** Screener fields that the page uses. */
const RATED_FIELDS: readonly StockField[] = [
  ...listFields(['best_ann_yield', 'best_dte', 'iv_percentile', 'iv_rank', 'sector', 'market_cap']),
  'best_contract',
  'best_expiration',
  'best_strike',
  'best_liquidity',
]

/** Best-rated stocks, which the search suggests before anything is typed. */
export const BEST_RATED: ScreenQuery = {
  sortBy: 'cc_score',
  sortOrder: 'desc',
  limit: 8,
  offset: 0,
  narrowing: {},
  fields: listFields([]),
}

/** Query for one stock's screener row. */
export const buildRatedStockQuery = (symbol: string): ScreenQuery => ({
  sortBy: 'cc_score',
  sortOrder: 'desc',
  limit: 1,
  offset: 0,
  narrowing: { symbols: symbol },
  fields: RATED_FIELDS,
})

/**
 * Sends the requests that a URL needs first, before the page's code has loaded. If the URL has no expiration, the stock's
 * row says which chain to open.
 */
export function sendFirstRequests(search: URLSearchParams, send: SendEarly): void {
  const { symbol, expiration, side } = analysisAddress.read(search, false).state
  if (!isListedForm(symbol)) {
    send(requestQuote(symbol))
    return
  }
  const sendChain = (date: string | null) => send(requestChain({ symbol, expiration: date, side: firstSide(side) }))
  if (expiration !== null) sendChain(expiration)
  send(requestQuote(symbol))
  send(requestExpirations(symbol))
  send(
    requestScreen(buildRatedStockQuery(symbol)),
    expiration === null ? (body) => sendChain(readBestExpiration(body)) : undefined,
  )
}

function readBestExpiration(body: unknown): string | null {
  const date: unknown = Object(body).stocks?.[0]?.best_expiration
  return typeof date === 'string' ? date : null
}
