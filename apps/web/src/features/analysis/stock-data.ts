import { useMemo, useState } from 'react'
import { selectResult } from '../../api/api.ts'
import type { CallLiquidity } from '../../api/early-requests.ts'
import { type ApiError, asApiError } from '../../api/http.ts'
import { OPTIONS_KEPT_SECONDS, type OptionChain, useChainQuery } from '../../api/options.ts'
import { type ScreenStock, useScreenQuery } from '../../api/screener.ts'
import { formatDecimal, formatYieldPct } from '../../shared/format/numbers.ts'
import { formatDay } from '../../shared/format/times.ts'
import { useAfter } from '../../shared/hooks.ts'
import { type AnalysisNavigation, chooseExpiration, chooseStrike, firstSide } from './analysis-state.ts'
import { buildRatedStockQuery } from './first-requests.ts'

/** A stock's best call (D53), from its screener row. */
export interface BestCall {
  readonly contractSymbol: string | null
  readonly expiration: string
  readonly strike: number
  readonly annualizedYieldPct: number | null
  readonly liquidity: CallLiquidity | null
}

function readBestCall(stock: ScreenStock | null): BestCall | null {
  if (stock === null || stock.bestExpiration === null || stock.bestStrikeUsd === null) return null
  return {
    contractSymbol: stock.bestContract,
    expiration: stock.bestExpiration,
    strike: stock.bestStrikeUsd,
    annualizedYieldPct: stock.bestAnnYieldPct,
    liquidity: stock.bestLiquidity,
  }
}

/** `Sep 11, 395 strike, 37.6% a year` */
export function summarizeBestCall({ expiration, strike, annualizedYieldPct }: BestCall): string {
  const yieldPct = annualizedYieldPct === null ? null : `${formatYieldPct(annualizedYieldPct)}% a year`
  return [formatDay(expiration), `${formatDecimal(strike)} strike`, yieldPct].filter((part) => part !== null).join(', ')
}

/** Selects a call by expiration and strike, so it stays selected when quotes change. */
export const showCall = (
  go: AnalysisNavigation['go'],
  { expiration, strike }: Pick<BestCall, 'expiration' | 'strike'>,
) =>
  go((latest) =>
    chooseStrike(
      chooseExpiration({ ...latest, side: latest.side === 'put' ? 'call' : latest.side }, expiration),
      strike,
      expiration,
    ),
  )

export interface RatedStock {
  /** The stock's screener row; null while it loads or if the screener does not include the stock. */
  readonly stock: ScreenStock | null
  /** Whether the rating uses the user's own weights. */
  readonly ownWeights: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

/** Loads a stock's screener row, which has its name, its rating and how its volatility ranks within the past year. */
export function useRatedStock(symbol: string | null): RatedStock {
  const { currentData, error, isFetching, refetch } = useScreenQuery(buildRatedStockQuery(symbol ?? ''), {
    skip: symbol === null,
    selectFromResult: selectResult,
  })
  return {
    stock: currentData?.stocks[0] ?? null,
    ownWeights: currentData?.ownWeights ?? false,
    failure: currentData === undefined ? asApiError(error) : null,
    retry: () => void refetch(),
    busy: isFetching,
  }
}

/** Call to open if the URL names neither an expiration nor a strike. */
interface Opening {
  /** Whether the stock's row, which names its best call, is still loading. */
  readonly waits: boolean
  /** Call to open; null means the best call at the first expiration 30 to 45 days out. */
  readonly call: BestCall | null
}

/** Page state (what the URL leaves out comes from the call to open) and the stock's best call. */
export interface AnalysisView extends AnalysisNavigation {
  readonly opening: Opening
  readonly best: BestCall | null
}

interface DecidedOpening extends Opening {
  readonly best: BestCall | null
  /** Drops the call to open, because its expiration is no longer listed. */
  readonly discardCall: () => void
}

/** Maximum time that the options chain waits for the stock's row. */
const ROW_TIMEOUT_MS = 2_000

/** Decides which call to open once per visit to a stock, so a reload of its row doesn't change the call on screen. */
export function useOpening(symbol: string, { stock, failure, busy }: RatedStock): DecidedOpening {
  const [decided, setDecided] = useState<{ readonly symbol: string; readonly call: BestCall | null } | null>(null)
  const best = useMemo(() => readBestCall(stock), [stock])
  const isDecided = decided !== null && decided.symbol === symbol
  const isLoading = stock === null && failure === null && busy
  const late = useAfter(!isDecided && isLoading, ROW_TIMEOUT_MS)
  const waits = !isDecided && isLoading && !late
  if (!isDecided && !waits) setDecided({ symbol, call: best })
  return {
    waits,
    call: isDecided ? decided.call : waits ? null : best,
    best,
    discardCall: () => setDecided({ symbol, call: null }),
  }
}

export interface ShownChain {
  /** The requested chain; while it loads, the previous chain for the same stock. */
  readonly chain: OptionChain | null
  /** Whether `chain` belongs to an earlier request. */
  readonly outdated: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

/**
 * The chain on screen. The chart, the ladder and the trade preview share one request for it. Unless it `isWanted`, nothing
 * is requested.
 */
export function useShownChain(
  { state, opening }: Pick<AnalysisView, 'state' | 'opening'>,
  side = firstSide(state.side),
  isWanted = true,
): ShownChain {
  const { symbol } = state
  const expiration = state.expiration ?? opening.call?.expiration ?? null
  const waits = state.expiration === null && opening.waits
  const { data, currentData, error, isFetching, refetch } = useChainQuery(
    { symbol, expiration, side },
    { skip: waits || !isWanted, refetchOnMountOrArgChange: OPTIONS_KEPT_SECONDS, selectFromResult: selectResult },
  )
  const failure = currentData === undefined ? asApiError(error) : null
  const before = failure === null && data?.symbol === symbol ? data : undefined
  return {
    chain: currentData ?? before ?? null,
    outdated: currentData === undefined,
    failure,
    retry: () => void refetch(),
    busy: isFetching,
  }
}
