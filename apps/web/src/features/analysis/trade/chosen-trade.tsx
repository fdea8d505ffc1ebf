import { RECOMMENDATION_NOTE } from '@callwright/scoring'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useMemo } from 'react'
import { buildAddPositionPath, buildCoachPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { type AnalysisNavigation, TRADE_ACTIONS_ID, toggleCompared } from '../analysis-state.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { PayoffFigure } from './payoff-figure.tsx'
import { ProfitByDate } from './profit-table.tsx'
import { suppose } from './scenario.ts'
import { nullIf, ScenarioFields, useScenario } from './scenario-fields.tsx'
import { StatStrip } from './stat-strip.tsx'
import classes from './trade.module.css'
import { TradeChoice } from './trade-choice.tsx'
import { askAbout, compareTrades, describeTrade, measureTrade, nameTrade, type Trade } from './trade-figures.ts'
import { listWarnings, recommendOnceAdded, type TradeWarning } from './trade-warnings.ts'

interface ChosenTradeProps {
  readonly navigation: AnalysisNavigation
  readonly trade: Trade
  /** Called before the focused element unmounts. */
  readonly onBeforeUnmount: () => void
}

export function ChosenTrade({ navigation, trade, onBeforeUnmount }: ChosenTradeProps) {
  const { state, go } = navigation
  const figures = useMemo(() => measureTrade(trade), [trade])
  const compared = compareTrades(trade, state.compared, trade.chain)
  return (
    <>
      <Title order={2} size="h1" lts="-0.012em">
        {nameTrade(trade)}
      </Title>
      <Warnings warnings={listWarnings(trade, figures)} />
      <TradeChoice navigation={navigation} trade={trade} />
      <Text size="lg">{describeTrade(trade, figures)}</Text>
      <StatStrip trade={trade} figures={figures} />
      <OnceAdded trade={trade} />
      {compared.length > 1 && (
        <ComparisonTable
          compared={compared}
          onRemove={(strike) => {
            onBeforeUnmount()
            go((latest) => toggleCompared(latest, strike))
          }}
        />
      )}
      <WhatIf navigation={navigation} trade={trade} />
      <Actions trade={trade} />
    </>
  )
}

/** The payoff curve with the fields that move it below, and the profit by price and date. */
function WhatIf({ navigation, trade }: Pick<ChosenTradeProps, 'navigation' | 'trade'>) {
  const titleId = useId()
  const control = useScenario(navigation)
  const { scenario, change, reset } = control
  const supposed = suppose(trade, scenario)
  const isChanged = Object.values(scenario).some((value) => value !== null)
  return (
    <Stack component="section" gap="sm" className={classes.section} aria-labelledby={titleId}>
      <Group justify="space-between" mih={26}>
        <Title order={3} id={titleId}>
          What if
        </Title>
        {isChanged && (
          <Button variant="subtle" size="compact-sm" onClick={reset}>
            Reset
          </Button>
        )}
      </Group>
      <PayoffFigure trade={trade} supposed={supposed} />
      <ScenarioFields trade={trade} supposed={supposed} control={control} />
      <ProfitByDate
        trade={trade}
        supposed={supposed}
        onChoose={(price, days) => change({ price: nullIf(trade.price, price), days: nullIf(0, days) })}
      />
    </Stack>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly TradeWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <Stack component="ul" gap="2xs" c="dimmed" aria-label="Before you sell">
      {warnings.map(({ id, lead, text }) => (
        <Group component="li" key={lead} gap="sm" wrap="nowrap" align="flex-start" data-kind={id}>
          {id === 'market' ? (
            <Box component="span" w={6} h={16} mt="3xs" mx={5} bg="var(--hatch)" aria-hidden="true" />
          ) : (
            <IconAlertTriangle className={classes.warning} size={16} stroke={1.6} aria-hidden="true" />
          )}
          <span>
            <strong>{lead}</strong>
            {text}
          </span>
        </Group>
      ))}
    </Stack>
  )
}

/** The recommendation that the portfolio's rules would give for this trade, with the reason. */
function OnceAdded({ trade }: { readonly trade: Trade }) {
  const recommendation = recommendOnceAdded(trade)
  if (recommendation === null) {
    return (
      <Text size="sm" c="dimmed">
        The recommendation is unknown because a quote or the volatility is missing.
      </Text>
    )
  }
  return (
    <Text component="details" size="sm" c="dimmed" className={classes.rule}>
      <summary>
        Once added, the recommendation would be <strong>{recommendation.label}</strong>
      </summary>
      <p>
        {recommendation.explanation} {recommendation.suggestedAction}
      </p>
      <p>{RECOMMENDATION_NOTE}</p>
    </Text>
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
          Add as position
        </Button>
      )}
      <Button component={Link} to={buildCoachPath(askAbout(trade))}>
        Ask coach
      </Button>
    </div>
  )
}
