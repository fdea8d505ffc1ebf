import { daysBetween } from '@callwright/scoring'
import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { selectData } from '../../api/api.ts'
import { describeFailure } from '../../api/http.ts'
import { type ChainCall, useLedgerQuery } from '../../api/lifecycle.ts'
import { commonWords } from '../../shared/common-words.ts'
import { toSentence } from '../../shared/format/words.ts'
import { ChartSkeleton } from '../../shared/price-chart/chart-parts.tsx'
import type { Timeframe } from '../../shared/price-chart/chart-terms.ts'
import { buildChartView, type ChartView, listComing, planPanes } from '../../shared/price-chart/chart-view.ts'
import { summarizeChart } from '../../shared/price-chart/describe-chart.ts'
import { useChartBars } from '../../shared/price-chart/use-chart-bars.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import type { PositionRow } from './data/position.ts'

/** Height of the chart with its month labels: SPEC section 2. */
const HEIGHT = 400

const loadPriceChart = async () => (await import('../../shared/price-chart/price-chart.tsx')).PriceChart

interface PositionChartProps {
  readonly row: PositionRow
  /** ISO time of the quote that the current price comes from. */
  readonly asOf: string | null
}

/** A position's price chart with entry, strike and expected move, or a loading, error or empty state. */
export function PositionChart({ row, asOf }: PositionChartProps) {
  const { view, events, failure, retry, busy } = usePositionChart(row, asOf)
  const { part: PriceChart, tryLoad } = useDeferred(loadPriceChart)
  const [missing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const begin = useEffectEvent(() => void fetchPart())
  useEffect(() => begin(), [])

  if (failure !== null) {
    return <Trouble why={describeFailure(failure) ?? commonWords.pricesFailed} busy={busy} onRetry={retry} />
  }
  if (missing) return <Trouble why="Could not load the chart" busy={false} onRetry={fetchPart} />
  if (view === 'empty') return <Empty title={commonWords.noPrices}>{commonWords.noBars}</Empty>
  if (view === null || PriceChart === null) return <ChartSkeleton plan={planPanes([], HEIGHT)} />
  return <PriceChart view={view} summary={summarizeChart(view, listComing(events, view))} />
}

/** Loads price bars for a position's stock, starting well before the entry date. */
const noCalls: readonly ChainCall[] = []

function usePositionChart({ position, metrics, life }: PositionRow, asOf: string | null) {
  const { symbol, entryDate, expiration, strike, entryPrice } = position
  const timeframe = chooseTimeframe(daysBetween(entryDate, metrics.asOfDate))
  const { table, events, failure, retry, busy } = useChartBars({ symbol, timeframe })
  const { price, expectedMove, state } = metrics
  const { data: ledger } = useLedgerQuery(life?.chainId ?? skipToken, { selectFromResult: selectData })
  const calls = ledger?.chain.calls
  const earlierCalls = useMemo(
    () =>
      (calls ?? noCalls).flatMap((call) =>
        call.endedOn === null ? [] : [{ strike: call.strike, from: call.openedOn, to: call.endedOn }],
      ),
    [calls],
  )
  const view = useMemo<ChartView | 'empty' | null>(() => {
    if (table === null) return null
    const lastClose = table.bars.at(-1)?.close ?? null
    if (lastClose === null) return 'empty'
    return buildChartView({
      symbol,
      timeframe,
      chartStyle: 'line',
      indicators: [],
      table,
      events,
      chain: state === 'expired' ? null : { expiration, price: price ?? lastClose, expectedMove },
      call: { strike },
      lastPrice: { price: price ?? lastClose, asOf },
      bought: { day: entryDate, price: entryPrice },
      earlierCalls,
      height: HEIGHT,
    })
  }, [
    table,
    events,
    symbol,
    timeframe,
    state,
    expiration,
    strike,
    entryDate,
    entryPrice,
    price,
    expectedMove,
    asOf,
    earlierCalls,
  ])
  return { view, events, failure, retry, busy }
}

/** Timeframes by days since entry. With each, at least a quarter of the chart shows the time before entry. */
const timeframesByDays = [
  [130, '6M'],
  [270, '1Y'],
] as const

function chooseTimeframe(daysSinceEntry: number): Timeframe {
  return timeframesByDays.find(([days]) => daysSinceEntry <= days)?.[1] ?? '2Y'
}

interface TroubleProps {
  readonly why: string
  readonly busy: boolean
  readonly onRetry: () => unknown
}

function Trouble({ why, busy, onRetry }: TroubleProps) {
  return (
    <Empty
      tone="trouble"
      title={commonWords.chartFailed}
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      {toSentence(why)} {commonWords.restWorks}
    </Empty>
  )
}
