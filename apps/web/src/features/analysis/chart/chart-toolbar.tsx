import { IconChartCandle, IconChartLine, IconTable } from '@tabler/icons-react'
import { Swatch } from '../../../shared/price-chart/chart-parts.tsx'
import { type IndicatorName, type LineKey, timeframes } from '../../../shared/price-chart/chart-terms.ts'
import { Segmented } from '../../../shared/ui/buttons.tsx'
import { type AnalysisNavigation, toggleIndicator } from '../analysis-state.ts'
import classes from './chart.module.css'

const indicators: readonly { readonly name: IndicatorName; readonly line: LineKey; readonly label: string }[] = [
  { name: 'sma20', line: 'sma20', label: 'SMA 20' },
  { name: 'sma50', line: 'sma50', label: 'SMA 50' },
  { name: 'bollinger', line: 'bollingerUpper', label: 'Bollinger Bands' },
  { name: 'rsi', line: 'rsi', label: 'RSI 14' },
  { name: 'stochastic', line: 'stochasticK', label: 'Stochastic' },
]

const styles = [
  { name: 'candles', label: 'Candles', Icon: IconChartCandle },
  { name: 'line', label: 'Line', Icon: IconChartLine },
] as const

interface ChartToolbarProps {
  readonly navigation: AnalysisNavigation
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

export function ChartToolbar({ navigation: { state, go }, asTable, onTable }: ChartToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <fieldset className={classes.timeframes} aria-label="Timeframe">
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
      <fieldset className={classes.indicators} aria-label="Indicators">
        {indicators.map(({ name, line, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={state.indicators.includes(name)}
            onClick={() => go((latest) => toggleIndicator(latest, name))}
          >
            <Swatch line={line} />
            {label}
          </button>
        ))}
      </fieldset>
      <div className={classes.looks}>
        <Segmented label="Chart style">
          {styles.map(({ name, label, Icon }) => (
            <button
              key={name}
              type="button"
              aria-label={label}
              aria-pressed={state.chartStyle === name}
              data-hint={label}
              onClick={() => go((latest) => ({ ...latest, chartStyle: name }))}
            >
              <Icon size={16} stroke={1.6} aria-hidden="true" />
            </button>
          ))}
        </Segmented>
        <button
          type="button"
          className={classes.table}
          aria-label="View as table"
          aria-pressed={asTable}
          data-hint="View as table"
          onClick={() => onTable(!asTable)}
        >
          <IconTable size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
