import { Group, Text } from '@mantine/core'
import { IconChartCandle, IconChartLine, IconTable } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { selectData } from '../../../api/api.ts'
import { type ApiError, describeFailure } from '../../../api/http.ts'
import { useQuoteQuery } from '../../../api/stocks.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { ChartSkeleton, Swatch } from '../../../shared/price-chart/chart-parts.tsx'
import { type IndicatorName, type LineKey, timeframes } from '../../../shared/price-chart/chart-terms.ts'
import {
  buildChartView,
  CHART_HEIGHT,
  type ChartView,
  listComing,
  planPanes,
} from '../../../shared/price-chart/chart-view.ts'
import { summarizeChart } from '../../../shared/price-chart/describe-chart.ts'
import { type ChartBars, useChartBars } from '../../../shared/price-chart/use-chart-bars.ts'
import { BusyButton, Segmented } from '../../../shared/ui/buttons.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import pageClasses from '../analysis.module.css'
import { type AnalysisNavigation, toggleIndicator } from '../analysis-state.ts'
import { type AnalysisView, type ShownChain, useShownChain } from '../stock-data.ts'
import { chooseCall } from '../trade/selection.ts'
import { BarsTable } from './bars-table.tsx'
import classes from './chart.module.css'
import { SummaryRow } from './summary-row.tsx'

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

function ChartToolbar({ navigation: { state, go }, asTable, onTable }: ChartToolbarProps) {
  return (
    <Group gap="var(--space-2) var(--space-4)" px="sm" py="xs" mih={44} className={classes.toolbar}>
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
      <Group gap="2xs" ml="auto">
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
      </Group>
    </Group>
  )
}

interface ChartCardProps {
  readonly view: AnalysisView
  /** Height of the chart with all its panes, in px. */
  readonly height?: number
}

/** The stock's chart and its controls, with a summary of the indicators below. */
export function ChartCard({ view, height = CHART_HEIGHT }: ChartCardProps) {
  const { state } = view
  const [asTable, setAsTable] = useState(false)
  const shown = useChartBars(state)
  const shownChain = useShownChain(view, 'call')
  const chart = useChartView(view, shown, shownChain, height)
  return (
    <section className={`${pageClasses.panel} ${classes.card}`} aria-label="Price chart">
      <ChartToolbar navigation={view} asTable={asTable} onTable={setAsTable} />
      {shown.note !== null && (
        <Text size="sm" lh="1.125rem" c="dimmed" px="lg" py="xs" className={classes.note}>
          {shown.note}
        </Text>
      )}
      <ChartBody view={chart} shown={shown} asTable={asTable} indicators={state.indicators} height={height} />
      {chart !== null && shownChain.failure !== null && <NoChain chain={shownChain} failure={shownChain.failure} />}
      <SummaryRow symbol={state.symbol} shown={shown} />
    </section>
  )
}

/** Memoized chart data; null until there are bars. The marks of the chain follow when it arrives. */
function useChartView(
  { state, opening: { call: opened } }: AnalysisView,
  { table, events }: ChartBars,
  { chain, outdated }: ShownChain,
  height: number,
): ChartView | null {
  const { symbol, timeframe, chartStyle, indicators, strike } = state
  const { data: quote } = useQuoteQuery(symbol ?? '', { skip: symbol === null, selectFromResult: selectData })
  return useMemo(() => {
    const last = table?.bars.at(-1)
    if (symbol === null || table === null || last === undefined) return null
    const current = quote?.symbol === symbol ? quote : null
    const lastPrice =
      current === null
        ? { price: last.close, asOf: null }
        : { price: current.lastPriceUsd, asOf: current.freshness.asOf }
    const previousClose = current?.previousCloseUsd
    const call = chain === null || outdated ? null : chooseCall(chain, strike, opened)
    const shown = { symbol, timeframe, chartStyle, indicators, table, events, chain, call, height }
    return buildChartView({ ...shown, lastPrice, previousClose })
  }, [symbol, timeframe, chartStyle, indicators, strike, opened, table, events, quote, chain, outdated, height])
}

/** Says that the chart's marks of the option chain are missing. A chain that does not exist needs no retry. */
function NoChain({ chain, failure }: { readonly chain: ShownChain; readonly failure: ApiError }) {
  if (failure.status === 404) return null
  return (
    <Text size="sm" lh="1.125rem" c="dimmed" px="lg" py="xs" className={classes.missing} role="status">
      Could not load the option chain, so the chart shows no strike or expected move.{' '}
      <BusyButton variant="subtle" busy={chain.busy} onClick={chain.retry}>
        {commonWords.retry}
      </BusyButton>
    </Text>
  )
}

interface ChartBodyProps {
  readonly view: ChartView | null
  readonly shown: ChartBars
  readonly asTable: boolean
  readonly indicators: AnalysisView['state']['indicators']
  readonly height: number
}

function ChartBody({ view, shown, asTable, indicators, height }: ChartBodyProps) {
  const { part: PriceChart, tryLoad } = useDeferred(loadPriceChart)
  const [missing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const loadOnTimer = useEffectEvent(() => void fetchPart())
  const hasBars = shown.table !== null
  useEffect(() => {
    if (!hasBars) return
    // The chart's code is large: wait, so that on a slow connection the page's figures load first.
    const timer = setTimeout(loadOnTimer)
    return () => clearTimeout(timer)
  }, [hasBars])

  if (shown.failure !== null) return <ChartFailure shown={shown} failure={shown.failure} />
  if (shown.table !== null && view === null) {
    return (
      <Empty title={commonWords.noPrices}>
        {commonWords.noBars} {commonWords.restWorks}
      </Empty>
    )
  }
  const summary = view === null ? '' : summarizeChart(view, listComing(shown.events, view))
  if (view !== null && asTable && shown.freshness !== null) {
    return <BarsTable view={view} summary={summary} freshness={shown.freshness} />
  }
  if (missing) {
    return (
      <Trouble title="Failed to load the chart" busy={false} onRetry={fetchPart}>
        Could not load the chart. Its figures are available as a table.
      </Trouble>
    )
  }
  if (view === null || PriceChart === null) return <ChartSkeleton plan={planPanes(indicators, height)} />
  return <PriceChart view={view} summary={summary} />
}

const loadPriceChart = async () => (await import('../../../shared/price-chart/price-chart.tsx')).PriceChart

function ChartFailure({ shown, failure }: { readonly shown: ChartBars; readonly failure: ApiError }) {
  return (
    <Trouble title={commonWords.chartFailed} busy={shown.busy} onRetry={shown.retry}>
      <p>
        {toSentence(describeFailure(failure) ?? commonWords.pricesFailed)} {commonWords.restWorks}
      </p>
      {failure.requestId !== null && <p>{commonWords.quote(failure.requestId)}</p>}
    </Trouble>
  )
}

interface TroubleProps {
  readonly title: string
  readonly busy: boolean
  readonly onRetry: () => unknown
  readonly children: ReactNode
}

function Trouble({ title, busy, onRetry, children }: TroubleProps) {
  const retry = (
    <BusyButton variant="filled" busy={busy} onClick={onRetry}>
      {commonWords.retry}
    </BusyButton>
  )
  return (
    <Empty tone="trouble" title={title} actions={retry}>
      {children}
    </Empty>
  )
}
