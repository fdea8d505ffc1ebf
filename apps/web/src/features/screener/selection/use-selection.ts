import { useCallback, useState } from 'react'

export const MOST_SELECTED = 50

/** Selected stocks. Symbols identify them, so the selection survives changes of the list. */
export interface Selection {
  /** In the order of selection. */
  readonly symbols: ReadonlySet<string>
  /** Selects up to `MOST_SELECTED` symbols in all, or deselects symbols; the function keeps its identity. */
  readonly choose: (symbols: readonly string[], selected: boolean) => void
}

const none: ReadonlySet<string> = new Set()

/** Selection that lives as long as the page; it is not stored. */
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
