import { useMemo, useState } from 'react'
import { useAfter } from '../../shared/use-after.ts'
import type { AnalysisNavigation } from './analysis-state.ts'
import { type BestCall, readBestCall } from './best-call.ts'
import type { RatedStock } from './use-rated-stock.ts'

/** Call to open if the URL names neither an expiration nor a strike. */
export interface Opening {
  /** Whether the stock's row, which names its best call, is still loading. */
  readonly waits: boolean
  /** Call to open; null means the best call of the first expiration in 30 to 45 days. */
  readonly call: BestCall | null
}

/** State of the page with the call that fills gaps in the URL, and the stock's best call. */
export interface AnalysisView extends AnalysisNavigation {
  readonly opening: Opening
  readonly best: BestCall | null
}

interface DecidedOpening extends Opening {
  readonly best: BestCall | null
  /** Opens without the call, because its expiration is no longer listed. */
  readonly discardCall: () => void
}

/** The options chain does not wait longer than this for the row. */
const ROW_TIMEOUT_MS = 2_000

/** Decides once per visited stock, so that a reload of the row does not change the call on screen. */
export function useOpening(symbol: string | null, { stock, failure, busy }: RatedStock): DecidedOpening {
  const [decided, setDecided] = useState<{ readonly symbol: string; readonly call: BestCall | null } | null>(null)
  const best = useMemo(() => readBestCall(stock), [stock])
  const isDecided = decided !== null && decided.symbol === symbol
  const isLoading = stock === null && failure === null && busy
  const late = useAfter(!isDecided && isLoading, ROW_TIMEOUT_MS)
  const waits = !isDecided && isLoading && !late
  if (symbol !== null && !isDecided && !waits) setDecided({ symbol, call: best })
  return {
    waits,
    call: isDecided ? decided.call : waits ? null : best,
    best,
    discardCall: () => {
      if (symbol !== null) setDecided({ symbol, call: null })
    },
  }
}
