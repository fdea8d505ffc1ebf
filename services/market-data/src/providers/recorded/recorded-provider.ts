import { usDate } from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../fundamentals.ts'
import { guardBars } from '../guards/bar-guard.ts'
import { guardChain } from '../guards/chain-guard.ts'
import type { Reject } from '../guards/rejections.ts'
import { lacks } from '../missing.ts'
import type {
  Answer,
  DailyBar,
  EarningsReport,
  Fundamentals,
  ListedSymbol,
  MarketData,
  Missing,
  OptionChain,
  OptionQuote,
  StockQuote,
} from '../provider.ts'
import { chooseRate } from '../rate-curve.ts'
import { createSymbolIndex } from '../symbol-search.ts'
import { createOnce, createRecentFiles, openPack, type Pack } from './pack.ts'
import { readBars, readChain } from './read-market.ts'

/** How many parsed files to keep in memory. A chain of 700 rows takes about 250 KB. */
const RECENT_SYMBOLS = 8

type SymbolFiles = ReturnType<typeof openSymbolFiles>

/** Opens the per-symbol files of bars and chains. Each is read, validated and cached when it is first requested. */
function openSymbolFiles(pack: Pack, reject: Reject) {
  const bars = createRecentFiles(RECENT_SYMBOLS, (symbol) => loadBars(pack, symbol, reject))
  const chains = createRecentFiles(RECENT_SYMBOLS, async (symbol) =>
    loadChain(pack, symbol, await bars.get(symbol), reject),
  )
  return { readBars: bars.get, readChain: chains.get }
}

interface LoadedBars {
  readonly bars: readonly DailyBar[] | null
  readonly missing: readonly Missing[]
}

