import { readLastUrl } from '../../shared/last-url.ts'
import { readSymbol } from '../../shared/read-symbol.ts'

/** The page that the reader looked at last, and the stock it showed. */
export interface Place {
  readonly path: string
  readonly symbol: string | null
}

/** Null where there was none. */
export function readPlace(): Place | null {
  const address = readLastUrl()
  if (address === null || !address.startsWith('/')) return null
  const { pathname, searchParams } = new URL(address, 'http://page')
  return { path: pathname, symbol: readSymbol(searchParams.get('symbol') ?? '') }
}
