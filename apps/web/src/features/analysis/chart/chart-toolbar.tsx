import { IconChartCandle, IconChartLine, IconTable } from '@tabler/icons-react'
import { type IndicatorName, timeframes } from '../../../shared/price-chart/chart-terms.ts'
import type { LineKey } from '../../../shared/price-chart/indicator-lines.ts'
import { Swatch } from '../../../shared/price-chart/swatch.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { type AnalysisNavigation, toggleIndicator } from '../analysis-state.ts'
import { toolbarWords as words } from './chart-card-words.ts'
import classes from './chart-toolbar.module.css'

const indicators: readonly { readonly name: IndicatorName; readonly line: LineKey }[] = [
  { name: 'sma20', line: 'sma20' },
  { name: 'sma50', line: 'sma50' },
  { name: 'bollinger', line: 'bollingerUpper' },
  { name: 'rsi', line: 'rsi' },
  { name: 'stochastic', line: 'stochasticK' },
]

const styles = [
  { name: 'candles', Icon: IconChartCandle },
  { name: 'line', Icon: IconChartLine },
] as const

interface ChartToolbarProps {
  readonly navigation: AnalysisNavigation
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

export function ChartToolbar({ navigation: { state, go }, asTable, onTable }: ChartToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <fieldset className={classes.timeframes} aria-label={words.timeframe}>
        {timeframes.map((timeframe) => (
          <button
            key={timeframe}
            type="button"
            aria-pressed={state.timeframe === timeframe}
            onClick={() => go((latest) => ({ ...latest, timeframe }))}
          >
            {timeframe}
          </button>
        ))}
      </fieldset>
      <fieldset className={classes.indicators} aria-label={words.indicators}>
        {indicators.map(({ name, line }) => (
          <button
            key={name}
            type="button"
            aria-pressed={state.indicators.includes(name)}
            onClick={() => go((latest) => toggleIndicator(latest, name))}
          >
            <Swatch line={line} />
            {words.names[name]}
          </button>
        ))}
      </fieldset>
      <div className={classes.looks}>
        <Segmented label={words.style}>
          {styles.map(({ name, Icon }) => (
            <button
              key={name}
              type="button"
              aria-label={words.styles[name]}
              aria-pressed={state.chartStyle === name}
              data-hint={words.styles[name]}
              onClick={() => go((latest) => ({ ...latest, chartStyle: name }))}
            >
              <Icon size={16} stroke={1.6} aria-hidden="true" />
            </button>
          ))}
        </Segmented>
        <button
          type="button"
          className={classes.table}
          aria-label={words.table}
          aria-pressed={asTable}
          data-hint={words.table}
          onClick={() => onTable(!asTable)}
        >
          <IconTable size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
