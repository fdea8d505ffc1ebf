import { readLastUrl } from '../../shared/last-url.ts'
import { readSymbol } from '../../shared/read-symbol.ts'

/** The page that the user visited last, and the stock shown there. */
export interface LastPage {
  readonly path: string
  readonly symbol: string | null
}

/** Returns null if no other page was visited. */
export function readLastPage(): LastPage | null {
  const address = readLastUrl()
  if (address === null || !address.startsWith('/')) return null
  const { pathname, searchParams } = new URL(address, 'http://page')
  return { path: pathname, symbol: readSymbol(searchParams.get('symbol') ?? '') }
}
