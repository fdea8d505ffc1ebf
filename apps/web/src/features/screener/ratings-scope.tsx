import { type ReactNode, useMemo, useState } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import { OpenRatingContext } from './open-rating.ts'

interface RatingsScopeProps {
  readonly stocks: readonly ScreenStock[]
  /** Whether all ratings together are one stop of the Tab key, with the arrow keys between them. */
  readonly oneTabStop: boolean
  readonly children: ReactNode
}

/** Keeps at most one breakdown open among the ratings inside. */
export function RatingsScope({ stocks, oneTabStop, children }: RatingsScopeProps) {
  const [openSymbol, setOpenSymbol] = useState<string | null>(null)
  const [lastFocused, setTabStop] = useState<string | null>(null)
  const symbols = useMemo(() => (oneTabStop ? stocks.map(({ symbol }) => symbol) : []), [stocks, oneTabStop])
  const tabStop = lastFocused !== null && symbols.includes(lastFocused) ? lastFocused : (symbols[0] ?? null)
  const context = useMemo(
    () => ({ openSymbol, setOpenSymbol, tabStop, setTabStop, symbols }),
    [openSymbol, tabStop, symbols],
  )
  return <OpenRatingContext value={context}>{children}</OpenRatingContext>
}
