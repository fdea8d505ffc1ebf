import { ActionIcon, Box, Button } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import { nameCall } from '../../shared/format/positions.ts'
import { countOf, listSome, toSentence } from '../../shared/format/words.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { preloadWhenIdle } from '../../shared/load-code.ts'
import { usePageKeys } from '../../shared/page-keys.ts'
import { useAddressState } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { FreshnessChip } from '../../shared/ui/freshness.tsx'
import { Banner, IgnoredBanner } from '../../shared/ui/notices.tsx'
import { CONTENT_ID, Page } from '../../shared/ui/page.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import type { Portfolio } from './data/position.ts'
import { usePortfolio } from './data/use-portfolio.ts'
import { loadPortfolioDialogs } from './dialogs/load-dialogs.ts'
import type { OpenDialog } from './dialogs/portfolio-dialogs.tsx'
import { loadReports, PortfolioContent } from './portfolio-content.tsx'
import { portfolioAddress } from './portfolio-state.ts'
import { loadChainDetail } from './position-chart-card.tsx'

/** Portfolio page: totals, positions that need attention, and a recommendation for every position. */
export function PortfolioPage() {
  const navigation = useAddressState(portfolioAddress)
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const portfolio = usePortfolio()
  const { refresh } = portfolio
  const { part: Dialogs, load } = useDeferred(loadPortfolioDialogs)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const open = async (wanted: OpenDialog) => {
    if (await load()) setDialog(wanted)
  }
  const add = () => void open({ kind: 'add', prefill: null })
  const isDrawn = portfolio.state !== 'loading'
  useEffect(
    () => (isDrawn ? preloadWhenIdle([loadPortfolioDialogs, loadChainDetail, loadReports], 0) : undefined),
    [isDrawn],
  )

  /** Opens a dialog requested in the URL and removes the request, so a reload does not open it again. */
  const takeOver = useEffectEvent((wanted: OpenDialog) => {
    go((latest) => ({ ...latest, add: null, open: null }), { replace: true, keepsIgnored: true })
    void open(wanted)
  })
  const { add: prefill, open: asked } = state
  useEffect(() => {
    if (asked === 'import') takeOver({ kind: 'import' })
    else if (asked === 'add' || prefill !== null) takeOver({ kind: 'add', prefill })
  }, [asked, prefill])

  const deselect = (id: string) =>
    go((latest) => (latest.selected === id ? { ...latest, selected: null } : latest), { replace: true })
  usePageKeys({ n: add, r: refresh })

  return (
    <Page
      title="Portfolio Tracking"
      freshness={portfolio.freshness}
      actions={<PortfolioActions isPhone={isPhone} busy={portfolio.busy} onRefresh={refresh} onAdd={add} />}
      banners={
        <PortfolioBanners
          portfolio={portfolio}
          ignored={ignored}
          onDismissIgnored={() => go((latest) => latest, { replace: true })}
        />
      }
    >
      {isPhone && portfolio.freshness !== null && (
        <Box px="lg">
          <FreshnessChip freshness={portfolio.freshness} />
        </Box>
      )}
      <PortfolioContent
        portfolio={portfolio}
        navigation={navigation}
        isPhone={isPhone}
        onOpen={(wanted) => void open(wanted)}
      />
      {Dialogs !== null && (
        <Dialogs
          portfolio={portfolio}
          open={dialog}
          onClose={() => setDialog(null)}
          onRemoved={deselect}
          onRolls={(rolls) => go((latest) => ({ ...latest, rolls }))}
          onRolled={(selected) => go((latest) => ({ ...latest, rolls: null, tab: 'open', selected }))}
          returnFocus={() => document.getElementById(CONTENT_ID)?.focus()}
        />
      )}
    </Page>
  )
}

interface PortfolioActionsProps {
  readonly isPhone: boolean
  readonly busy: boolean
  readonly onRefresh: () => void
  readonly onAdd: () => void
}

