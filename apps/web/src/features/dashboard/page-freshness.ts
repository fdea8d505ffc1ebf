import type { Freshness } from '../../api/screen.ts'
import { describeFreshness } from '../../shared/freshness-view.ts'
import type { Dashboard } from './use-dashboard.ts'

interface DashboardFreshness {
  /** Freshness of most of the page. */
  readonly page: Freshness | null
  /** Freshness of the user's positions; null if it reads the same. */
  readonly overview: Freshness | null
}

/** Freshness of the page and of the positions. Empty responses have none. */
export function readFreshness({ screen, positions }: Pick<Dashboard, 'screen' | 'positions'>): DashboardFreshness {
  const stocks = screen.data !== null && screen.data.stocks.length > 0 ? screen.data.freshness : null
  const own = positions.data !== null && positions.data.positions.length > 0 ? positions.data.freshness : null
  // Show no chip before the stocks arrive, so its text does not change.
  if (stocks === null) return { page: screen.data === null && screen.failure === null ? null : own, overview: null }
  const isSame = own === null || describeFreshness(own).text === describeFreshness(stocks).text
  return { page: stocks, overview: isSame ? null : own }
}
