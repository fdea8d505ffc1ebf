import { useRef } from 'react'
import { useIsPhone } from '../../shared/media.ts'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useOnChange } from '../../shared/use-on-change.ts'
import { EnrichmentBar } from './enrichment-bar.tsx'
import { countPages } from './page-window.ts'
import { writeScreenState } from './screen-state.ts'
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
  const shown = useScreen(state, control.underway)
  const freshness = shown.screen?.freshness ?? null
  const total = shown.screen?.total ?? 0
  const panel = useRef<HTMLElement>(null)

  useOnChange(writeScreenState(state).toString(), () => {
    if (isPhone) panel.current?.scrollIntoView({ block: 'start' })
  })
  // An address may name a page that is no longer there.
  useOnChange(shown.outdated ? null : shown.screen, (now) => {
    const pages = countPages(now?.total ?? 0, state.size)
    if (now !== null && state.page > pages) go((latest) => ({ ...latest, page: pages }), { replace: true })
  })

  return (
    <Page
      title="Stock Screener"
      freshness={freshness}
      banners={
        <ScreenerBanners
          shown={shown}
          ignored={ignored}
          onDismissIgnored={() => go((latest) => latest, { replace: true })}
        />
      }
    >
      <ScreenerToolbar
        total={total}
        state={state}
        refreshing={control.refreshing}
        onRefresh={control.refresh}
        onSort={(change) => go(change)}
        freshness={isPhone ? freshness : null}
        isPhone={isPhone}
      />
      <section ref={panel} className={classes.panel} aria-label="Ranked stocks">
        <ErrorBoundary renderError={(reset) => <PanelFailure reset={reset} />}>
          <StockList shown={shown} isPhone={isPhone} navigation={navigation} control={control} />
        </ErrorBoundary>
        <TableFooter
          state={state}
          total={total}
          onPage={(page) => go((latest) => ({ ...latest, page }))}
          onSize={(size) => go((latest) => ({ ...latest, size, page: 1 }))}
        >
          <EnrichmentBar control={control} />
        </TableFooter>
      </section>
    </Page>
  )
}
