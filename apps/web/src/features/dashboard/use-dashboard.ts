import { addDays } from '@callwright/scoring/iso-date'
import { useEffect, useEffectEvent } from 'react'
import { type ApiError, asApiError } from '../../api/http.ts'
import { type AttentionList, type PositionList, useAttentionQuery, usePositionsQuery } from '../../api/portfolio.ts'
import {
  type RatingList,
  type Screen,
  type ScreenStock,
  useCountStocksQuery,
  useRatingsQuery,
  useScreenQuery,
} from '../../api/screener.ts'
import { type PriceBars, useBarsQuery } from '../../api/stocks.ts'
import { readEtDay } from '../../shared/format/times.ts'
import { PREMIUM, TOP_RATED } from './first-requests.ts'

/** Poll interval for positions, whose figures move with the market. Stocks are refetched after a rating run instead. */
const POLL_POSITIONS_MS = 60_000
const RETRY_MS = 15_000
export const LINE_DAYS = 30

/** A query's latest response, and the error if the last attempt failed. */
export interface Answer<T> {
  readonly data: T | null
  readonly failure: ApiError | null
  readonly busy: boolean
  readonly ask: () => void
}

export interface Dashboard {
  readonly positions: Answer<PositionList>
  readonly attention: Answer<AttentionList>
  readonly screen: Answer<Screen>
  readonly premium: Answer<number>
  /** Ratings of all stocks; null until all pages have loaded. */
  readonly ratings: Answer<RatingList>
  /** Top-rated stock; null if none is rated or the list has not loaded. */
  readonly featured: ScreenStock | null
  readonly bars: Answer<PriceBars>
  readonly busy: boolean
  readonly refresh: () => void
}

interface QueryState<T> {
  readonly data?: T | undefined
  readonly currentData?: T | undefined
  readonly error?: unknown
  readonly isFetching: boolean
}

/** Keeps only what the page shows, so that no other change re-renders it. */
const selectShown = <T>({ data, currentData, error, isFetching }: QueryState<T>) => ({
  data,
  currentData,
  error,
  isFetching,
})

const live = { refetchOnReconnect: true }
const steady = { ...live, pollingInterval: POLL_POSITIONS_MS, skipPollingIfUnfocused: true }

/** Sends all requests in parallel, except the one for the price line, which needs the featured stock's symbol. */
export function useDashboard(): Dashboard {
  const positions = readAnswer(usePositionsQuery(undefined, { ...steady, selectFromResult: selectShown }))
  const attention = readAnswer(useAttentionQuery(undefined, { ...steady, selectFromResult: selectShown }))
  const screen = readAnswer(useScreenQuery(TOP_RATED, { ...live, selectFromResult: selectShown }))
  const premium = readAnswer(useCountStocksQuery(PREMIUM, { ...live, selectFromResult: selectShown }))
  const ratings = useRatings()
  const featured = screen.data?.stocks.find(({ rating }) => rating.score !== null) ?? null
  const bars = useLine(featured?.symbol ?? null, screen.data?.freshness.asOf ?? null)

  const answers = [positions, attention, screen, premium, ratings, bars]
  useRetries(answers)
  return {
    positions,
    attention,
    screen,
    premium,
    ratings,
    featured,
    bars,
    busy: answers.some(({ busy }) => busy),
    refresh: () => {
      for (const { ask } of answers) ask()
    },
  }
}

type QueryResult<T> = QueryState<T> & { readonly refetch: () => unknown }

const readAnswer = <T>({ data, error, isFetching, refetch }: QueryResult<T>): Answer<T> => ({
  data: data ?? null,
  failure: asApiError(error),
  busy: isFetching,
  ask: () => void refetch(),
})

/** Loads all ratings. One response covers most markets; a second request loads the rest of a larger one. */
function useRatings(): Answer<RatingList> {
  const first = readAnswer(useRatingsQuery(0, { ...live, selectFromResult: selectShown }))
  const known = first.data?.scores.length ?? 0
  const isWhole = first.data === null || known >= first.data.total
  const more = readAnswer(useRatingsQuery(known, { skip: isWhole, selectFromResult: selectShown }))
  if (first.data === null || isWhole) return first
  const { scores, total } = first.data
  return {
    data: more.data && { scores: [...scores, ...more.data.scores], total },
    failure: first.failure ?? more.failure,
    busy: first.busy || more.busy,
    ask: () => {
      first.ask()
      more.ask()
    },
  }
}

/** Price bars for the last 30 days. */
function useLine(symbol: string | null, asOf: string | null): Answer<PriceBars> {
  const today = readEtDay(asOf)
  const from = today === null ? null : addDays(today, -LINE_DAYS)
  const result = useBarsQuery(
    { symbol: symbol ?? '', timespan: 'day', multiplier: 1, from },
    { skip: symbol === null, selectFromResult: selectShown },
  )
  const answer = readAnswer({ ...result, data: result.currentData })
  return symbol === null ? { ...answer, ask: () => {} } : answer
}

/** Retries failed requests while the page is visible. */
function useRetries(answers: readonly Answer<unknown>[]): void {
  const hasFailed = answers.some(({ failure }) => failure !== null)
  const retry = useEffectEvent(() => {
    if (document.hidden) return
    for (const { failure, busy, ask } of answers) if (failure !== null && !busy) ask()
  })
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [hasFailed])
}
