import { Button } from '@mantine/core'
import { useId } from 'react'
import { formatPrice, formatSignedUsd, formatUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { scenarioWords as words } from './preview-words.ts'
import { findPriceRange, findPriceStep, type Supposition, VOL_RANGE, valueTrade } from './scenario.ts'
import { ScenarioField } from './scenario-field.tsx'
import classes from './scenario-panel.module.css'
import type { Trade } from './trade-figures.ts'
import { explainNoValue } from './trade-words.ts'
import type { ScenarioControl } from './use-scenario.ts'

interface ScenarioPanelProps {
  readonly trade: Trade
  readonly supposed: Supposition
  readonly control: ScenarioControl
}

/** Fields for the what-if price, day and volatility, and the position's value under them. */
export function ScenarioPanel({ trade, supposed, control: { scenario, change, reset } }: ScenarioPanelProps) {
  const titleId = useId()
  const range = findPriceRange(trade)
  const isChanged = Object.values(scenario).some((value) => value !== null)
  /** Stores today's values as null, which keeps them out of the URL. */
  const nullIf = <T extends number | null>(current: number | null, value: T) => (value === current ? null : value)
  const currentVol = trade.call.vol === null ? null : Math.round(trade.call.vol * 1_000) / 10
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId}>{words.title}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-disabled={!isChanged}
          onClick={() => isChanged && reset()}
          className={classes.reset ?? ''}
        >
          {words.reset}
        </Button>
      </div>
      <ScenarioField
        label={words.price}
        unit="$"
        range={range}
        step={findPriceStep((range.to - range.from) / 2)}
        decimals={2}
        value={supposed.price}
        describe={(value) => `$${formatPrice(value)}`}
        onChange={(value) => change({ price: nullIf(trade.price, value) })}
      />
      <ScenarioField
        label={words.days}
        unit={words.daysUnit}
        range={{ from: 0, to: trade.days }}
        step={1}
        decimals={0}
        value={supposed.days}
        describe={words.count}
        onChange={(value) => change({ days: nullIf(0, value) })}
      />
      <ScenarioField
        label={words.vol}
        unit="%"
        range={VOL_RANGE}
        step={1}
        decimals={1}
        value={supposed.volPct === null ? null : Math.round(supposed.volPct * 10) / 10}
        describe={(value) => `${formatYieldPct(value)}%`}
        onChange={(value) => change({ volPct: nullIf(currentVol, value) })}
      />
      <Answer trade={trade} supposed={supposed} />
    </section>
  )
}

function Answer({ trade, supposed }: Pick<ScenarioPanelProps, 'trade' | 'supposed'>) {
  const value = valueTrade(trade, supposed)
  const rows = [
    [words.positionValue, value?.positionValueUsd, formatUsd],
    [words.callValue, value?.callValue, formatPrice],
    [words.profit, value?.profitUsd, formatSignedUsd],
  ] as const
  return (
    <dl className={classes.answer}>
      {rows.map(([name, figure, format]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure === undefined ? <Unknown reason={explainNoValue(trade.call)} /> : format(figure)}</dd>
        </div>
      ))}
    </dl>
  )
}
