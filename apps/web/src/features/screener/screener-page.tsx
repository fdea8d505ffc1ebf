import { useEffect, useEffectEvent, useRef } from 'react'
import { commonWords } from '../../shared/common-words.ts'
import { toSentence } from '../../shared/format/words.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { Banner, IgnoredBanner } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { EnrichmentBar } from './enrichment/enrichment-bar.tsx'
import { useEnrichment } from './enrichment/use-enrichment.ts'
import classes from './screener-page.module.css'
import { describeScreenFailure } from './screener-states.tsx'
import { ScreenerToolbar } from './screener-toolbar.tsx'
import { SelectionPlace } from './selection/selection-place.tsx'
import { useSelection } from './selection/use-selection.ts'
import { clearFilters, type ScreenState, searchScreen } from './state/screen-state.ts'
import { type ShownScreen, useScreen } from './state/use-screen.ts'
import { useListScroll, useScreenState } from './state/use-screen-state.ts'
import { StockList } from './stock-list.tsx'
import { countPages, TableFooter } from './table-footer.tsx'

export function ScreenerPage() {
  const navigation = useScreenState()
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const control = useEnrichment()
  const selection = useSelection()
  const shown = useScreen(state, isPhone, control.running)
  const { screen } = shown
  const total = screen?.total ?? 0
  const panel = useRef<HTMLElement>(null)
  // A bare URL is about to be replaced with an explicit one, which has a scroll position.
  useListScroll(panel, screen !== null && !shown.outdated && !navigation.isBare)

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
      title="Stock Screener"
      freshness={screen?.freshness ?? null}
      banners={
        <Banners shown={shown} ignored={ignored} onDismissIgnored={() => go((latest) => latest, { replace: true })} />
      }
    >
      <PanelBoundary name="toolbar">
        <ScreenerToolbar screen={screen} navigation={navigation} control={control} isPhone={isPhone} />
      </PanelBoundary>
      <section ref={panel} className={classes.panel} aria-label="Ranked stocks">
        <PanelBoundary name="table">
          <StockList shown={shown} isPhone={isPhone} navigation={navigation} selection={selection} control={control} />
        </PanelBoundary>
        <PanelBoundary name="selection">
          <SelectionPlace selection={selection} state={state} />
        </PanelBoundary>
        <PanelBoundary name="table footer">
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

interface BannersProps {
  readonly shown: ShownScreen
  readonly ignored: readonly string[]
  readonly onDismissIgnored: () => void
}

/** Banners above the list: stale data, link settings that were ignored, or a failed refresh. */
function Banners({ shown: { screen, failure, retry, retrying }, ignored, onDismissIgnored }: BannersProps) {
  return (
    <>
      {screen?.freshness.cacheStatus === 'stale' && screen.message !== null && <Banner>{screen.message}</Banner>}
      <IgnoredBanner ignored={ignored} onDismiss={onDismissIgnored} />
      {failure !== null && screen !== null && (
        <Banner action={{ label: commonWords.retry, run: retry, busy: retrying }}>
          {toSentence(describeScreenFailure(failure))} Showing the last data loaded.
        </Banner>
      )}
    </>
  )
}