interface LoadedChain {
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

/**
 * Serves a recorded market from a pack folder; its clock is fixed at the close of the pack's last session (D3, D41).
 */
export async function openRecordedMarket(path: string, reject: Reject): Promise<MarketData> {
  const pack = await openPack(path, reject)
  return {
    revision: pack.revision,
    stamp: () => pack.stamp,
    clock: { now: () => pack.stamp.asOfMs },
    ...buildPriceSources(pack, openSymbolFiles(pack, reject)),
    ...buildListSources(pack),
    ...buildCompanySources(pack),
    ...buildRateSources(pack),
    ping: () => pack.folder.ping(),
  }
}

function answer<T>(pack: Pack, { value, missing = [] }: { value: T; missing?: readonly Missing[] }): Answer<T> {
  return { ...pack.stamp, value, missing }
}

function buildPriceSources(
  pack: Pack,
  files: SymbolFiles,
): Pick<MarketData, 'bars' | 'quotes' | 'expirations' | 'chains'> {
  return {
    bars: {
      async listDailyBars(symbol) {
        const { bars: value, missing } = await files.readBars(symbol)
        return answer(pack, { value, missing })
      },
    },
    quotes: {
      findQuote: async (symbol) => answer(pack, await readQuote(pack, symbol, (await files.readBars(symbol)).bars)),
    },
    expirations: {
      async listExpirations(symbol) {
        const { chain, missing } = await files.readChain(symbol)
        const value = [...new Set(chain?.contracts.map(({ expiration }) => expiration))]
        // Notes about the contracts' other fields do not concern the dates.
        return answer(pack, { value, missing: missing.filter(({ field }) => field === 'chain') })
      },
    },
    chains: {
      async findChain(symbol) {
        const { chain: value, missing } = await files.readChain(symbol)
        return answer(pack, { value, missing })
      },
    },
  }
}

function buildListSources(pack: Pack): Pick<MarketData, 'search' | 'reference'> {
  const readListed = createOnce(async () => {
    const symbols = await pack.symbols()
    return {
      universe: symbols.filter(({ inUniverse }) => inUniverse),
      bySymbol: new Map(symbols.map((entry): [string, ListedSymbol] => [entry.symbol, entry])),
      search: createSymbolIndex(symbols),
    }
  })
  return {
    search: { searchSymbols: async (search) => answer(pack, { value: (await readListed()).search(search) }) },
    reference: {
      listUniverse: async () => answer(pack, { value: (await readListed()).universe }),
      findSymbol: async (symbol) => (await readListed()).bySymbol.get(symbol) ?? null,
    },
  }
}

function buildCompanySources(pack: Pack): Pick<MarketData, 'fundamentals' | 'dividends' | 'splits' | 'earnings'> {
  return {
    fundamentals: { findFundamentals: async (symbol) => answer(pack, await readFundamentalsOf(pack, symbol)) },
    dividends: {
      listDividends: async (symbol) => answer(pack, listOf('dividends', await pack.dividends(), symbol)),
    },
    splits: { listSplits: async (symbol) => answer(pack, listOf('splits', await pack.splits(), symbol)) },
    earnings: {
      findNextEarnings: async (symbol) => answer(pack, await readNextEarnings(pack, symbol)),
      listPastEarnings: async (symbol) => answer(pack, { value: await readPastEarnings(pack, symbol) }),
    },
  }
}

function buildRateSources(pack: Pack): Pick<MarketData, 'rates' | 'ivHistory'> {
  const paper = pack.stamp.dataClass === 'simulated' ? 'simulated bill' : 'Treasury'
  return {
    rates: { findRate: async (days) => answer(pack, chooseRate(await pack.rateRow(), days, paper)) },
    ivHistory: {
      async listIvHistory(symbol) {
        const history = (await pack.ivHistory())?.get(symbol) ?? []
        const value = history.filter(({ date }) => date <= pack.asOfDate)
        const missing = value.length > 0 ? [] : [lacks('iv_history', `implied-volatility history for ${symbol}`)]
        return answer(pack, { value, missing })
      },
    },
  }
}

/** A symbol's entries in a file, possibly none; null if the pack lacks the file. */
function listOf<T>(name: string, bySymbol: ReadonlyMap<string, readonly T[]> | null, symbol: string) {
  return bySymbol === null ? { value: null, missing: [lacks(name, name)] } : { value: bySymbol.get(symbol) ?? [] }
}

async function readQuote(
  pack: Pack,
  symbol: string,
  bars: readonly DailyBar[] | null,
): Promise<{ value: StockQuote | null; missing: readonly Missing[] }> {
  const missing: Missing[] = [lacks('bid', 'stock bid and ask')]
  const last = bars?.at(-1)
  if (last?.date === pack.asOfDate) {
    const previousClose = bars?.at(-2)?.close ?? null
    return { value: { lastPrice: last.close, previousClose, bid: null, ask: null, volume: last.volume }, missing }
  }
  const quality = (await pack.quality())?.get(symbol)
  const lastPrice = quality?.underlyingPriceUsd ?? pack.universe.get(symbol)?.closeUsd ?? null
  if (lastPrice === null) return { value: null, missing: [lacks('price', `price for ${symbol}`)] }
  missing.push({ field: 'previous_close', reason: `This source has no bars for ${symbol} on ${usDate(pack.asOfDate)}` })
  return { value: { lastPrice, previousClose: null, bid: null, ask: null, volume: null }, missing }
}

async function readFundamentalsOf(
  pack: Pack,
  symbol: string,
): Promise<{ value: Fundamentals; missing: readonly Missing[] }> {
  const known = (await pack.fundamentals())?.get(symbol)
  const ratings = lacks('credit_rating', 'credit ratings')
  if (known !== undefined && known.marketCapUsd !== null) return { value: known, missing: [ratings] }
  const marketCapUsd = (await pack.listings())?.get(symbol)?.marketCapUsd ?? null
  const missing = [ratings]
  if (known === undefined) missing.push(lacks('fundamentals', `fundamentals for ${symbol}`))
  if (marketCapUsd === null) missing.push(lacks('market_cap', `market capitalization for ${symbol}`))
  return { value: { ...(known ?? UNKNOWN_FUNDAMENTALS), marketCapUsd }, missing }
}

async function readNextEarnings(
  pack: Pack,
  symbol: string,
): Promise<{ value: EarningsReport | null; missing: readonly Missing[] }> {
  const dates = (await pack.earnings())?.get(symbol)
  if (dates === undefined) return { value: null, missing: [lacks('earnings_date', `earnings date for ${symbol}`)] }
  const next = dates.find((report) => isToCome(report, pack))
  if (next !== undefined) return { value: next, missing: [] }
  const reason = `Next earnings date for ${symbol} unknown (last: ${usDate(dates.at(-1)?.date ?? '')})`
  return { value: null, missing: [{ field: 'earnings_date', reason }] }
}

async function readPastEarnings(pack: Pack, symbol: string): Promise<readonly EarningsReport[]> {
  return ((await pack.earnings())?.get(symbol) ?? []).filter((report) => !isToCome(report, pack))
}

/** The pack's time is the close, so a report on the as-of date is still to come only if it is due after the close. */
function isToCome({ date, session }: EarningsReport, { asOfDate }: Pack): boolean {
  return date > asOfDate || (date === asOfDate && session === 'after_close')
}
