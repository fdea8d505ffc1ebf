import {
  IconBriefcase2,
  IconChartLine,
  IconFilter2,
  IconLayoutDashboard,
  IconMessage,
  type TablerIcon,
} from '@tabler/icons-react'
import { ANALYSIS_PATH, COACH_PATH, DASHBOARD_PATH, PORTFOLIO_PATH, SCREENING_PATH } from '../shared/paths.ts'
import { pageNames } from './shell-words.ts'

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
  { path: DASHBOARD_PATH, ...pageNames.dashboard, icon: IconLayoutDashboard, keys: 'g d' },
  { path: SCREENING_PATH, ...pageNames.screening, icon: IconFilter2, keys: 'g s' },
  { path: ANALYSIS_PATH, ...pageNames.analysis, icon: IconChartLine, keys: 'g a' },
  { path: PORTFOLIO_PATH, ...pageNames.portfolio, icon: IconBriefcase2, keys: 'g p' },
  { path: COACH_PATH, ...pageNames.coach, icon: IconMessage, keys: 'g c' },
]
