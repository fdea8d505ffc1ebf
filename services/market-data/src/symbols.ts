import { formerTickers, listSymbolReadings, readSymbolSpelling } from '@callwright/contracts'
import { unknownSymbol } from './errors.ts'
import type { ListedSymbol, ReferenceSource } from './providers/provider.ts'

/** The one shape of a symbol in the whole product; it also keeps anything path-like out of file names. */
const SYMBOL = /^[A-Z]{1,6}(\.[A-Z]{1,3})?$/

export function isSymbol(text: string): boolean {
  return SYMBOL.test(text)
}

/** The exchange form of a symbol a person or another vendor wrote: `brk-b` is `BRK.B`. */
export function normalizeSymbol(symbol: string): string {
  return readSymbolSpelling(symbol)?.symbol ?? symbol.trim().toUpperCase()
}

/** What a market lists for a typed symbol. */
export interface FoundSymbol {
  readonly listed: ListedSymbol
  /** A sentence where the typed symbol is a former one. */
  readonly note: string | null
}

/**
 * The stock that a symbol in any spelling means (D62): as it is, else as a class share without its dot, else as a
 * former ticker. Null where the market lists none of them.
 */
export async function findListedSymbol(reference: ReferenceSource, typed: string): Promise<FoundSymbol | null> {
  const spelling = readSymbolSpelling(typed)
  if (spelling === null) return null
  for (const symbol of listSymbolReadings(spelling.symbol)) {
    const listed = await reference.findSymbol(symbol)
    if (listed !== null) return { listed, note: null }
  }
  const successor = formerTickers.get(spelling.symbol)
  const listed = successor === undefined ? null : await reference.findSymbol(successor)
  return listed === null ? null : { listed, note: `${spelling.symbol} is now ${listed.symbol}.` }
}

/** The same, where there must be one. Throws `unknown_symbol` with what was typed. */
export async function resolveSymbol(reference: ReferenceSource, typed: string): Promise<FoundSymbol> {
  const found = await findListedSymbol(reference, typed)
  if (found === null) throw unknownSymbol(typed.trim().toUpperCase())
  return found
}

/** The symbol as the source lists it. Throws `unknown_symbol` where it does not. */
export async function getListedSymbol(reference: ReferenceSource, symbol: string): Promise<ListedSymbol> {
  return (await resolveSymbol(reference, symbol)).listed
}
