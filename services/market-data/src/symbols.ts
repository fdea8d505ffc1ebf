import { unknownSymbol } from './errors.ts'
import type { ListedSymbol, ReferenceSource } from './providers/provider.ts'

/** The one shape of a symbol in the whole product; it also keeps anything path-like out of file names. */
const SYMBOL = /^[A-Z]{1,6}(\.[A-Z]{1,3})?$/

export function isSymbol(text: string): boolean {
  return SYMBOL.test(text)
}

/** The exchange form of a symbol a person or another vendor wrote: `brk-b` is `BRK.B`. */
export function normalizeSymbol(symbol: string): string {
  return symbol.toUpperCase().replace('-', '.')
}

/** The symbol as the source lists it. Throws `unknown_symbol` where it does not. */
export async function getListedSymbol(reference: ReferenceSource, symbol: string): Promise<ListedSymbol> {
  const normalized = normalizeSymbol(symbol)
  const listed = await reference.findSymbol(normalized)
  if (listed === null) throw unknownSymbol(normalized)
  return listed
}
