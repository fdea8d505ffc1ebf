import { RECOMMENDATION_NOTE } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { buildAddPositionPath, buildCoachPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { tradeWords } from '../../../shared/trade-words.ts'
import { type AnalysisNavigation, toggleCompared } from '../analysis-state.ts'
import { compareTrades } from './comparison.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { PayoffFigure } from './payoff-figure.tsx'
import { previewWords as words } from './preview-words.ts'
import { suppose } from './scenario.ts'
import { ScenarioPanel } from './scenario-panel.tsx'
import { StatStrip } from './stat-strip.tsx'
import { TradeChoice } from './trade-choice.tsx'
import { measureTrade, type Trade } from './trade-figures.ts'
import { TRADE_ACTIONS_ID } from './trade-places.ts'
import classes from './trade-preview.module.css'
import { listWarnings, recommendOnceAdded, type TradeWarning } from './trade-warnings.ts'
import { describeTrade, nameTrade } from './trade-words.ts'
import { useScenario } from './use-scenario.ts'

interface ChosenTradeProps {
  readonly navigation: AnalysisNavigation
  readonly trade: Trade
  /** Called before the focused element unmounts. */
  readonly onBeforeUnmount: () => void
}

export function ChosenTrade({ navigation, trade, onBeforeUnmount }: ChosenTradeProps) {
  const { state, go } = navigation
  const control = useScenario(navigation)
  const supposed = suppose(trade, control.scenario)
  const figures = useMemo(() => measureTrade(trade), [trade])
  const compared = compareTrades(trade, state.compared, trade.chain)
  return (
    <>
      <h2 className={classes.title}>{nameTrade(trade)}</h2>
      <TradeChoice navigation={navigation} trade={trade} />
      <PayoffFigure trade={trade} supposed={supposed} />
      <p className={classes.sentence}>{describeTrade(trade, figures)}</p>
      <StatStrip trade={trade} figures={figures} />
      <Warnings warnings={listWarnings(trade, figures)} />
      <OnceAdded trade={trade} />
      <Actions trade={trade} />
      {compared.length > 1 && (
        <ComparisonTable
          compared={compared}
          onRemove={(strike) => {
            onBeforeUnmount()
            go((latest) => toggleCompared(latest, strike))
          }}
        />
      )}
      <ScenarioPanel trade={trade} supposed={supposed} control={control} />
    </>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly TradeWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className={classes.warnings} aria-label={words.warnings}>
      {warnings.map(({ id, lead, text }) => (
        <li key={lead} data-kind={id}>
          {id === 'market' ? (
            <span className={classes.unreal} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
          )}
          <span>
            <strong>{lead}</strong>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The recommendation that the portfolio's rules would give for this trade, with the reason. */
function OnceAdded({ trade }: { readonly trade: Trade }) {
  const recommendation = recommendOnceAdded(trade)
  if (recommendation === null) {
    return <p className={classes.rule}>{words.onceAddedUnknown}</p>
  }
  return (
    <details className={classes.rule}>
      <summary>
        {words.onceAdded} <strong>{recommendation.label}</strong>
      </summary>
      <p>
        {recommendation.explanation} {recommendation.suggestedAction}
      </p>
      <p>{RECOMMENDATION_NOTE}</p>
    </details>
  )
}

/** Buttons for the next steps. */
function Actions({ trade }: { readonly trade: Trade }) {
  const { symbol, expiration, call, price, contracts } = trade
  const { strike, premium } = call
  return (
    <div id={TRADE_ACTIONS_ID} className={classes.actions} tabIndex={-1}>
      {premium !== null && (
        <Button
          variant="filled"
          component={Link}
          to={buildAddPositionPath({ symbol, expiration, strike, entryPrice: price, premium, contracts })}
        >
          {tradeWords.addPosition}
        </Button>
      )}
      <Button component={Link} to={buildCoachPath(words.question(nameTrade(trade)))}>
        {tradeWords.askCoach}
      </Button>
    </div>
  )
}
