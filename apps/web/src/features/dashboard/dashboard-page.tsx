import { ActionIcon, Group } from '@mantine/core'
import { IconMessage, IconRefresh } from '@tabler/icons-react'
import type { Freshness } from '../../api/market.ts'
import { describeFreshness } from '../../shared/freshness-view.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { usePageKeys } from '../../shared/page-keys.ts'
import { COACH_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { FreshnessChip } from '../../shared/ui/freshness.tsx'
import { Page, PageContent } from '../../shared/ui/page.tsx'
import classes from './dashboard.module.css'
import { FeaturedCard } from './featured-card.tsx'
import { OverviewCard } from './overview-card.tsx'
import { RadarCard } from './radar-card.tsx'
import { type Dashboard, useDashboard } from './use-dashboard.ts'

/** Dashboard: the user's positions, opportunities in the market and the top-rated stock. */
export function DashboardPage() {
  const dashboard = useDashboard()
  const { positions, attention, screen, premium, ratings, featured, bars, busy, refresh } = dashboard
  const isPhone = useIsPhone()
  const { page, overview } = readFreshness(dashboard)
  usePageKeys({ r: refresh })
  return (
    <Page title="Dashboard" freshness={page} actions={<Refresh isPhone={isPhone} busy={busy} onRefresh={refresh} />}>
      <PageContent>
        {isPhone && (
          <Group h={36} mb="xs" px="lg">
            {page && <FreshnessChip freshness={page} />}
          </Group>
        )}
        <div className={classes.cards}>
          <OverviewCard positions={positions} attention={attention} freshness={overview} />
          <RadarCard screen={screen} premium={premium} ratings={ratings} />
          <FeaturedCard screen={screen} featured={featured} bars={bars} />
        </div>
      </PageContent>
      <CoachButton />
    </Page>
  )
}

interface RefreshProps {
  readonly isPhone: boolean
  readonly busy: boolean
  readonly onRefresh: () => void
}

function Refresh({ isPhone, busy, onRefresh }: RefreshProps) {
  if (isPhone) {
    return (
      <ActionIcon size={44} aria-label="Refresh" aria-disabled={busy} onClick={() => !busy && onRefresh()}>
        <IconRefresh size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <BusyButton busy={busy} onClick={onRefresh} leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}>
      Refresh
    </BusyButton>
  )
}

/** Floating link to the coach that stays visible while the page scrolls. */
export function CoachButton() {
  return (
    <Link className={classes.coachButton} to={COACH_PATH} aria-label="AI Coach">
      <IconMessage size={20} stroke={1.6} aria-hidden="true" />
      <span>AI Coach</span>
    </Link>
  )
}

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
