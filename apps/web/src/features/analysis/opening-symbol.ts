import { openBrowserStorage } from '../../api/browser-storage.ts'
import { readSymbol } from '../../shared/read-symbol.ts'

const KEY = 'analysisSymbol'
const storage = openBrowserStorage(() => globalThis.sessionStorage)

/** Remembers the stock that this tab looks at. */
export function keepLastSymbol(symbol: string): void {
  if (storage.get(KEY) !== symbol) storage.set(KEY, symbol)
}

/** What an address without a symbol opens: the stock last looked at in this tab, else Apple (D54). */
export const findOpeningSymbol = (): string => readSymbol(storage.get(KEY) ?? '') ?? 'AAPL'
