import type { Freshness } from '../../api/screen.ts'
import { describeFreshness } from '../../shared/freshness-view.ts'
import type { Dashboard } from './use-dashboard.ts'

interface DashboardFreshness {
  /** Freshness of the data on most of the page. */
  readonly page: Freshness | null
  /** Freshness of the user's positions; null if its text would be the same as the page's. */
  readonly overview: Freshness | null
}

/** Reads how fresh the page and the positions are. Empty responses have no freshness. */
export function readFreshness({ screen, positions }: Pick<Dashboard, 'screen' | 'positions'>): DashboardFreshness {
  const stocks = screen.data !== null && screen.data.stocks.length > 0 ? screen.data.freshness : null
  const own = positions.data !== null && positions.data.positions.length > 0 ? positions.data.freshness : null
  // Show no chip until the stocks arrive, so that its text doesn't change.
  if (stocks === null) return { page: screen.data === null && screen.failure === null ? null : own, overview: null }
  const isSame = own === null || describeFreshness(own).text === describeFreshness(stocks).text
  return { page: stocks, overview: isSame ? null : own }
}
