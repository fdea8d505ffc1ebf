import { useRef } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'
import type { Selection } from '../selection/use-selection.ts'

/** Selects or deselects a stock. `withRange` adds those between it and the previous one, in the order of `stocks`. */
export function useToggle(stocks: readonly ScreenStock[], { symbols, choose }: Selection) {
  const previous = useRef<string>(null)
  return (symbol: string, withRange: boolean) => {
    const shown = stocks.map((stock) => stock.symbol)
    const from = withRange && previous.current !== null ? shown.indexOf(previous.current) : -1
    const to = shown.indexOf(symbol)
    const range = from < 0 ? [symbol] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    previous.current = symbol
    choose(range, !symbols.has(symbol))
  }
}
