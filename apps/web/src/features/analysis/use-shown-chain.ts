import { type ApiError, asApiError } from '../../api/api-error.ts'
import type { OptionChain } from '../../api/option-chain.ts'
import { OPTIONS_KEPT_SECONDS, useChainQuery } from '../../api/option-endpoints.ts'
import { selectResult } from '../../api/select-result.ts'
import type { AnalysisView } from './use-opening.ts'

export interface ShownChain {
  /** The chain asked for, or the one before it of the same stock while the next is on its way. */
  readonly chain: OptionChain | null
  /** Whether `chain` is of an earlier question. */
  readonly outdated: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
  readonly busy: boolean
}

/** The chain that chart, ladder and trade preview are about: asked for once, whoever shows it. */
export function useShownChain(
  { state, opening }: Pick<AnalysisView, 'state' | 'opening'>,
  side = state.side,
): ShownChain {
  const { symbol } = state
  const expiration = state.expiration ?? opening.call?.expiration ?? null
  const waits = state.expiration === null && opening.waits
  const { data, currentData, error, isFetching, refetch } = useChainQuery(
    { symbol: symbol ?? '', expiration, side },
    { skip: symbol === null || waits, refetchOnMountOrArgChange: OPTIONS_KEPT_SECONDS, selectFromResult: selectResult },
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
