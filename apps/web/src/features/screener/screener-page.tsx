import { useRef } from 'react'
import { asApiError } from '../../api/api-error.ts'
import type { Screen } from '../../api/screen.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { isInvented } from '../../shared/freshness-view.ts'
import { useIsPhone } from '../../shared/media.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { FreshnessChip } from '../../shared/ui/freshness-chip.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useOnChange } from '../../shared/use-on-change.ts'
import { EnrichmentBar } from './enrichment-bar.tsx'
import { countPages } from './page-window.ts'
import { buildScreenQuery, sortableColumns, sortScreen, writeScreenState } from './screen-state.ts'
import classes from './screener-page.module.css'
import { describeScreenFailure, NoStocks, PanelFailure, ScreenFailure } from './screener-states.tsx'
import { ScreenerToolbar } from './screener-toolbar.tsx'
import { StockCards } from './stock-cards.tsx'
import { StockTable } from './stock-table.tsx'
import { StockTableSkeleton } from './stock-table-skeleton.tsx'
import { TableFooter } from './table-footer.tsx'
import { useEnrichment } from './use-enrichment.ts'
import { type ScreenNavigation, useScreenState } from './use-screen-state.ts'

const POLL_WHILE_ENRICHING_MS = 2_000

export function ScreenerPage() {
  const navigation = useScreenState()
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const control = useEnrichment()
  const top = useRef<HTMLElement>(null)
  const { data, currentData, error, isFetching, refetch } = useScreenQuery(buildScreenQuery(state), {
    pollingInterval: control.underway ? POLL_WHILE_ENRICHING_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  })
  const failure = asApiError(error)
  const isEmptied = failure !== null && currentData === undefined && !isFetching
  const shown = isEmptied ? null : (currentData ?? data ?? null)
  const freshness = data?.freshness

  useOnChange(writeScreenState(state).toString(), () => {
    if (isPhone) top.current?.scrollIntoView({ block: 'start' })
  })
  // An address may name a page that is no longer there.
  useOnChange(currentData, (now) => {
    const pages = countPages(now?.total ?? 0, state.size)
    if (now !== undefined && state.page > pages) go({ ...state, page: pages }, { replace: true })
  })

  return (
    <Page
      title="Stock Screener"
      aside={!isPhone && freshness && <FreshnessChip freshness={freshness} />}
      banners={
        <>
          {freshness && isInvented(freshness) && <Banner tone="unreal">Simulated market: not real prices</Banner>}
          {shown?.freshness.cacheStatus === 'stale' && shown.message !== null && (
            <Banner tone="trouble">{shown.message}</Banner>
          )}
          {ignored.length > 0 && (
            <Banner tone="trouble" action={{ label: 'Dismiss', run: () => go(state, { replace: true }) }}>
              Part of this address means nothing here and was left out: {ignored.join(', ')}
            </Banner>
          )}
          {failure !== null && !isEmptied && !isFetching && (
            <Banner tone="trouble" action={{ label: 'Retry', run: refetch }}>
              {describeScreenFailure(failure)}. The last answer stays in view.
            </Banner>
          )}
        </>
      }
    >
      <ScreenerToolbar
        total={shown?.total ?? null}
        state={state}
        refreshing={control.refreshing}
        onRefresh={control.refresh}
        onSort={(next) => go(next)}
        freshness={isPhone ? (freshness ?? null) : null}
        isPhone={isPhone}
      />
      <section ref={top} className={classes.panel} aria-label="Ranked stocks">
        <ErrorBoundary renderError={(reset) => <PanelFailure reset={reset} />}>
          {isEmptied && <ScreenFailure failure={failure} onRetry={refetch} />}
          {!isEmptied && shown === null && <StockTableSkeleton />}
          {shown !== null && (
            <ShownScreen
              screen={shown}
              outdated={currentData === undefined}
              isPhone={isPhone}
              navigation={navigation}
              control={control}
            />
          )}
        </ErrorBoundary>
        <TableFooter
          state={state}
          total={shown?.total ?? 0}
          onPage={(page) => go({ ...state, page })}
          onSize={(size) => go({ ...state, size, page: 1 })}
        >
          {control.enrichment && (
            <EnrichmentBar
              enrichment={control.enrichment}
              busy={control.busy}
              onStart={control.start}
              onStop={control.stop}
            />
          )}
        </TableFooter>
      </section>
    </Page>
  )
}

interface ShownScreenProps {
  readonly screen: Screen
  readonly outdated: boolean
  readonly isPhone: boolean
  readonly navigation: ScreenNavigation
  readonly control: ReturnType<typeof useEnrichment>
}

function ShownScreen({ screen, outdated, isPhone, navigation: { state, go }, control }: ShownScreenProps) {
  if (screen.total === 0)
    return <NoStocks message={screen.message} underway={control.underway} onRefresh={control.refresh} />
  if (isPhone) return <StockCards stocks={screen.stocks} outdated={outdated} />
  const sortBy = (columnId: string) => {
    const column = sortableColumns.find((each) => each === columnId)
    if (column !== undefined) go(sortScreen(state, column))
  }
  return <StockTable stocks={screen.stocks} total={screen.total} state={state} outdated={outdated} onSort={sortBy} />
}
