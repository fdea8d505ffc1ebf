import { useCallback, useState } from 'react'
import { buildAddPositionPath } from '../../../shared/paths.ts'

export const MOST_SELECTED = 50
export const MAX_COMPARED = 4

/** Selected stocks, identified by symbol so that the selection survives changes to the list. */
export interface Selection {
  /** Symbols in the order in which they were selected. */
  readonly symbols: ReadonlySet<string>
  /** Selects symbols, up to `MOST_SELECTED` in all, or deselects them. The function's identity is stable. */
  readonly choose: (symbols: readonly string[], selected: boolean) => void
}

const none: ReadonlySet<string> = new Set()

/** Keeps the selection while the page is open; it is not stored. */
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

/** Builds a question about stocks for the coach. The `$` distinguishes symbols such as IT and ALL from words. */
export function buildCoachQuestion(symbols: readonly string[]): string {
  const marked = symbols.map((symbol) => `$${symbol}`)
  const last = marked.pop() ?? ''
  return marked.length === 0
    ? `What is the best covered call on ${last}?`
    : `Compare ${marked.join(', ')} and ${last} for covered calls`
}

const emptyFields = { expiration: null, strike: null, entryPrice: null, premium: null, contracts: null } as const

/** URL path that opens the Add Position dialog for a stock. The form fills in the other fields or asks for them. */
export const buildAddStockPath = (symbol: string) => buildAddPositionPath({ symbol, ...emptyFields })
