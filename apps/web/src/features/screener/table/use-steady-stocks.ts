import { type FocusEvent, type PointerEvent, useState } from 'react'
import type { ScreenStock } from '../../../api/screener.ts'

interface Shown {
  readonly queryKey: string | null
  readonly latest: readonly ScreenStock[]
  readonly stocks: readonly ScreenStock[]
}

/**
 * Keeps rows in place while the user interacts with them. While the pointer is on the table or it has keyboard focus, a
 * new response to the same query only updates the figures in the current rows; its order and new rows apply once the
 * interaction ends. `queryKey` identifies the query and is null while another response is loading. Spread
 * `interactionHandlers` on the element around the table.
 */
export function useSteadyStocks(latest: readonly ScreenStock[], queryKey: string | null) {
  const [pointed, setPointed] = useState(false)
  const [keyed, setKeyed] = useState(false)
  const [before, setShown] = useState<Shown>({ queryKey, latest, stocks: latest })
  const shown = applyResponse(before, { queryKey, latest, stocks: latest }, pointed || keyed)
  if (shown !== before) setShown(shown)
  return {
    stocks: shown.stocks,
    interactionHandlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => setKeyed(target.matches(':focus-visible')),
      onBlur: () => setKeyed(false),
    },
  }
}

function applyResponse(before: Shown, now: Shown, interacting: boolean): Shown {
  if (before.queryKey !== now.queryKey || !interacting) return before.stocks === now.stocks ? before : now
  if (before.latest === now.latest) return before
  const found = new Map(now.latest.map((stock) => [stock.symbol, stock]))
  return { ...now, stocks: before.stocks.map((stock) => found.get(stock.symbol) ?? stock) }
}
