import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useIsPhone } from '../../shared/media.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { FreshnessChip } from '../../shared/ui/freshness-chip.tsx'
import { Page, PageContent } from '../../shared/ui/page.tsx'
import { usePageKeys } from '../../shared/use-page-keys.ts'
import { CoachButton } from './coach-button.tsx'
import classes from './dashboard-page.module.css'
import { words } from './dashboard-words.ts'
import { FeaturedCard } from './featured/featured-card.tsx'
import { OverviewCard } from './overview/overview-card.tsx'
import { readFreshness } from './page-freshness.ts'
import { RadarCard } from './radar/radar-card.tsx'
import { useDashboard } from './use-dashboard.ts'

/** Dashboard: the user's positions, opportunities in the market and the top-rated stock. */
export function DashboardPage() {
  const dashboard = useDashboard()
  const { positions, attention, screen, premium, ratings, featured, bars, busy, refresh } = dashboard
  const isPhone = useIsPhone()
  const { page, overview } = readFreshness(dashboard)
  usePageKeys({ r: refresh })
  return (
    <Page title={words.title} freshness={page} actions={<Refresh isPhone={isPhone} busy={busy} onRefresh={refresh} />}>
      <PageContent>
        {isPhone && <div className={classes.freshness}>{page && <FreshnessChip freshness={page} />}</div>}
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
      <ActionIcon size={44} aria-label={words.refresh} aria-disabled={busy} onClick={() => !busy && onRefresh()}>
        <IconRefresh size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <BusyButton busy={busy} onClick={onRefresh} leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}>
      {words.refresh}
    </BusyButton>
  )
}
