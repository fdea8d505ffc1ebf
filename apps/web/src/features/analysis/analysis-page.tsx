import { formatPrice } from '../../shared/format/numbers.ts'
import { useIsPhone } from '../../shared/media.ts'
import { Page } from '../../shared/ui/page.tsx'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { useAddressState } from '../../shared/use-address-state.ts'
import { AnalysisBanners } from './analysis-banners.tsx'
import classes from './analysis-page.module.css'
import { AnalysisPanels } from './analysis-panels.tsx'
import { analysisAddress, chooseSymbol } from './analysis-state.ts'
import { NoSymbol, UnknownSymbol } from './analysis-states.tsx'
import { analysisWords as words } from './analysis-words.ts'
import { AnalysisSearch } from './header/analysis-search.tsx'
import { StockHeader } from './header/stock-header.tsx'
import { useQuote } from './header/use-quote.ts'
import { TRADE_ACTIONS_ID, TRADE_ID } from './trade/trade-places.ts'
import { usePageFreshness } from './use-page-freshness.ts'
import { useRatedStock } from './use-rated-stock.ts'

/** One stock: its price, its chart, its options, and the call that would be written. */
export function AnalysisPage() {
  const navigation = useAddressState(analysisAddress)
  const { symbol } = navigation.state
  const isPhone = useIsPhone()
  const shown = useQuote(symbol)
  const rated = useRatedStock(symbol)
  const freshness = usePageFreshness(symbol, shown)
  const { quote } = shown
  const choose = (chosen: string) => navigation.go((latest) => chooseSymbol(latest, chosen))
  const search = <AnalysisSearch onChoose={choose} />

  return (
    <Page
      title={words.title}
      subject={symbol === null ? undefined : quote === null ? symbol : `${symbol} ${formatPrice(quote.lastPriceUsd)}`}
      freshness={freshness}
      actions={!isPhone && <div className={classes.search}>{search}</div>}
      banners={<AnalysisBanners navigation={navigation} shown={shown} />}
    >
      {isPhone && <div className={classes.search}>{search}</div>}
      {symbol === null ? (
        <NoSymbol />
      ) : shown.unknown ? (
        <UnknownSymbol symbol={symbol} />
      ) : (
        <>
          {!isPhone && (
            <>
              <SkipLink to={TRADE_ID}>{words.skipToTrade}</SkipLink>
              <SkipLink to={TRADE_ACTIONS_ID}>{words.skipToActions}</SkipLink>
            </>
          )}
          <PanelBoundary name={words.panels.header}>
            <StockHeader symbol={symbol} shown={shown} rated={rated} isPhone={isPhone} onStep={choose} />
          </PanelBoundary>
          <AnalysisPanels navigation={navigation} isPhone={isPhone} />
        </>
      )}
    </Page>
  )
}
