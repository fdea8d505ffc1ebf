import { useMemo, useState } from 'react'
import { useAfter } from '../../shared/hooks.ts'
import type { AnalysisNavigation } from './analysis-state.ts'
import { type BestCall, readBestCall } from './best-call.ts'
import type { RatedStock } from './use-rated-stock.ts'

/** Call to open if the URL names neither an expiration nor a strike. */
export interface Opening {
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
