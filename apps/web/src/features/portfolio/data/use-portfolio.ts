import { totalPositions } from '@callwright/scoring'
import { useEffect, useMemo } from 'react'
import { asApiError } from '../../../api/http.ts'
import type { Freshness } from '../../../api/market.ts'
import { type CallQuote, useCallQuotesQuery } from '../../../api/options.ts'
import {
  type ListedPosition,
  type MissingStock,
  type Position,
  type PositionList,
  type UncoveredShares,
  useAttentionQuery,
  usePositionsQuery,
} from '../../../api/portfolio.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { type NewChange, newId } from './pending-change.ts'
import type { Portfolio, PortfolioState } from './position.ts'
import { applyChanges, buildRow, listUnquoted } from './position-view.ts'
import { useOutbox } from './use-outbox.tsx'

const POLL_MS = 60_000
/** Poll interval while the list fails to load. */
const POLL_FAILED_MS = 10_000
/** Poll interval while prices are loading. */
const POLL_LOADING_MS = 5_000

const noPositions: readonly ListedPosition[] = []
const noQuotes: readonly CallQuote[] = []
const noRows: readonly Position[] = []
const noStocks: readonly MissingStock[] = []
const noShares: readonly UncoveredShares[] = []
const nothing = {}

/** The user's portfolio: the server's list with this device's pending changes applied, and the actions on it. */
export function usePortfolio(): Portfolio {
  const { list, failure, busy, refresh, listRequestedAtMs } = useList()
  const { state: outbox, save, syncNow, discard, positions } = useOutbox()
  // Retry pending changes when the server is back.
  useOnChange(failure === null, (isBack) => isBack && void syncNow())

  const listed = list?.positions ?? noPositions
  const isUnlisted = list === undefined && failure !== null
  useEffect(() => {
    if (list !== undefined) positions.keepLoaded(list.positions.map(({ position }) => position))
  }, [list, positions])
  const lastLoaded = useMemo(() => (isUnlisted ? positions.listLoaded() : noRows), [isUnlisted, positions])
  const known = useMemo(
    () => applyChanges(listed, outbox, listRequestedAtMs, lastLoaded),
    [listed, outbox, listRequestedAtMs, lastLoaded],
  )
  const unquoted = useMemo(() => listUnquoted(known), [known])
  const { data: quotes = noQuotes } = useCallQuotesQuery(unquoted, { skip: unquoted.length === 0 })
  const marketTime = list?.marketTime ?? quotes.find((quote) => quote.marketTime !== null)?.marketTime ?? null
  const missing = list?.missing ?? noStocks
  const rows = useMemo(() => {
    const nowMs = marketTime === null ? Date.now() : Date.parse(marketTime)
    const reasonOf = (symbol: string) => missing.find((stock) => stock.symbol === symbol)?.reason ?? null
    return known.map((position) => buildRow(position, { nowMs, quotes, reasonOf }))
  }, [known, quotes, marketTime, missing])
  const totals = useMemo(() => totalPositions(rows.map(({ metrics }) => metrics)), [rows])

  const change = (kind: NewChange['kind'], position: NewChange['position']) =>
    // No form changes these terms between attempts; `mergeChange` sets `edited` if a change is already pending.
    save({ kind, position, key: newId(Date.now()), edited: false })
  return {
    state: findState(list !== undefined, failure !== null, rows.length > 0),
    rows,
    totals,
    uncovered: list?.uncovered ?? noShares,
    lastFeePerContractUsd: list?.lastFeePerContractUsd ?? null,
    chainsPnl: list?.chainsPnl ?? null,
    freshness: list === undefined ? null : findFreshness(list),
    marketTimeMs: marketTime === null ? null : Date.parse(marketTime),
    missing,
    message: list?.message ?? null,
    failure,
    unsyncedCount: outbox.changes.filter(({ position }) => !outbox.sending.has(position.id)).length,
    hasUnreadable: outbox.hasUnreadable,
    isLastLoaded: lastLoaded.length > 0,
    busy,
    refresh,
    add: (terms, { id, ...attempt }) => save({ kind: 'add', position: { ...terms, id }, ...attempt }),
    edit: ({ id }, terms, { key }) => save({ kind: 'edit', position: { ...terms, id }, key, edited: false }),
    remove: (position) => change('remove', position),
    restore: (position) => change('add', position),
    syncNow,
    discard,
  }
}

interface ListState {
  readonly data?: PositionList | undefined
  readonly error?: unknown
  readonly isFetching: boolean
  readonly startedTimeStamp?: number | undefined
}

/** Keeps only what the page shows, so that no other change re-renders it. */
const selectList = ({ data, error, isFetching, startedTimeStamp }: ListState) => ({
  data,
  error,
  isFetching,
  requestedAtMs: isFetching ? null : (startedTimeStamp ?? null),
})

function useList() {
  // RTK Query polls at the shortest interval of any subscription: after a failure, the second one below speeds it up.
  const poll = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnReconnect: true }
  const {
    data: list,
    error,
    isFetching: busy,
    requestedAtMs,
    refetch,
  } = usePositionsQuery(undefined, { ...poll, selectFromResult: selectList })
  // Refetched with the positions, so that its counts match them.
  const { refetch: refetchAttention } = useAttentionQuery(undefined, { ...poll, selectFromResult: () => nothing })
  const failure = asApiError(error)
  usePositionsQuery(undefined, {
    skip: failure === null,
    pollingInterval: POLL_FAILED_MS,
    selectFromResult: () => nothing,
  })
  usePositionsQuery(undefined, {
    skip: !list?.missing.some(({ isLoading }) => isLoading),
    pollingInterval: POLL_LOADING_MS,
    skipPollingIfUnfocused: true,
    selectFromResult: () => nothing,
  })
  return {
    list,
    failure,
    busy,
    refresh: () => {
      void refetch()
      void refetchAttention()
    },
    listRequestedAtMs: failure === null ? requestedAtMs : null,
  }
}

/** How fresh the list is. An empty list is as fresh as the market; null if the market is unreachable. */
function findFreshness({ positions, freshness }: PositionList): Freshness | null {
  return positions.length === 0 && freshness.dataClass === 'none' ? null : freshness
}

function findState(isListed: boolean, hasFailed: boolean, hasRows: boolean): PortfolioState {
  if (isListed) return 'ready'
  if (!hasFailed) return 'loading'
  return hasRows ? 'local' : 'failed'
}
