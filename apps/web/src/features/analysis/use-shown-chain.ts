import { selectResult } from '../../api/api.ts'
import { type ApiError, asApiError } from '../../api/http.ts'
import { OPTIONS_KEPT_SECONDS, type OptionChain, useChainQuery } from '../../api/options.ts'
import { firstSide } from './analysis-state.ts'
import type { AnalysisView } from './use-opening.ts'

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
