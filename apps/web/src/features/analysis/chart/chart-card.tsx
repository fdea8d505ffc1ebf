import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type ApiError, describeFailure } from '../../../api/api-error.ts'
import { selectData } from '../../../api/select-result.ts'
import { useQuoteQuery } from '../../../api/stock-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { PRICE_HEIGHT } from '../../../shared/price-chart/chart-layout.ts'
import { listComing } from '../../../shared/price-chart/chart-marks.ts'
import { ChartSkeleton } from '../../../shared/price-chart/chart-skeleton.tsx'
import { buildChartView, type ChartView } from '../../../shared/price-chart/chart-view.ts'
import { summarizeChart } from '../../../shared/price-chart/chart-words.ts'
import { listPanes } from '../../../shared/price-chart/indicator-lines.ts'
import { type ChartBars, useChartBars } from '../../../shared/price-chart/use-chart-bars.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Empty } from '../../../shared/ui/empty.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { chooseCall } from '../trade/selection.ts'
import type { AnalysisView } from '../use-opening.ts'
import { type ShownChain, useShownChain } from '../use-shown-chain.ts'
import { BarsTable } from './bars-table.tsx'
import classes from './chart-card.module.css'
import { chartCardWords as words } from './chart-card-words.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { SummaryRow } from './summary-row.tsx'

/** The stock's chart and its controls, with a summary of the indicators below. */
export function ChartCard({ view }: { readonly view: AnalysisView }) {
  const { state } = view
  const [asTable, setAsTable] = useState(false)
  const shown = useChartBars(state)
  const shownChain = useShownChain(view, 'call')
  const chart = useChartView(view, shown, shownChain)
  return (
    <section className={classes.card} aria-label={words.title}>
      <ChartToolbar navigation={view} asTable={asTable} onTable={setAsTable} />
      {shown.note !== null && <p className={classes.note}>{shown.note}</p>}
      <ChartBody view={chart} shown={shown} asTable={asTable} panes={listPanes(state.indicators)} />
      <SummaryRow symbol={state.symbol} shown={shown} />
    </section>
  )
}

/** Memoized chart data; null until there are bars. */
function useChartView(
  { state, opening: { call: opened } }: AnalysisView,
  { table, events }: ChartBars,
  { chain, outdated }: ShownChain,
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
    const call = chain === null || outdated ? null : chooseCall(chain, strike, opened)
    return buildChartView({ symbol, timeframe, chartStyle, indicators, table, events, chain, call, lastPrice })
  }, [symbol, timeframe, chartStyle, indicators, strike, opened, table, events, quote, chain, outdated])
}

interface ChartBodyProps {
  readonly view: ChartView | null
  readonly shown: ChartBars
  readonly asTable: boolean
  readonly panes: ChartView['panes']
}

function ChartBody({ view, shown, asTable, panes }: ChartBodyProps) {
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
  if (shown.table !== null && view === null) return <NoBars />
  const summary = view === null ? '' : summarizeChart(view, listComing(shown.events, view.bars.at(-1)?.day ?? ''))
  if (view !== null && asTable && shown.freshness !== null) {
    return <BarsTable view={view} summary={summary} freshness={shown.freshness} />
  }
  if (missing) return <NoCode onRetry={fetchPart} />
  if (view === null || PriceChart === null) return <ChartSkeleton panes={panes} priceHeight={PRICE_HEIGHT} />
  return <PriceChart view={view} summary={summary} />
}

const loadPriceChart = async () => (await import('../../../shared/price-chart/price-chart.tsx')).PriceChart

function ChartFailure({ shown, failure }: { readonly shown: ChartBars; readonly failure: ApiError }) {
  return (
    <Empty
      tone="trouble"
      title={commonWords.chartFailed}
      actions={
        <BusyButton variant="filled" busy={shown.busy} onClick={shown.retry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      <p>
        {toSentence(describeFailure(failure) ?? commonWords.pricesFailed)} {commonWords.restWorks}
      </p>
      {failure.requestId !== null && <p>{commonWords.quote(failure.requestId)}</p>}
    </Empty>
  )
}

function NoCode({ onRetry }: { readonly onRetry: () => Promise<void> }) {
  return (
    <Empty
      tone="trouble"
      title={words.chartFailed}
      actions={
        <BusyButton variant="filled" busy={false} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      {words.chartFailedText}
    </Empty>
  )
}

function NoBars() {
  return (
    <Empty title={commonWords.noPrices}>
      {commonWords.noBars} {commonWords.restWorks}
    </Empty>
  )
}
