import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { commonWords } from '../../shared/common-words.ts'
import { PrintedFacts } from '../../shared/export/data-facts.tsx'
import { toSentence } from '../../shared/format/words.ts'
import { useAfter, useIsPhone } from '../../shared/hooks.ts'
import { CALLS_PATH } from '../../shared/paths.ts'
import { useLocation } from '../../shared/routing.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { VisuallyHidden } from '../../shared/ui/figures.tsx'
import { LoadingStatus, TableSkeleton } from '../../shared/ui/loading.tsx'
import { Banner, IgnoredBanner } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import { EnrichmentBar } from './enrichment/enrichment-bar.tsx'
import { type EnrichmentControl, useEnrichment } from './enrichment/use-enrichment.ts'
import { ScreenTabs } from './screen-tabs.tsx'
import classes from './screener.module.css'
import { describeScreenFailure, ScreenFailure } from './screener-states.tsx'
import { type Selection, useSelection } from './selection/selection.ts'
import { areSameColumns, clearFilters, type ScreenState, searchScreen, sortScreen } from './state/screen-state.ts'
import {
  type ScreenNavigation,
  type ShownScreen,
  useListScroll,
  useScreen,
  useScreenState,
} from './state/use-screen.ts'
import { StockCards } from './table/stock-cards.tsx'
import { StockTable } from './table/stock-table.tsx'
import { countPages, TableFooter } from './table-footer.tsx'
import { listScreenFacts } from './toolbar/describe-screen.ts'
import { ScreenerToolbar } from './toolbar/screener-toolbar.tsx'

const loadCalls = async () => (await import('./calls/calls-page.tsx')).CallsPage
const loadNoStocks = async () => (await import('./no-stocks.tsx')).NoStocks

/** The screener: its Calls tab loads when it is opened. */
export function ScreenerPage() {
  const { pathname } = useLocation()
  return pathname === CALLS_PATH ? <Later fetchPart={loadCalls} props={{}} /> : <StocksPage />
}

function StocksPage() {
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
      <ScreenTabs />
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

/** How long the previous rows stay before a skeleton replaces them. */
const KEEP_ROWS_MS = 400

interface StockListProps {
  readonly shown: ShownScreen
  readonly isPhone: boolean
  readonly navigation: ScreenNavigation
  readonly selection: Selection
  readonly control: EnrichmentControl
}

/** Shows the stocks as a table or as cards, or a loading, error or empty state instead. */
export function StockList({ shown, isPhone, navigation: { state, go }, selection, control }: StockListProps) {
  const { screen, outdated, failure, retry, retrying, cancel } = shown
  const columns = useStableColumns(shown.columns)
  const waiting = useAfter(outdated && failure === null, KEEP_ROWS_MS)
  const goBack = () => {
    const previous = cancel()
    if (previous !== null) go(() => previous, { replace: true })
  }
  const words = (
    <LoadingStatus
      words="Loading stocks…"
      retrying={retrying}
      onRetry={retry}
      onCancel={screen === null ? undefined : goBack}
    />
  )

  if (screen === null) {
    return failure === null ? (
      <TableSkeleton>{words}</TableSkeleton>
    ) : (
      <ScreenFailure failure={failure} busy={retrying} onRetry={retry} />
    )
  }
  if (screen.total === 0) {
    return <Later fetchPart={loadNoStocks} props={{ screen, navigation: { state, go }, control }} />
  }
  if (isPhone && waiting) return <TableSkeleton>{words}</TableSkeleton>
  return (
    <>
      <PrintedFacts listFacts={() => listScreenFacts(state, screen)} />
      {isPhone ? (
        <StockCards screen={screen} columns={columns} sort={state.sort} outdated={outdated} selection={selection} />
      ) : (
        <StockTable
          screen={screen}
          state={state}
          columns={columns}
          outdated={outdated}
          waiting={waiting ? words : null}
          selection={selection}
          onSort={(column) => go((latest) => sortScreen(latest, column))}
        />
      )}
    </>
  )
}

/** Keeps the array's identity stable so that memoized rows don't re-render. */
function useStableColumns(columns: readonly ScreenColumn[]): readonly ScreenColumn[] {
  const [stable, setStable] = useState(columns)
  if (stable === columns || areSameColumns(stable, columns)) return stable
  setStable(columns)
  return columns
}

interface LaterProps<Props> {
  readonly fetchPart: () => Promise<ComponentType<Props>>
  readonly props: Props
}

/** A component whose code loads when it is first shown. */
function Later<Props extends object>({ fetchPart, props }: LaterProps<Props>) {
  const { part: Part, load } = useDeferred(fetchPart)
  const start = useEffectEvent(() => void load())
  useEffect(() => start(), [])
  return Part && <Part {...props} />
}

const loadBar = () => import('./selection/selection-bar.tsx')

interface SelectionPlaceProps {
  readonly selection: Selection
  readonly state: ScreenState
}

/** Loads the selection bar once a stock is selected, and announces changes to the selection. */
function SelectionPlace(props: SelectionPlaceProps) {
  const { part, load } = useDeferred(loadBar)
  const { size } = props.selection.symbols
  const fetchPart = useEffectEvent(() => void load())
  useEffect(() => {
    if (size > 0) fetchPart()
  }, [size])
  return (
    <>
      {/* The live region must exist before its text does; otherwise the text is not announced. */}
      <div role="status">{part !== null && <VisuallyHidden>{part.describeSelection(size)}</VisuallyHidden>}</div>
      {part !== null && size > 0 && <part.SelectionBar {...props} />}
    </>
  )
}
