import { type FocusEvent, type PointerEvent, useState } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'

interface Shown {
  readonly question: string | null
  readonly latest: readonly ScreenStock[]
  readonly stocks: readonly ScreenStock[]
}

/**
 * Rows that do not move under the reader's hands: while the pointer is on the table, or the keys are at work in it, a new
 * answer to the same question brings new figures to the rows in view, and its order and its other rows once the hands
 * have left. `question` is what they answer, null while another answer is on its way; `hands` belongs on the element around
 * the table.
 */
export function useSteadyStocks(latest: readonly ScreenStock[], question: string | null) {
  const [pointed, setPointed] = useState(false)
  const [keyed, setKeyed] = useState(false)
  const [before, setShown] = useState<Shown>({ question, latest, stocks: latest })
  const shown = followAnswer(before, { question, latest, stocks: latest }, pointed || keyed)
  if (shown !== before) setShown(shown)
  return {
    stocks: shown.stocks,
    hands: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => setKeyed(target.matches(':focus-visible')),
      onBlur: () => setKeyed(false),
    },
  }
}

function followAnswer(before: Shown, now: Shown, held: boolean): Shown {
  if (before.question !== now.question || !held) return before.stocks === now.stocks ? before : now
  if (before.latest === now.latest) return before
  const found = new Map(now.latest.map((stock) => [stock.symbol, stock]))
  return { ...now, stocks: before.stocks.map((stock) => found.get(stock.symbol) ?? stock) }
}
