import type { PositionTerms } from '../../../api/portfolio.ts'
import type { PortfolioTab } from '../portfolio-state.ts'
import { EndedTab } from './ended-tab.tsx'
import { HoldingsTab } from './holdings-tab.tsx'
import { IncomeTab } from './income-tab.tsx'
import { TaxTab } from './tax-tab.tsx'

interface ReportsProps {
  readonly tab: Exclude<PortfolioTab, 'open'>
  readonly onWrite: (terms: Partial<PositionTerms>) => void
}

/** The views of the portfolio beside the open positions. */
export function Reports({ tab, onWrite }: ReportsProps) {
  if (tab === 'ended') return <EndedTab />
  if (tab === 'income') return <IncomeTab />
  return tab === 'tax' ? <TaxTab /> : <HoldingsTab onWrite={onWrite} />
}
