import type { PositionTerms } from '../../../api/portfolio.ts'
import type { PortfolioTab } from '../portfolio-state.ts'
import { EndedTab } from './ended-tab.tsx'
import { HoldingsTab } from './holdings-tab.tsx'
import { IncomeTab } from './income-tab.tsx'

interface ReportsProps {
  readonly tab: Exclude<PortfolioTab, 'open'>
  readonly onWrite: (terms: Partial<PositionTerms>) => void
}

/** The views of the portfolio beside the open positions. */
export function Reports({ tab, onWrite }: ReportsProps) {
  if (tab === 'ended') return <EndedTab />
  return tab === 'income' ? <IncomeTab /> : <HoldingsTab onWrite={onWrite} />
}
