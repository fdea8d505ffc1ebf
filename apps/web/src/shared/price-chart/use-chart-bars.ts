import { useDeferredValue, useMemo } from 'react'
import { selectResult } from '../../api/api.ts'
import { type ApiError, asApiError } from '../../api/http.ts'
import type { Freshness } from '../../api/market.ts'
import { type BarsQuery, type PriceBars, type StockEvent, useBarsQuery } from '../../api/stocks.ts'
import { describeMarket } from '../freshness-view.ts'
import { type BarTable, buildBarTable, findSessionBack, isIntraday } from './bar-table.ts'
import type { Timeframe } from './chart-terms.ts'

export interface ChartBars {
  /** Bars for the timeframe; null while they load. */
  readonly table: BarTable | null
  /** Daily bars, whatever the timeframe. */
  readonly daily: BarTable | null
  readonly events: readonly StockEvent[]
  readonly freshness: Freshness | null
  /** The source's message, or a note that data is missing. */
  readonly note: string | null
  readonly failure: ApiError | null
  /** Error from loading the daily bars. */
  readonly dailyFailure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

const MINUTES = 5
/**
 * How many sessions of minute bars to request: enough for the longest intraday timeframe and for the averaging windows
 * of its indicators.
 */
const INTRADAY_SESSIONS = 7
const NO_INTRADAY = 'No intraday data from this source. Showing the last five days as daily bars.'

const buildDailyQuery = (symbol: string): BarsQuery => ({ symbol, timespan: 'day', multiplier: 1, from: null })

interface BarsWanted {
  readonly symbol: string | null
  readonly timeframe: Timeframe
}

/**
 * Loads a stock's bars. A single request for two years of daily bars covers every timeframe of a month or longer. The
 * two shorter timeframes share a request for minute bars; if there are none, they show daily bars.
 */
export function useChartBars({ symbol, timeframe }: BarsWanted): ChartBars {
  const days = useComputedBars(buildDailyQuery(symbol ?? ''), symbol === null)
  const daily = days.table
  const from = daily === null ? null : findSessionBack(daily.days, INTRADAY_SESSIONS)
  const wantsMinutes = isIntraday(timeframe) && from !== null && from !== ''
  const minutes = useComputedBars(
    { symbol: symbol ?? '', timespan: 'minute', multiplier: MINUTES, from },
    symbol === null || !wantsMinutes,
  )
  const hasMinutes = minutes.answer?.timespan === 'minute'
  const asked = wantsMinutes ? minutes : days
  return {
    table: wantsMinutes && (minutes.answer === undefined || hasMinutes) ? minutes.table : daily,
    daily,
    events: days.answer?.events ?? [],
    freshness: asked.answer?.freshness ?? null,
    note: wantsMinutes && minutes.answer !== undefined && !hasMinutes ? NO_INTRADAY : readMessage(asked.answer),
    failure: asked.failure,
    dailyFailure: days.failure,
    retry: asked.retry,
    busy: asked.busy,
  }
}

/** The source's message, unless it is the market notice, which the page already shows. */
function readMessage(answer: PriceBars | undefined): string | null {
  if (answer === undefined || answer.message === describeMarket(answer.freshness)) return null
  return answer.message
}

/**
 * Loads bars and computes their indicators. Computing takes a slow phone a frame or two, so a deferred render does it;
 * until it is done, the bars count as loading. `answer` is the response that `table` was built from.
 */
function useComputedBars(query: BarsQuery, skip: boolean) {
  const { currentData, error, isFetching, refetch } = useBarsQuery(query, { skip, selectFromResult: selectResult })
  const due = useDeferredValue(currentData)
  const worked = useMemo(
    () => (due === undefined ? null : buildBarTable(due.bars, due.timespan === 'minute' ? 'minute' : 'day')),
    [due],
  )
  const isDue = currentData !== undefined && due?.symbol === currentData.symbol && due.timespan === currentData.timespan
  return {
    answer: isDue ? due : undefined,
    table: isDue ? worked : null,
    // If a refetch fails, the old data stays.
    failure: currentData === undefined ? asApiError(error) : null,
    retry: () => void refetch(),
    busy: isFetching || (currentData !== undefined && !isDue),
  }
}
