import { guardBars } from '../guards/bar-guard.ts'
import { guardChain } from '../guards/chain-guard.ts'
import type { Reject } from '../guards/rejections.ts'
import { lacks } from '../missing.ts'
import type { DailyBar, Missing, OptionChain, OptionQuote } from '../provider.ts'
import type { Pack } from './pack.ts'
import { readBars } from './read-bars.ts'
import { readChain } from './read-chain.ts'
import { createRecentFiles } from './recent-files.ts'

/** How many parsed files to keep in memory. A chain of 700 rows takes about 250 KB. */
const RECENT_SYMBOLS = 8

export type SymbolFiles = ReturnType<typeof openSymbolFiles>

/** Opens the per-symbol files of bars and chains. Each is read, validated and cached when it is first requested. */
export function openSymbolFiles(pack: Pack, reject: Reject) {
  const bars = createRecentFiles(RECENT_SYMBOLS, (symbol) => loadBars(pack, symbol, reject))
  const chains = createRecentFiles(RECENT_SYMBOLS, async (symbol) =>
    loadChain(pack, symbol, await bars.get(symbol), reject),
  )
  return { readBars: bars.get, readChain: chains.get }
}

export interface LoadedBars {
  readonly bars: readonly DailyBar[] | null
  readonly missing: readonly Missing[]
}

export interface LoadedChain {
  readonly chain: OptionChain | null
  readonly missing: readonly Missing[]
}

async function loadBars(pack: Pack, symbol: string, reject: Reject): Promise<LoadedBars> {
  const rows = await readBarRows(pack, symbol)
  if (rows === null) return { bars: null, missing: [lacks('bars', `daily bars for ${symbol}`)] }
  const splits = (await pack.splits())?.get(symbol) ?? []
  const { bars, missing } = guardBars(rows, { asOfDate: pack.asOfDate, splits, reject })
  if (bars.length > 0) return { bars, missing }
  return { bars: null, missing: [...missing, { field: 'bars', reason: `No usable daily bars for ${symbol}` }] }
}

async function readBarRows(pack: Pack, symbol: string): Promise<readonly DailyBar[] | null> {
  if (!pack.universe.has(symbol)) return null
  if (pack.barsOfAll !== null) return pack.barsOfAll.get(symbol) ?? null
  const text = await pack.folder.readText(`bars/${symbol}`)
  return text === null ? null : readBars(`bars/${symbol}.csv`, text)
}

async function loadChain(pack: Pack, symbol: string, { bars }: LoadedBars, reject: Reject): Promise<LoadedChain> {
  const member = pack.universe.get(symbol)
  const text = member === undefined ? null : await pack.folder.readText(`chains/${symbol}`)
  if (member === undefined || text === null)
    return { chain: null, missing: [lacks('chain', `option chain for ${symbol}`)] }
  const { asOfDate } = pack
  const rows = readChain(`chains/${symbol}.csv`, text, { occRoot: member.occRoot, asOfDate, reject })
  const quality = (await pack.quality())?.get(symbol)
  const spot = quality?.underlyingPriceUsd ?? bars?.at(-1)?.close ?? member.closeUsd
  const splits = (await pack.splits())?.get(symbol) ?? []
  const { contracts, missing } = guardChain(rows, { spot, splits, asOfDate, reject })
  if (contracts.length === 0)
    return { chain: null, missing: [lacks('chain', `option chain for ${symbol}`), ...missing] }
  const quotedAtMs = quality?.capturedAtMs ?? null
  return {
    chain: { contracts, quotedAtMs, underlyingPriceUsd: quality?.underlyingPriceUsd ?? null },
    missing: [...missing, ...describeGreeks(contracts)],
  }
}

function describeGreeks(contracts: readonly OptionQuote[]): Missing[] {
  if (contracts.some(({ vendorGreeks }) => vendorGreeks !== null)) return []
  return [
    { field: 'vendor_greeks', reason: 'The source has no greeks for this chain; some of its quotes may be stale' },
  ]
}
