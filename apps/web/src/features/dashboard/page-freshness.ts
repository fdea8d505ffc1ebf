import type { Freshness } from '../../api/screen.ts'
import { describeFreshness } from '../../shared/freshness-view.ts'
import type { Dashboard } from './use-dashboard.ts'

interface DashboardFreshness {
  /** How fresh the data on most of the page is. */
  readonly page: Freshness | null
  /** How fresh the user's positions are; null if a chip for them would read the same as the page's. */
  readonly overview: Freshness | null
}

/** Reads how fresh the page and the positions are. An empty response doesn't count: it has nothing to show. */
export function readFreshness({ screen, positions }: Pick<Dashboard, 'screen' | 'positions'>): DashboardFreshness {
  const stocks = screen.data !== null && screen.data.stocks.length > 0 ? screen.data.freshness : null
  const own = positions.data !== null && positions.data.positions.length > 0 ? positions.data.freshness : null
  // Show no chip until the stocks arrive, so that its text doesn't change.
  if (stocks === null) return { page: screen.data === null && screen.failure === null ? null : own, overview: null }
  const isSame = own === null || describeFreshness(own).text === describeFreshness(stocks).text
  return { page: stocks, overview: isSame ? null : own }
}
