import { useCallback, useState } from 'react'

export const MOST_SELECTED = 50

/** The stocks that are selected: by their symbols, so that they stay whatever the list shows. */
export interface Selection {
  /** In the order they were chosen. */
  readonly symbols: ReadonlySet<string>
  /** Selects them, as far as there is room, or no longer does; the same function from one drawing to the next. */
  readonly choose: (symbols: readonly string[], selected: boolean) => void
}

const none: ReadonlySet<string> = new Set()

/** Kept as long as the page is there, and nowhere else. */
export function useSelection(): Selection {
  const [symbols, setSymbols] = useState(none)
  const choose = useCallback((chosen: readonly string[], selected: boolean) => {
    setSymbols((before) =>
      selected
        ? new Set([...before, ...chosen.filter((symbol) => !before.has(symbol))].slice(0, MOST_SELECTED))
        : new Set([...before].filter((symbol) => !chosen.includes(symbol))),
    )
  }, [])
  return { symbols, choose }
}
