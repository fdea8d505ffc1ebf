import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsPhone } from '../../shared/media.ts'
import { Page } from '../../shared/ui/page.tsx'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import { EnrichmentBar } from './enrichment/enrichment-bar.tsx'
import { useEnrichment } from './enrichment/use-enrichment.ts'
import { countPages } from './paging/page-window.ts'
import { TableFooter } from './paging/table-footer.tsx'
import { ScreenerBanners } from './screener-banners.tsx'
import classes from './screener-page.module.css'
import { ScreenerToolbar } from './screener-toolbar.tsx'
import { screenerWords as words } from './screener-words.ts'
import { SelectionPlace } from './selection/selection-place.tsx'
import { useSelection } from './selection/use-selection.ts'
import { clearFilters, listCardColumns, type ScreenState, searchScreen } from './state/screen-state.ts'
import { useScreen } from './state/use-screen.ts'
import { useScreenState } from './state/use-screen-state.ts'
import { StockList } from './stock-list.tsx'

export function ScreenerPage() {
  const navigation = useScreenState()
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const control = useEnrichment()
  const selection = useSelection()
  const shown = useScreen(state, isPhone ? listCardColumns(state) : state.columns, control.running)
  const { screen } = shown
  const total = screen?.total ?? 0
  const panel = useRef<HTMLElement>(null)

  /** Changes the page and scrolls back to the top of the list on a phone, where the window itself scrolls. */
  const changePage = (change: (latest: ScreenState) => ScreenState) => {
    go(change)
    if (isPhone) panel.current?.scrollIntoView({ block: 'start' })
  }
  // The URL may name a page past the end, and the response may already be cached on the first render.
  const pages = screen === null || shown.outdated ? null : countPages(screen.total, state.size)
  const goToLastPage = useEffectEvent((last: number) =>
    go((latest) => ({ ...latest, page: last }), { replace: true, keepsIgnored: true }),
  )
  useEffect(() => {
    if (pages !== null && state.page > pages) goToLastPage(pages)
  }, [pages, state.page])

  return (
    <Page
      title={words.title}
      freshness={screen?.freshness ?? null}
      banners={
        <ScreenerBanners
          shown={shown}
          ignored={ignored}
          onDismissIgnored={() => go((latest) => latest, { replace: true })}
        />
      }
    >
      <PanelBoundary name={words.panels.toolbar}>
        <ScreenerToolbar screen={screen} navigation={navigation} control={control} isPhone={isPhone} />
      </PanelBoundary>
      <section ref={panel} className={classes.panel} aria-label={words.list}>
        <PanelBoundary name={words.panels.table}>
          <StockList shown={shown} isPhone={isPhone} navigation={navigation} selection={selection} control={control} />
        </PanelBoundary>
        <PanelBoundary name={words.panels.selection}>
          <SelectionPlace selection={selection} state={state} />
        </PanelBoundary>
        <PanelBoundary name={words.panels.foot}>
          <TableFooter
            state={state}
            total={total}
            onPage={(step) => changePage((latest) => ({ ...latest, page: step(latest.page) }))}
            onSize={(size) => changePage((latest) => ({ ...latest, size, page: 1 }))}
          >
            <EnrichmentBar
              control={control}
              onFind={(symbol) => go((latest) => searchScreen(clearFilters(latest), symbol))}
            />
          </TableFooter>
        </PanelBoundary>
      </section>
    </Page>
  )
}
