import { useMemo, useState } from 'react'
import { useAfter } from '../../shared/use-after.ts'
import type { AnalysisNavigation } from './analysis-state.ts'
import { type BestCall, readBestCall } from './best-call.ts'
import type { RatedStock } from './use-rated-stock.ts'

/** What the page shows where the address names neither an expiration nor a strike. */
export interface Opening {
  /** Whether the stock's row, which names its best call, is still on its way. */
  readonly waits: boolean
  /** The call to open on; null: the first expiration of 30 to 45 days, and the best call in it. */
  readonly call: BestCall | null
}

/** The page's state with what its address leaves open, and the stock's best call. */
export interface AnalysisView extends AnalysisNavigation {
  readonly opening: Opening
  readonly best: BestCall | null
}

interface DecidedOpening extends Opening {
  readonly best: BestCall | null
  /** Opens without the call: its expiration is not listed any more. */
  readonly giveUp: () => void
}

/** A row that takes longer does not hold up the options chain. */
const PATIENCE_MS = 2_000

/** Decided once for each stock that is gone to: what is being read does not change when the row is loaded again. */
export function useOpening(symbol: string | null, { stock, failure, busy }: RatedStock): DecidedOpening {
  const [decided, setDecided] = useState<{ readonly symbol: string; readonly call: BestCall | null } | null>(null)
  const best = useMemo(() => readBestCall(stock), [stock])
  const isDecided = decided !== null && decided.symbol === symbol
  const isOnItsWay = stock === null && failure === null && busy
  const late = useAfter(!isDecided && isOnItsWay, PATIENCE_MS)
  const waits = !isDecided && isOnItsWay && !late
  if (symbol !== null && !isDecided && !waits) setDecided({ symbol, call: best })
  return {
    waits,
    call: isDecided ? decided.call : waits ? null : best,
    best,
    giveUp: () => {
      if (symbol !== null) setDecided({ symbol, call: null })
    },
  }
}
