import { daysBetween } from '@callwright/scoring'
import { useMemo } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import type { StockEvent } from '../../../api/stock-endpoints.ts'
import { AXIS_HEIGHT } from '../../../shared/price-chart/chart-layout.ts'
import type { Timeframe } from '../../../shared/price-chart/chart-terms.ts'
import { buildChartView, type ChartView } from '../../../shared/price-chart/chart-view.ts'
import { useChartBars } from '../../../shared/price-chart/use-chart-bars.ts'
import type { PositionRow } from '../data/position.ts'

/** Chart height excluding the axis: SPEC section 2 requires 400 px including the month labels. */
export const CHART_HEIGHT = 400 - AXIS_HEIGHT

export interface PositionChartState {
  /** Null while the prices load; `empty` if there are none. */
  readonly view: ChartView | 'empty' | null
  readonly events: readonly StockEvent[]
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

/** Loads price bars for a position's stock, starting well before the entry date. */
export function usePositionChart({ position, metrics }: PositionRow, asOf: string | null): PositionChartState {
  const { ticker, entryDate, expiryDate, strikePrice, entryPrice } = position
  const timeframe = chooseTimeframe(daysBetween(entryDate, metrics.asOfDate))
  const { table, events, failure, retry, busy } = useChartBars({ symbol: ticker, timeframe })
  const { price, expectedMove, state } = metrics
  const view = useMemo(() => {
    if (table === null) return null
    const lastClose = table.bars.at(-1)?.close ?? null
    if (lastClose === null) return 'empty'
    return buildChartView({
      symbol: ticker,
      timeframe,
      chartStyle: 'line',
      indicators: [],
      table,
      events,
      chain: state === 'expired' ? null : { expiration: expiryDate, price: price ?? lastClose, expectedMove },
      call: { strike: strikePrice },
      lastPrice: { price: price ?? lastClose, asOf },
      bought: { day: entryDate, price: entryPrice },
      priceHeight: CHART_HEIGHT,
    })
  }, [
    table,
    events,
    ticker,
    timeframe,
    state,
    expiryDate,
    strikePrice,
    entryDate,
    entryPrice,
    price,
    expectedMove,
    asOf,
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
