import { memo } from 'react'
import { Later } from '../../shared/ui/later.tsx'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import classes from './analysis-page.module.css'
import type { AnalysisNavigation } from './analysis-state.ts'
import { analysisWords as words } from './analysis-words.ts'
import { OptionsCard } from './chain/options-card.tsx'
import { ChartCard } from './chart/chart-card.tsx'
import { PhoneTrade } from './phone/phone-trade.tsx'
import { BestInRange } from './recommendations/best-in-range.tsx'
import { TradePreview } from './trade/trade-preview.tsx'
import { useShownChain } from './use-shown-chain.ts'

interface AnalysisPanelsProps {
  readonly navigation: AnalysisNavigation
  readonly isPhone: boolean
}

/** The panels of a stock; each of them fails alone. A new quote is no reason to draw them anew. */
export const AnalysisPanels = memo(function AnalysisPanels({ navigation, isPhone }: AnalysisPanelsProps) {
  const calls = useShownChain({ ...navigation.state, side: 'call' })
  return (
    <div className={classes.panels}>
      <div className={classes.market}>
        <PanelBoundary name={words.panels.chart}>
          <ChartCard navigation={navigation} />
        </PanelBoundary>
        <PanelBoundary name={words.panels.chain}>
          <Later>
            <OptionsCard navigation={navigation} />
          </Later>
        </PanelBoundary>
      </div>
      <div className={classes.trade}>
        {!isPhone && (
          <PanelBoundary name={words.panels.preview}>
            <TradePreview navigation={navigation} chain={calls} />
          </PanelBoundary>
        )}
        <PanelBoundary name={words.panels.bestCalls}>
          <Later>
            {/* After the chain. */}
            <Later>
              <BestInRange navigation={navigation} />
            </Later>
          </Later>
        </PanelBoundary>
      </div>
      {isPhone && <PhoneTrade navigation={navigation} chain={calls} />}
    </div>
  )
})
