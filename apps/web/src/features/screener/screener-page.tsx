import { useRef } from 'react'
import { useIsPhone } from '../../shared/media.ts'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { FreshnessChip } from '../../shared/ui/freshness-chip.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useOnChange } from '../../shared/use-on-change.ts'
import { EnrichmentBar } from './enrichment-bar.tsx'
import { countPages } from './page-window.ts'
import { sortableColumns, sortScreen, writeScreenState } from './screen-state.ts'
import { ScreenerBanners } from './screener-banners.tsx'
import classes from './screener-page.module.css'
import { NoStocks, PanelFailure, ScreenFailure } from './screener-states.tsx'
import { ScreenerToolbar } from './screener-toolbar.tsx'
import { StockCards } from './stock-cards.tsx'
import { StockTable } from './stock-table.tsx'
import { StockTableSkeleton } from './stock-table-skeleton.tsx'
import { TableFooter } from './table-footer.tsx'
import { type EnrichmentControl, useEnrichment } from './use-enrichment.ts'
import { type ShownScreen, useScreen } from './use-screen.ts'
import { type ScreenNavigation, useScreenState } from './use-screen-state.ts'

export function ScreenerPage() {
  const navigation = useScreenState()
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const control = useEnrichment()
  const shown = useScreen(state, control.underway)
  const { enrichment } = control
  const freshness = shown.screen?.freshness ?? null
  const total = shown.screen?.total ?? 0
  const panel = useRef<HTMLElement>(null)

  useOnChange(writeScreenState(state).toString(), () => {
    if (isPhone) panel.current?.scrollIntoView({ block: 'start' })
  })
  // An address may name a page that is no longer there.
  useOnChange(shown.outdated ? null : shown.screen, (now) => {
    const pages = countPages(now?.total ?? 0, state.size)
    if (now !== null && state.page > pages) go({ ...state, page: pages }, { replace: true })
  })

  return (
    <Page
      title="Stock Screener"
      aside={!isPhone && freshness && <FreshnessChip freshness={freshness} />}
      banners={
        <ScreenerBanners shown={shown} ignored={ignored} onDismissIgnored={() => go(state, { replace: true })} />
      }
    >
      <ScreenerToolbar
        total={total}
        state={state}
        refreshing={control.refreshing}
        onRefresh={control.refresh}
        onSort={(next) => go(next)}
        freshness={isPhone ? freshness : null}
        isPhone={isPhone}
      />
      <section ref={panel} className={classes.panel} aria-label="Ranked stocks">
        <ErrorBoundary renderError={(reset) => <PanelFailure reset={reset} />}>
          <Stocks shown={shown} isPhone={isPhone} navigation={navigation} control={control} />
        </ErrorBoundary>
        <TableFooter
          state={state}
          total={total}
          onPage={(page) => go({ ...state, page })}
          onSize={(size) => go({ ...state, size, page: 1 })}
        >
          {enrichment && (
            <EnrichmentBar enrichment={enrichment} busy={control.busy} onStart={control.start} onStop={control.stop} />
          )}
        </TableFooter>
      </section>
    </Page>
  )
}

interface StocksProps {
  readonly shown: ShownScreen
  readonly isPhone: boolean
  readonly navigation: ScreenNavigation
  readonly control: EnrichmentControl
}

/** The stocks as a table or as cards, or what stands in their place. */
function Stocks({ shown, isPhone, navigation: { state, go }, control }: StocksProps) {
  const { screen, outdated, failure, retry } = shown
  if (screen === null) {
    return failure === null ? <StockTableSkeleton /> : <ScreenFailure failure={failure} onRetry={retry} />
  }
  const { stocks, total, message } = screen
  if (total === 0) return <NoStocks message={message} underway={control.underway} onRefresh={control.refresh} />
  if (isPhone) return <StockCards stocks={stocks} outdated={outdated} />
  const sortBy = (columnId: string) => {
    const column = sortableColumns.find((each) => each === columnId)
    if (column !== undefined) go(sortScreen(state, column))
  }
  return <StockTable stocks={stocks} total={total} state={state} outdated={outdated} onSort={sortBy} />
}
