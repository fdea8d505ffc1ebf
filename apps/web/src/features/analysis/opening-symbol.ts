import { openBrowserStorage } from '../../api/browser-storage.ts'
import { readSymbol } from '../../shared/read-symbol.ts'

const KEY = 'analysisSymbol'
const storage = openBrowserStorage(() => globalThis.sessionStorage)

/** Saves the stock shown in this tab. */
export function saveLastSymbol(symbol: string): void {
  if (storage.get(KEY) !== symbol) storage.set(KEY, symbol)
}

/** Symbol to open when the URL has none: the last stock shown in this tab, otherwise Apple (D54). */
export const findOpeningSymbol = (): string => readSymbol(storage.get(KEY) ?? '') ?? 'AAPL'
