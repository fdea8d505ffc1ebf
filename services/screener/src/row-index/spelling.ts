import { formerSymbols, listSymbolReadings, readSymbolSpelling } from '@callwright/contracts'

/** Finds the covered stock that a symbol in any spelling means, including former tickers (D62). */
export function findCovered(isCovered: (symbol: string) => boolean, typed: string): string | undefined {
  const symbol = readSymbolSpelling(typed)?.symbol
  if (symbol === undefined) return undefined
  return [...listSymbolReadings(symbol), formerSymbols.get(symbol) ?? symbol].find(isCovered)
}
