import { createContext, type Dispatch, type SetStateAction } from 'react'

export interface OpenRating {
  /** The one stock whose breakdown is open. */
  readonly openSymbol: string | null
  readonly setOpenSymbol: Dispatch<SetStateAction<string | null>>
  /** The one stock the Tab key stops at; null: at every one. */
  readonly tabStop: string | null
  readonly setTabStop: (symbol: string) => void
  /** The ratings in order, for the arrow keys; empty where the Tab key stops at every one. */
  readonly symbols: readonly string[]
}

export const OpenRatingContext = createContext<OpenRating>({
  openSymbol: null,
  setOpenSymbol: () => {},
  tabStop: null,
  setTabStop: () => {},
  symbols: [],
})

/** Where a key leads from one rating, or null where it leads nowhere. */
export function findNextSymbol(symbols: readonly string[], current: string, key: string): string | null {
  const index = symbols.indexOf(current)
  if (index < 0) return null
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: symbols.length - 1,
  }
  const target = targets[key]
  return target === undefined ? null : (symbols[target] ?? null)
}
