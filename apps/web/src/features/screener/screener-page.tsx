import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsPhone } from '../../shared/media.ts'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { EnrichmentBar } from './enrichment-bar.tsx'
import { countPages } from './page-window.ts'
import { clearFilters, listCardColumns, type ScreenState, searchScreen } from './screen-state.ts'
import { ScreenerBanners } from './screener-banners.tsx'
import classes from './screener-page.module.css'
import { PanelFailure } from './screener-states.tsx'
import { ScreenerToolbar } from './screener-toolbar.tsx'
import { StockList } from './stock-list.tsx'
import { TableFooter } from './table-footer.tsx'
import { useEnrichment } from './use-enrichment.ts'
import { useScreen } from './use-screen.ts'
import { useScreenState } from './use-screen-state.ts'

export function ScreenerPage() {
  const navigation = useScreenState()
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const control = useEnrichment()
  const shown = useScreen(state, isPhone ? listCardColumns(state) : state.columns, control.underway)
  const { screen } = shown
  const total = screen?.total ?? 0
  const panel = useRef<HTMLElement>(null)

  /** From the foot of the list to the head of its next page, where the page itself scrolls. */
  const turn = (change: Partial<ScreenState>) => {
    go((latest) => ({ ...latest, ...change }))
    if (isPhone) panel.current?.scrollIntoView({ block: 'start' })
  }
  // An address may name a page that is no longer there, and the answer may be there from the start.
  const pages = screen === null || shown.outdated ? null : countPages(screen.total, state.size)
  const goToLastPage = useEffectEvent((last: number) => go((latest) => ({ ...latest, page: last }), { replace: true }))
  useEffect(() => {
    if (pages !== null && state.page > pages) goToLastPage(pages)
  }, [pages, state.page])

  return (
    <Page
      title="Stock Screener"
      freshness={screen?.freshness ?? null}
      banners={
        <ScreenerBanners
          shown={shown}
          ignored={ignored}
          onDismissIgnored={() => go((latest) => latest, { replace: true })}
        />
      }
    >
      <ScreenerToolbar screen={screen} navigation={navigation} control={control} isPhone={isPhone} />
      <section ref={panel} className={classes.panel} aria-label="Ranked stocks">
        <ErrorBoundary renderError={(reset) => <PanelFailure reset={reset} />}>
          <StockList shown={shown} isPhone={isPhone} navigation={navigation} control={control} />
        </ErrorBoundary>
        <TableFooter
          state={state}
          total={total}
          onPage={(page) => turn({ page })}
          onSize={(size) => turn({ size, page: 1 })}
        >
          <EnrichmentBar
            control={control}
            onFind={(symbol) => go((latest) => searchScreen(clearFilters(latest), symbol))}
          />
        </TableFooter>
      </section>
    </Page>
  )
}
