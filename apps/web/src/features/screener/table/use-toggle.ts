import { useRef } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'
import type { Selection } from '../selection/use-selection.ts'

/** Selects a stock or no longer does; `withRange`: and with it all from the one before, as `stocks` stand. */
export function useToggle(stocks: readonly ScreenStock[], { symbols, choose }: Selection) {
  const before = useRef<string>(null)
  return (symbol: string, withRange: boolean) => {
    const shown = stocks.map((stock) => stock.symbol)
    const from = withRange && before.current !== null ? shown.indexOf(before.current) : -1
    const to = shown.indexOf(symbol)
    const range = from < 0 ? [symbol] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    before.current = symbol
    choose(range, !symbols.has(symbol))
  }
}
