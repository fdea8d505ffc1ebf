import { isSymbol } from '../../symbols.ts'
import type { Reject } from '../guards/rejections.ts'
import { readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber } from '../parsing/read-number.ts'
import type { ListedSymbol } from '../provider.ts'

export interface UniverseRow {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly occRoot: string
  readonly closeUsd: number | null
}

export interface Listing {
  readonly exchange: string | null
  readonly marketCapUsd: number | null
}

export interface ChainQuality {
  /** When the source took the quotes in the chain. */
  readonly capturedAtMs: number | null
  readonly underlyingPriceUsd: number | null
}

/** Reads the pack's universe; a row with an invalid symbol is skipped. */
export function readUniverse(text: string, reject: Reject): UniverseRow[] {
  const columns = ['symbol', 'name', 'gics_sector', 'occ_root', 'close'] as const
  const seen = new Set<string>()
  return readCsv(
    text,
    { name: 'universe.csv', columns, required: 2 },
    ([symbol = '', name = '', sector, occRoot, close]) => {
      if (!isSymbol(symbol) || seen.has(symbol)) {
        reject(seen.has(symbol) ? 'duplicate' : 'malformed')
        return null
      }
      seen.add(symbol)
      return {
        symbol,
        name,
        sector: sector || null,
        occRoot: occRoot || symbol.replace('.', ''),
        closeUsd: readPrice(close),
      }
    },
  )
}

export interface ExtendedSymbol {
  readonly symbol: string
  readonly name: string
  readonly optionable: boolean
}

/** Reads the longer list of symbols, which has the exchange's upper-case names. */
export function readExtendedSymbols(text: string): ExtendedSymbol[] {
  const shape = { name: 'extended/symbols.csv', columns: ['symbol', 'name', 'optionable'] } as const
  return readCsv(text, shape, ([symbol = '', name = '', optionable]) =>
    isSymbol(symbol) ? { symbol, name, optionable: optionable === '1' } : null,
  )
}

export function readListings(text: string): Map<string, Listing> {
  const shape = { name: 'listings.csv', columns: ['symbol', 'exchange', 'market_cap'] } as const
  const entries = readCsv(text, shape, ([symbol = '', exchange, marketCap]): [string, Listing] => [
    symbol,
    { exchange: exchange || null, marketCapUsd: readPrice(marketCap) },
  ])
  return new Map(entries)
}

export function readQuality(text: string): Map<string, ChainQuality> {
  const columns = ['symbol', 'captured_at', 'underlying_price'] as const
  const shape = { name: 'quality.csv', columns, required: 1 }
  const entries = readCsv(text, shape, ([symbol = '', capturedAt = '', underlyingPrice]): [string, ChainQuality] => {
    const capturedAtMs = Date.parse(capturedAt)
    return [
      symbol,
      {
        capturedAtMs: Number.isNaN(capturedAtMs) ? null : capturedAtMs,
        underlyingPriceUsd: readPrice(underlyingPrice),
      },
    ]
  })
  return new Map(entries)
}

/** Joins the universe, the longer list and the listings. Symbols in the universe come first. */
export function joinSymbols(
  universe: readonly UniverseRow[],
  extended: readonly ExtendedSymbol[],
  listings: ReadonlyMap<string, Listing>,
  hasChain: (symbol: string) => boolean,
): ListedSymbol[] {
  const members = universe.map(
    ({ symbol, name, sector }): ListedSymbol => ({
      symbol,
      name,
      sector,
      exchange: listings.get(symbol)?.exchange ?? null,
      type: 'stock',
      optionable: hasChain(symbol),
      hasChain: hasChain(symbol),
      inUniverse: true,
    }),
  )
  const known = new Set(members.map(({ symbol }) => symbol))
  const others = extended
    .filter(({ symbol }) => !known.has(symbol))
    .map(({ symbol, name, optionable }): ListedSymbol => {
      const listing = listings.get(symbol)
      return {
        symbol,
        name,
        sector: null,
        exchange: listing?.exchange ?? null,
        type: /\bET[FN]\b/i.test(name) ? 'etf' : listing ? 'stock' : 'unknown',
        optionable,
        hasChain: false,
        inUniverse: false,
      }
    })
  return [...members, ...others]
}

/** A positive price or amount; otherwise null. */
function readPrice(cell: string | undefined): number | null {
  const value = readKnownNumber(cell)
  return value !== null && value > 0 ? value : null
}
