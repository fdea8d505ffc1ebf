import { Button } from '@mantine/core'
import { memo, useEffect, useEffectEvent, useMemo } from 'react'
import { selectData } from '../../api/api.ts'
import { describeFailure } from '../../api/http.ts'
import type { Freshness } from '../../api/market.ts'
import { useScreenQuery } from '../../api/screener.ts'
import { useSuggestSymbolsQuery } from '../../api/stocks.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatPrice } from '../../shared/format/numbers.ts'
import { useIsPhone, useIsShort } from '../../shared/hooks.ts'
import { buildAnalysisPath, SCREENING_PATH } from '../../shared/paths.ts'
import { CHART_HEIGHT } from '../../shared/price-chart/chart-view.ts'
import { Link, useAddressState, useSearchParams } from '../../shared/routing.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { AfterPaint } from '../../shared/ui/loading.tsx'
import { Banner, Empty, IgnoredBanner } from '../../shared/ui/notices.tsx'
import { Page, SkipLink } from '../../shared/ui/page.tsx'
import classes from './analysis.module.css'
import { AnalysisSearch } from './analysis-search.tsx'
import {
  type AnalysisNavigation,
  analysisAddress,
  chooseSymbol,
  hasSymbolInUrl,
  isListedForm,
  renameSymbol,
  saveLastSymbol,
  TRADE_ACTIONS_ID,
  TRADE_ID,
} from './analysis-state.ts'
import { OptionsCard } from './chain/options-card.tsx'
import { ChartCard } from './chart/chart-card.tsx'
import { buildRatedStockQuery } from './first-requests.ts'
import { HistoryCards } from './history/history-cards.tsx'
import { StockFacts } from './history/stock-facts.tsx'
import { BestInRange } from './recommendations/best-in-range.tsx'
import { type AnalysisView, useOpening, useRatedStock, useShownChain } from './stock-data.ts'
import { type ShownQuote, StockHeader, useQuote } from './stock-header.tsx'
import { PhoneTrade } from './trade/phone-trade.tsx'
import { TradePreview } from './trade/trade-preview.tsx'

interface AnalysisPanelsProps {
  readonly navigation: AnalysisNavigation
  readonly isPhone: boolean
}

/** Height of the chart on a low screen, in px, which leaves room for the chain's first strikes below it. */
const LOW_CHART = 220

/** The stock's panels, each inside an error boundary. Memoized so that a new quote doesn't re-render them. */
export const AnalysisPanels = memo(function AnalysisPanels({ navigation, isPhone }: AnalysisPanelsProps) {
  const { symbol, expiration } = navigation.state
  const isShort = useIsShort()
  const { waits, call, best, discardCall } = useOpening(symbol, useRatedStock(symbol))
  const opening = useMemo(() => ({ waits, call }), [waits, call])
  const view = useMemo<AnalysisView>(() => ({ ...navigation, opening, best }), [navigation, opening, best])
  const calls = useShownChain(view, 'call')
  // The best call in the stock's screener row may have an expiration that is no longer listed.
  if (expiration === null && call !== null && calls.failure?.status === 404) discardCall()
  return (
    <div className={classes.panels}>
      <div className={classes.market}>
        <PanelBoundary name="chart">
          <ChartCard view={view} height={isShort && !isPhone ? LOW_CHART : CHART_HEIGHT} />
        </PanelBoundary>
        <PanelBoundary name="options chain">
          <AfterPaint>
            <OptionsCard view={view} />
          </AfterPaint>
        </PanelBoundary>
        {symbol !== null && (
          <PanelBoundary name="history">
            <AfterPaint>
              <HistoryCards view={view} />
            </AfterPaint>
          </PanelBoundary>
        )}
      </div>
      <div className={classes.trade}>
        {!isPhone && (
          <PanelBoundary name="trade preview">
            <TradePreview view={view} chain={calls} />
          </PanelBoundary>
        )}
        <PanelBoundary name="list of best calls">
          <AfterPaint>
            {/* Deferred so that the chain paints first. */}
            <AfterPaint>
              <BestInRange view={view} />
            </AfterPaint>
          </AfterPaint>
        </PanelBoundary>
      </div>
      {isPhone && <PhoneTrade view={view} chain={calls} />}
    </div>
  )
})

