import {
  listFields,
  requestCount,
  requestRatings,
  requestScreen,
  type ScreenNarrowing,
  type ScreenQuery,
} from '../../api/early-requests.ts'
import { type ApiRequest, request } from '../../api/http.ts'

/** Query for the top-rated stocks, with the fields that the cards show. */
export const TOP_RATED: ScreenQuery = {
  sortBy: 'cc_score',
  sortOrder: 'desc',
  limit: 50,
  offset: 0,
  narrowing: {},
  fields: [...listFields(['current_price', 'best_ann_yield', 'best_dte', 'iv_rank', 'rsi']), 'days_to_earnings'],
}

/** Minimum yield for a stock to count as a premium opportunity (SPEC section 9). */
export const PREMIUM_YIELD_PCT = 20
export const PREMIUM: ScreenNarrowing = { min_yield: PREMIUM_YIELD_PCT }

/** The page's first requests, which the start script sends before the page's code loads. */
export function listFirstRequests(): readonly ApiRequest[] {
  return [
    request('portfolio.list'),
    request('portfolio.attention'),
    requestScreen(TOP_RATED),
    requestCount(PREMIUM),
    requestRatings(0),
  ]
}