function PortfolioActions({ isPhone, busy, onRefresh, onAdd }: PortfolioActionsProps) {
  if (isPhone) {
    return (
      <>
        <ActionIcon size={44} aria-label="Refresh" aria-disabled={busy} onClick={() => !busy && onRefresh()}>
          <IconRefresh size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={44} aria-label="Add Position" onClick={onAdd}>
          <IconPlus size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </>
    )
  }
  return (
    <>
      <BusyButton
        busy={busy}
        onClick={onRefresh}
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}
      >
        Refresh
      </BusyButton>
      <Button variant="filled" onClick={onAdd} leftSection={<IconPlus size={14} stroke={1.6} aria-hidden="true" />}>
        Add Position
      </Button>
    </>
  )
}

interface PortfolioBannersProps {
  readonly portfolio: Portfolio
  readonly ignored: readonly string[]
  readonly onDismissIgnored: () => void
}

/** Warnings shown above the figures. */
function PortfolioBanners({ portfolio, ignored, onDismissIgnored }: PortfolioBannersProps) {
  const { state, rows, missing, failure, busy, refresh, hasUnreadable, isLastLoaded, discard } = portfolio
  const why = describeFailure(failure) ?? commonWords.noAnswer
  const retry = { label: commonWords.retry, run: refresh, busy }
  return (
    <>
      <IgnoredBanner ignored={ignored} onDismiss={onDismissIgnored} />
      {state === 'local' && (
        <Banner action={retry}>
          {isLastLoaded
            ? `Could not load your portfolio: ${toSentence(why)} Showing the positions last loaded in this browser.`
            : `Could not load the rest of your portfolio: ${toSentence(why)} Showing the positions saved on this device.`}
        </Banner>
      )}
      {state === 'ready' && failure !== null && (
        <Banner action={retry}>Could not refresh the positions: {toSentence(why)} Showing the last data loaded.</Banner>
      )}
      <UnsyncedBanner portfolio={portfolio} />
      {rows
        .filter(({ sync }) => sync === 'rejected')
        .map((row) => (
          <Banner key={row.position.id} action={{ label: 'Discard', run: () => discard(row.position.id) }}>
            The server rejected {nameCall(row.position)}: {toSentence(row.syncReason ?? 'no reason given')} Select it to
            edit it, or discard the change.
          </Banner>
        ))}
      {hasUnreadable && (
        <Banner>
          Some positions saved in this browser could not be read. They were left unchanged; the others are shown here.
        </Banner>
      )}
      <MissingBanners missing={missing} />
    </>
  )
}

/** Says which stocks have no prices, and how many are still loading. */
function MissingBanners({ missing }: Pick<Portfolio, 'missing'>) {
  const loading = missing.filter(({ isLoading }) => isLoading)
  const byReason = Map.groupBy(
    missing.filter(({ isLoading }) => !isLoading),
    ({ reason }) => reason,
  )
  const lacks = [...byReason].map(
    ([reason, stocks]) => `${listSome(stocks.map(({ symbol }) => symbol))} (${reason.replace(/\.$/, '')})`,
  )
  return (
    <>
      {loading.length > 0 && (
        <Banner tone="example">
          Loading prices for {countOf(loading.length, 'stock')}. Their positions are shown at entry price until then.
        </Banner>
      )}
      {lacks.length > 0 && (
        <Banner>No market data for {lacks.join(', ')}. Their positions are shown at entry price.</Banner>
      )}
    </>
  )
}

function UnsyncedBanner({ portfolio: { rows, unsyncedCount, syncNow } }: Pick<PortfolioBannersProps, 'portfolio'>) {
  const count = unsyncedCount - rows.filter(({ sync }) => sync === 'rejected').length
  if (count <= 0) return null
  return <Banner action={{ label: 'Sync now', run: () => void syncNow() }}>{commonWords.unsynced(count)}</Banner>
}