/** Page for one stock: price, chart, options and trade preview. */
export function AnalysisPage() {
  const navigation = useAddressState(analysisAddress)
  const { symbol } = navigation.state
  const isPhone = useIsPhone()
  // On a phone or a low screen, the facts are in the card about the stock's volatility.
  const hasRoom = !useIsShort() && !isPhone
  const shown = useQuote(symbol)
  const listed = isListedForm(symbol) ? symbol : null
  const rated = useRatedStock(listed)
  const freshness = usePageFreshness(shown.unknown ? null : listed, shown)
  useListedSymbol(navigation, shown)
  const { quote } = shown
  const choose = (chosen: string) => navigation.go((latest) => chooseSymbol(latest, chosen))
  // Back then returns to the list, however many stocks the user stepped through.
  const step = (chosen: string) => navigation.go((latest) => chooseSymbol(latest, chosen), { replace: true })
  const search = (
    <div className={classes.search}>
      <AnalysisSearch onChoose={choose} />
    </div>
  )

  return (
    <Page
      title="Stock Analysis"
      subject={quote === null ? symbol : `${symbol} ${formatPrice(quote.lastPriceUsd)}`}
      freshness={freshness}
      actions={!isPhone && search}
      banners={<Banners navigation={navigation} shown={shown} />}
    >
      {isPhone && search}
      {shown.unknown ? (
        <UnknownSymbol symbol={symbol} />
      ) : (
        <>
          {!isPhone && (
            <>
              <SkipLink to={TRADE_ID}>Skip to the trade preview</SkipLink>
              <SkipLink to={TRADE_ACTIONS_ID}>Skip to adding the position</SkipLink>
            </>
          )}
          <PanelBoundary name="stock header">
            <StockHeader symbol={symbol} shown={shown} rated={rated} isPhone={isPhone} onStep={step} />
          </PanelBoundary>
          {listed !== null && hasRoom && (
            <PanelBoundary name="stock facts">
              <StockFacts symbol={listed} />
            </PanelBoundary>
          )}
          {listed !== null && <AnalysisPanels navigation={navigation} isPhone={isPhone} />}
        </>
      )}
    </Page>
  )
}

/** Rewrites the URL's symbol as the exchange spells it, without a history entry, and saves it as the last symbol. */
function useListedSymbol({ state: { symbol }, go }: AnalysisNavigation, { quote }: ShownQuote): void {
  const [search] = useSearchParams()
  const known = quote?.symbol ?? null
  const listed = known ?? symbol
  const renamed = hasSymbolInUrl(search, listed) ? null : listed
  const rename = useEffectEvent((name: string) => {
    go((latest) => renameSymbol(latest, symbol, name), { replace: true, keepsIgnored: true })
  })
  useEffect(() => {
    if (renamed !== null) rename(renamed)
  }, [renamed])
  useEffect(() => {
    if (known !== null) saveLastSymbol(known)
  }, [known])
}

/**
 * How fresh the page is: as fresh as the price or, without a price, as the rating shown. The chip therefore stays in
 * place while the stock changes and after a failed price request.
 */
function usePageFreshness(symbol: string | null, { quote }: ShownQuote): Freshness | null {
  const { data: screen } = useScreenQuery(buildRatedStockQuery(symbol ?? ''), {
    skip: symbol === null,
    selectFromResult: selectData,
  })
  if (quote !== null) return quote.freshness
  return screen !== undefined && screen.stocks.length > 0 ? screen.freshness : null
}

interface BannersProps {
  readonly navigation: AnalysisNavigation
  readonly shown: ShownQuote
}

/** Banners above the panels: stale data, link settings that were ignored, or a failed refresh. */
function Banners({ navigation: { ignored, go }, shown: { quote, failure, retry, busy } }: BannersProps) {
  return (
    <>
      {quote?.freshness.cacheStatus === 'stale' && quote.message !== null && <Banner>{quote.message}</Banner>}
      <IgnoredBanner ignored={ignored} onDismiss={() => go((latest) => latest, { replace: true })} />
      {quote !== null && failure !== null && (
        <Banner action={{ label: commonWords.retry, run: retry, busy }}>
          Could not refresh the price: {describeFailure(failure) ?? commonWords.noAnswer}. Showing the last one.
        </Banner>
      )}
    </>
  )
}

/** Shown for an unknown symbol, with similar ones. */
function UnknownSymbol({ symbol }: { readonly symbol: string }) {
  const { currentData: similar = [] } = useSuggestSymbolsQuery({ search: symbol, limit: 8 })
  return (
    <section className={classes.panel} aria-label="Unknown symbol">
      <Empty
        title={`Unknown symbol: ${symbol}`}
        actions={
          <Button component={Link} to={SCREENING_PATH}>
            Go to Stock Screening
          </Button>
        }
      >
        <p>
          No stock with that symbol is listed in this market. Check the spelling, or search for the company above.
          {similar.length > 0 && ' Similar:'}
        </p>
        <ul aria-label="Similar symbols">
          {similar.map(({ symbol: other, name }) => (
            <li key={other}>
              <Link to={buildAnalysisPath(other)} className={classes.stockLink ?? ''}>
                <b>{other}</b> <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Empty>
    </section>
  )
}
