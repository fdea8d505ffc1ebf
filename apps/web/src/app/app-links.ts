import {
  IconBriefcase2,
  IconChartLine,
  IconFilter2,
  IconLayoutDashboard,
  IconMessage,
  type TablerIcon,
} from '@tabler/icons-react'
import { ANALYSIS_PATH, COACH_PATH, DASHBOARD_PATH, PORTFOLIO_PATH, SCREENING_PATH } from '../shared/paths.ts'

export interface AppLink {
  readonly path: string
  readonly label: string
  /** Short label for narrow layouts. */
  readonly word: string
  readonly icon: TablerIcon
  /** Key sequence, such as `g d`. */
  readonly keys: string
}

/** Navigation links, top to bottom. */
export const appLinks: readonly AppLink[] = [
  { path: DASHBOARD_PATH, label: 'Dashboard', word: 'Dashboard', icon: IconLayoutDashboard, keys: 'g d' },
  { path: SCREENING_PATH, label: 'Stock Screening', word: 'Screening', icon: IconFilter2, keys: 'g s' },
  { path: ANALYSIS_PATH, label: 'Stock Analysis', word: 'Analysis', icon: IconChartLine, keys: 'g a' },
  { path: PORTFOLIO_PATH, label: 'Portfolio Tracking', word: 'Portfolio', icon: IconBriefcase2, keys: 'g p' },
  { path: COACH_PATH, label: 'AI Coach', word: 'Coach', icon: IconMessage, keys: 'g c' },
]
