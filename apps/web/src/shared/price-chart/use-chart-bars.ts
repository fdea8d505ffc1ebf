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
  const days = useBarsQuery(askDays(symbol ?? ''), { skip: symbol === null, selectFromResult: selectAnswer })
  const daily = useBarTable(days.currentData)
  const from = daily === null ? null : findSessionBack(daily.days, INTRADAY_SESSIONS)
  const wantsMinutes = isIntraday(timeframe) && from !== null && from !== ''
  const minutes = useBarsQuery(
    { symbol: symbol ?? '', timespan: 'minute', multiplier: MINUTES, from },
    { skip: symbol === null || !wantsMinutes, selectFromResult: selectAnswer },
  )
  const answer = wantsMinutes ? minutes.currentData : undefined
  const hasMinutes = answer?.timespan === 'minute'
  const intraday = useBarTable(hasMinutes ? answer : undefined)
  const asked = wantsMinutes ? minutes : days
  // A failed refresh leaves what is there.
  const readFailure = ({ currentData, error }: typeof days) => (currentData === undefined ? asApiError(error) : null)
  return {
    table: wantsMinutes ? (answer === undefined || hasMinutes ? intraday : daily) : daily,
    daily,
    events: days.currentData?.events ?? [],
    freshness: asked.currentData?.freshness ?? null,
    note: answer !== undefined && !hasMinutes ? NO_INTRADAY : readMessage(asked.currentData),
    failure: readFailure(asked),
    dailyFailure: readFailure(days),
    retry: () => void asked.refetch(),
    busy: asked.isFetching,
  }
}

/** What market it is says the page itself. */
function readMessage(answer: PriceBars | undefined): string | null {
  if (answer === undefined || answer.message === describeMarket(answer.freshness)) return null
  return answer.message
}

/** What is worked out of the bars takes a slow phone a frame or two: it has a drawing of its own, after the one that heard of them. */
function useBarTable(answer: PriceBars | undefined): BarTable | null {
  const due = useDeferredValue(answer, undefined)
  const table = useMemo(
    () => (due === undefined ? null : buildBarTable(due.bars, due.timespan === 'minute' ? 'minute' : 'day')),
    [due],
  )
  return answer !== undefined && due?.symbol === answer.symbol && due.timespan === answer.timespan ? table : null
}
