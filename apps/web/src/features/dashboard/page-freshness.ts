import type { Freshness } from '../../api/screen.ts'
import { describeFreshness } from '../../shared/freshness-view.ts'
import type { Dashboard } from './use-dashboard.ts'

interface DashboardFreshness {
  /** Of what most of the page shows. */
  readonly page: Freshness | null
  /** Of the reader's positions, where that reads differently. */
  readonly overview: Freshness | null
}

/** Answers without a figure in them have no age to tell. */
export function readFreshness({ screen, positions }: Pick<Dashboard, 'screen' | 'positions'>): DashboardFreshness {
  const stocks = screen.data !== null && screen.data.stocks.length > 0 ? screen.data.freshness : null
  const own = positions.data !== null && positions.data.positions.length > 0 ? positions.data.freshness : null
  // The chip of the page waits for the stocks, so that it does not change its word.
  if (stocks === null) return { page: screen.data === null && screen.failure === null ? null : own, overview: null }
  const isSame = own === null || describeFreshness(own).text === describeFreshness(stocks).text
  return { page: stocks, overview: isSame ? null : own }
}
