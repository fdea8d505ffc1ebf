import { useEffect, useEffectEvent } from 'react'
import { formatPrice } from '../../shared/format/numbers.ts'
import { useIsPhone } from '../../shared/media.ts'
import { useSearchParams } from '../../shared/routing.ts'
import { Page } from '../../shared/ui/page.tsx'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { useAddressState } from '../../shared/use-address-state.ts'
import { AnalysisBanners } from './analysis-banners.tsx'
import classes from './analysis-page.module.css'
import { AnalysisPanels } from './analysis-panels.tsx'
import {
  type AnalysisNavigation,
  analysisAddress,
  chooseSymbol,
  hasSymbolInUrl,
  isListedForm,
  renameSymbol,
} from './analysis-state.ts'
import { StockChooser, UnknownSymbol } from './analysis-states.tsx'
import { analysisWords as words } from './analysis-words.ts'
import { AnalysisSearch } from './header/analysis-search.tsx'
import { StockHeader } from './header/stock-header.tsx'
import { type ShownQuote, useQuote } from './header/use-quote.ts'
import { saveLastSymbol } from './opening-symbol.ts'
import { TRADE_ACTIONS_ID, TRADE_ID } from './trade/trade-places.ts'
import { usePageFreshness } from './use-page-freshness.ts'
import { useRatedStock } from './use-rated-stock.ts'

/** Page for one stock: price, chart, options and trade preview. */
export function AnalysisPage() {
  const navigation = useAddressState(analysisAddress)
  const { symbol } = navigation.state
  const isPhone = useIsPhone()
  const shown = useQuote(symbol)
  const listed = symbol !== null && isListedForm(symbol) ? symbol : null
  const rated = useRatedStock(listed)
  const freshness = usePageFreshness(shown.unknown ? null : listed, shown)
  useListedSymbol(navigation, shown)
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
        <StockChooser />
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
  const renamed = listed === null || hasSymbolInUrl(search, listed) ? null : listed
  const rename = useEffectEvent((name: string) => {
    if (symbol !== null) go((latest) => renameSymbol(latest, symbol, name), { replace: true, keepsIgnored: true })
  })
  useEffect(() => {
    if (renamed !== null) rename(renamed)
  }, [renamed])
  useEffect(() => {
    if (known !== null) saveLastSymbol(known)
  }, [known])
}
