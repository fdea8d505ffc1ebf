import { IconBriefcase2, IconChartLine, IconFilter2, type TablerIcon } from '@tabler/icons-react'
import { ANALYSIS_PATH, PORTFOLIO_PATH, SCREENING_PATH } from '../shared/paths.ts'

export interface AppLink {
  readonly path: string
  readonly label: string
  readonly icon: TablerIcon
}

/** The sidebar, top to bottom: the pages there are. */
export const appLinks: readonly AppLink[] = [
  { path: SCREENING_PATH, label: 'Stock Screening', icon: IconFilter2 },
  { path: ANALYSIS_PATH, label: 'Stock Analysis', icon: IconChartLine },
  { path: PORTFOLIO_PATH, label: 'Portfolio Tracking', icon: IconBriefcase2 },
]
