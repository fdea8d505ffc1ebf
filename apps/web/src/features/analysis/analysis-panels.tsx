import { memo, useMemo } from 'react'
import { useIsShort } from '../../shared/hooks.ts'
import { CHART_HEIGHT } from '../../shared/price-chart/chart-view.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { AfterPaint } from '../../shared/ui/loading.tsx'
import classes from './analysis-page.module.css'
import type { AnalysisNavigation } from './analysis-state.ts'
import { OptionsCard } from './chain/options-card.tsx'
import { ChartCard } from './chart/chart-card.tsx'
import { PhoneTrade } from './phone/phone-trade.tsx'
import { BestInRange } from './recommendations/best-in-range.tsx'
import { TradePreview } from './trade/trade-preview.tsx'
import { type AnalysisView, useOpening } from './use-opening.ts'
import { useRatedStock } from './use-rated-stock.ts'
import { useShownChain } from './use-shown-chain.ts'

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
