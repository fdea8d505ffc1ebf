import { useDeferredValue, useMemo } from 'react'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import type { Freshness } from '../../api/screen.ts'
import { selectAnswer } from '../../api/select-answer.ts'
import { type BarsQuery, type PriceBars, type StockEvent, useBarsQuery } from '../../api/stock-endpoints.ts'
import { describeMarket } from '../freshness-view.ts'
import { type BarTable, buildBarTable, findSessionBack, isIntraday } from './bar-slices.ts'
import type { Timeframe } from './chart-terms.ts'

export interface ChartBars {
  /** The bars the timeframe is a part of; null: not there yet. */
  readonly table: BarTable | null
  /** Those of the days, whatever the timeframe. */
  readonly daily: BarTable | null
  readonly events: readonly StockEvent[]
  readonly freshness: Freshness | null
  /** What the source has to say about the bars, or does not have. */
  readonly note: string | null
  readonly failure: ApiError | null
  /** Of the question for the days. */
  readonly dailyFailure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

const MINUTES = 5
/** Sessions of minutes that are asked for at once: what the longest such timeframe shows, and what its averages begin on. */
const INTRADAY_SESSIONS = 7
const NO_INTRADAY = 'No intraday data from this source. Days are shown.'

const askDays = (symbol: string): BarsQuery => ({ symbol, timespan: 'day', multiplier: 1, from: null })

interface BarsWanted {
  readonly symbol: string | null
  readonly timeframe: Timeframe
}

/**
 * The bars of a stock. Two years of days are asked for once and serve every timeframe from a month on; both shorter ones
 * share one question of minutes, and show days where the source has none.
 */
export function useChartBars({ symbol, timeframe }: BarsWanted): ChartBars {
  const days = useWorkedOutBars(askDays(symbol ?? ''), symbol === null)
  const daily = days.table
  const from = daily === null ? null : findSessionBack(daily.days, INTRADAY_SESSIONS)
  const wantsMinutes = isIntraday(timeframe) && from !== null && from !== ''
  const minutes = useWorkedOutBars(
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

/** What market it is says the page itself. */
function readMessage(answer: PriceBars | undefined): string | null {
  if (answer === undefined || answer.message === describeMarket(answer.freshness)) return null
  return answer.message
}

/**
 * Bars with what is worked out of them, which takes a slow phone a frame or two: of bars that arrive it is worked out in a
 * drawing of its own, and until then they are on their way. `answer` is that of the table.
 */
function useWorkedOutBars(query: BarsQuery, skip: boolean) {
  const { currentData, error, isFetching, refetch } = useBarsQuery(query, { skip, selectFromResult: selectAnswer })
  const due = useDeferredValue(currentData)
  const worked = useMemo(
    () => (due === undefined ? null : buildBarTable(due.bars, due.timespan === 'minute' ? 'minute' : 'day')),
    [due],
  )
  const isDue = currentData !== undefined && due?.symbol === currentData.symbol && due.timespan === currentData.timespan
  return {
    answer: isDue ? due : undefined,
    table: isDue ? worked : null,
    // A failed refresh leaves what is there.
    failure: currentData === undefined ? asApiError(error) : null,
    retry: () => void refetch(),
    busy: isFetching || (currentData !== undefined && !isDue),
  }
}
