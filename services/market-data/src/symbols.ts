import { formerTickers, listSymbolReadings, readSymbolSpelling } from '@callwright/contracts'
import { unknownSymbol } from './errors.ts'
import type { ListedSymbol, ReferenceSource } from './providers/provider.ts'

/** The only valid symbol format; it also keeps path-like input out of file names. */
const SYMBOL = /^[A-Z]{1,6}(\.[A-Z]{1,3})?$/

export function isSymbol(text: string): boolean {
  return SYMBOL.test(text)
}

/** Converts a symbol to exchange form, however a user or vendor writes it: `brk-b` becomes `BRK.B`. */
export function normalizeSymbol(symbol: string): string {
  return readSymbolSpelling(symbol)?.symbol ?? symbol.trim().toUpperCase()
}

export interface FoundSymbol {
  readonly listed: ListedSymbol
  /** A sentence that says the input is a former ticker; null otherwise. */
  readonly note: string | null
}

/**
 * Resolves a symbol in any spelling (D62): first as written, then as a class share without its dot, then as a former
 * ticker. Null if the market lists none of them.
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

/** Like `findListedSymbol`, but throws `unknown_symbol` if nothing matches. */
export async function resolveSymbol(reference: ReferenceSource, typed: string): Promise<FoundSymbol> {
  const found = await findListedSymbol(reference, typed)
  if (found === null) throw unknownSymbol(typed.trim().toUpperCase())
  return found
}

/** The symbol as the source lists it. Throws `unknown_symbol`. */
export async function getListedSymbol(reference: ReferenceSource, symbol: string): Promise<ListedSymbol> {
  return (await resolveSymbol(reference, symbol)).listed
}
