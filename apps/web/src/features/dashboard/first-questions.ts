import { type ApiRequest, request } from '../../api/request.ts'
import {
  listFields,
  requestCount,
  requestRatings,
  requestScreen,
  type ScreenNarrowing,
  type ScreenQuery,
} from '../../api/screen.ts'

/** The best rated stocks, with what the cards show of them. */
export const TOP_RATED: ScreenQuery = {
  sortBy: 'cc_score',
  sortOrder: 'desc',
  limit: 50,
  offset: 0,
  narrowing: {},
  fields: [...listFields(['current_price', 'best_ann_yield', 'best_dte', 'iv_rank', 'rsi']), 'days_to_earnings'],
}

/** A premium opportunity (SPEC section 9). */
export const PREMIUM_YIELD_PCT = 20
export const PREMIUM: ScreenNarrowing = { min_yield: PREMIUM_YIELD_PCT }

/** What the page asks for first, for those who cannot wait for the page itself. */
export function findFirstQuestions(): readonly ApiRequest[] {
  return [
    request('portfolio.list'),
    request('portfolio.attention'),
    requestScreen(TOP_RATED),
    requestCount(PREMIUM),
    requestRatings(0),
  ]
}
