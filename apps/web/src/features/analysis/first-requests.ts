import type { DependentRequest } from '../../api/prefetch.ts'
import type { ApiRequest } from '../../api/request.ts'
import { listFields, requestScreen, type ScreenQuery, type StockField } from '../../api/screen.ts'
import { requestChain, requestExpirations, requestQuote } from '../../api/stock-requests.ts'
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

/** Requests that a URL needs first, to be sent before the page's code has loaded. */
export function findFirstQuestions(search: URLSearchParams): readonly ApiRequest[] {
  const { symbol, expiration, side } = analysisAddress.read(search, false).state
  if (!isListedForm(symbol)) return [requestQuote(symbol)]
  return [
    ...(expiration === null ? [] : [requestChain({ symbol, expiration, side: firstSide(side) })]),
    requestQuote(symbol),
    requestExpirations(symbol),
    requestScreen(buildRatedStockQuery(symbol)),
  ]
}

/** Chain request for a URL without an expiration, sent as soon as the stock's row says which one to open. */
export function findFollowingQuestion(search: URLSearchParams): DependentRequest | null {
  const { symbol, expiration, side } = analysisAddress.read(search, false).state
  if (expiration !== null || !isListedForm(symbol)) return null
  return {
    after: requestScreen(buildRatedStockQuery(symbol)),
    find: (answer) => requestChain({ symbol, expiration: readBestExpiration(answer), side: firstSide(side) }),
  }
}

function readBestExpiration(answer: unknown): string | null {
  const date: unknown = Object(answer).stocks?.[0]?.best_expiration
  return typeof date === 'string' ? date : null
}
