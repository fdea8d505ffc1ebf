import { guardBars } from '../guards/bar-guard.ts'
import { guardChain } from '../guards/chain-guard.ts'
import type { Reject } from '../guards/rejections.ts'
import type {
  Answer,
  DailyBar,
  Earnings,
  Fundamentals,
  ListedSymbol,
  MarketData,
  Missing,
  OptionChain,
  OptionQuote,
  StockQuote,
} from '../provider.ts'
import { createSymbolIndex } from '../symbol-search.ts'
import { openPack, type Pack } from './pack.ts'
import { readBars } from './read-bars.ts'
import { readChain } from './read-chain.ts'
import { chooseRate } from './read-rates.ts'
import { createOnce, createRecentFiles } from './recent-files.ts'

/** Parsed files kept in memory; a chain of 700 rows takes about a quarter of a megabyte. */
const RECENT_SYMBOLS = 16

/** Serves a recorded market from a pack folder, its clock standing at the close of the pack's last session (D3, D41). */
export async function openRecordedMarket(path: string, reject: Reject): Promise<MarketData> {
  const pack = await openPack(path, reject)
  const answer = <T>(value: T, missing: readonly Missing[] = []): Answer<T> => ({ ...pack.stamp, value, missing })
  const bars = createRecentFiles(RECENT_SYMBOLS, (symbol) => loadBars(pack, symbol, reject))
  const chains = createRecentFiles(RECENT_SYMBOLS, async (symbol) =>
    loadChain(pack, symbol, await bars.get(symbol), reject),
  )
  const listed = createOnce(async () => {
    const symbols = await pack.symbols()
    return {
      universe: symbols.filter(({ inUniverse }) => inUniverse),
      bySymbol: new Map(symbols.map((entry): [string, ListedSymbol] => [entry.symbol, entry])),
      search: createSymbolIndex(symbols),
    }
  })

  return {
    revision: pack.revision,
    stamp: () => pack.stamp,
    clock: { now: () => pack.stamp.asOfMs },
    bars: {
      async listDailyBars(symbol) {
        const loaded = await bars.get(symbol)
        return answer(loaded.bars, loaded.missing)
      },
    },
    quotes: {
      async findQuote(symbol) {
        const { value, missing } = await readQuote(pack, symbol, (await bars.get(symbol)).bars)
        return answer(value, missing)
      },
    },
    expirations: {
      async listExpirations(symbol) {
        const { chain, missing } = await chains.get(symbol)
        return answer([...new Set(chain?.contracts.map(({ expiration }) => expiration))], missing)
      },
    },
    chains: {
      async findChain(symbol) {
        const { chain, missing } = await chains.get(symbol)
        return answer(chain, missing)
      },
    },
    search: { searchSymbols: async (search) => answer((await listed()).search(search)) },
    reference: {
      listUniverse: async () => answer((await listed()).universe),
      findSymbol: async (symbol) => (await listed()).bySymbol.get(symbol) ?? null,
    },
    fundamentals: {
      async findFundamentals(symbol) {
        const { value, missing } = await readFundamentalsOf(pack, symbol)
        return answer(value, missing)
      },
    },
    dividends: {
      async listDividends(symbol) {
        const dividends = await pack.dividends()
        if (dividends === null) return answer(null, [lacks('dividends', 'dividends')])
        return answer(dividends.get(symbol) ?? [])
      },
    },
    splits: {
      async listSplits(symbol) {
        const splits = await pack.splits()
        if (splits === null) return answer(null, [lacks('splits', 'splits')])
        return answer(splits.get(symbol) ?? [])
      },
    },
    earnings: {
      async findNextEarnings(symbol) {
        const { value, missing } = await readNextEarnings(pack, symbol)
        return answer(value, missing)
      },
    },
    rates: {
      async findRate(days) {
        const { value, missing } = chooseRate(await pack.rateRow(), days)
        return answer(value, missing)
      },
    },
    ivHistory: {
      async listIvHistory(symbol) {
        const history = (await pack.ivHistory())?.get(symbol) ?? []
        const known = history.filter(({ date }) => date <= pack.asOfDate)
        return answer(known, known.length > 0 ? [] : [lacks('iv_history', `implied-volatility history of ${symbol}`)])
      },
    },
    ping: () => pack.folder.ping(),
  }
}

interface LoadedBars {
  readonly bars: readonly DailyBar[] | null
  readonly missing: readonly Missing[]
}

async function loadBars(pack: Pack, symbol: string, reject: Reject): Promise<LoadedBars> {
  const rows = await readBarRows(pack, symbol)
  if (rows === null) return { bars: null, missing: [lacks('bars', `daily bars of ${symbol}`)] }
  const splits = (await pack.splits())?.get(symbol) ?? []
  const { bars, missing } = guardBars(rows, { asOfDate: pack.asOfDate, splits, reject })
  if (bars.length > 0) return { bars, missing }
  return { bars: null, missing: [...missing, { field: 'bars', reason: `No usable daily bars of ${symbol}` }] }
}

async function readBarRows(pack: Pack, symbol: string): Promise<readonly DailyBar[] | null> {
  if (!pack.universe.has(symbol)) return null
  if (pack.barsOfAll !== null) return pack.barsOfAll.get(symbol) ?? null
  const text = await pack.folder.readText(`bars/${symbol}`)
  return text === null ? null : readBars(`bars/${symbol}.csv`, text)
}

async function loadChain(
  pack: Pack,
  symbol: string,
  { bars }: LoadedBars,
  reject: Reject,
): Promise<{ chain: OptionChain | null; missing: readonly Missing[] }> {
  const member = pack.universe.get(symbol)
  const text = member === undefined ? null : await pack.folder.readText(`chains/${symbol}`)
  if (member === undefined || text === null)
    return { chain: null, missing: [lacks('chain', `option chain of ${symbol}`)] }
  const { asOfDate } = pack
  const rows = readChain(`chains/${symbol}.csv`, text, { occRoot: member.occRoot, asOfDate, reject })
  const quality = (await pack.quality())?.get(symbol)
  const spot = quality?.underlyingPriceUsd ?? bars?.at(-1)?.close ?? member.closeUsd
  const splits = (await pack.splits())?.get(symbol) ?? []
  const { contracts, missing } = guardChain(rows, { spot, splits, asOfDate, reject })
  if (contracts.length === 0) return { chain: null, missing: [lacks('chain', `option chain of ${symbol}`), ...missing] }
  const quotedAtMs = quality?.capturedAtMs ?? null
  return { chain: { contracts, quotedAtMs }, missing: [...missing, ...describeGreeks(contracts)] }
}

function describeGreeks(contracts: readonly OptionQuote[]): Missing[] {
  if (contracts.some(({ vendorGreeks }) => vendorGreeks !== null)) return []
  return [
    { field: 'vendor_greeks', reason: 'The source gave no greeks for this chain; some of its quotes may be stale' },
  ]
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
  if (lastPrice === null) return { value: null, missing: [lacks('price', `price of ${symbol}`)] }
  missing.push({ field: 'previous_close', reason: `This source has no bars of ${symbol} for ${pack.asOfDate}` })
  return { value: { lastPrice, previousClose: null, bid: null, ask: null, volume: null }, missing }
}

const UNKNOWN_FUNDAMENTALS: Fundamentals = {
  marketCapUsd: null,
  netMarginPct: null,
  debtToEquity: null,
  negativeEquity: false,
  dividendYieldPct: null,
  creditRating: null,
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
  if (known === undefined) missing.push(lacks('fundamentals', `fundamentals of ${symbol}`))
  if (marketCapUsd === null) missing.push(lacks('market_cap', `market capitalisation of ${symbol}`))
  return { value: { ...(known ?? UNKNOWN_FUNDAMENTALS), marketCapUsd }, missing }
}

/** A report of today counts as still to come only when it comes after the close, where the pack's clock stands. */
async function readNextEarnings(
  pack: Pack,
  symbol: string,
): Promise<{ value: Earnings | null; missing: readonly Missing[] }> {
  const dates = (await pack.earnings())?.get(symbol)
  if (dates === undefined) return { value: null, missing: [lacks('earnings_date', `earnings date of ${symbol}`)] }
  const next = dates.find(
    ({ date, session }) => date > pack.asOfDate || (date === pack.asOfDate && session === 'after_close'),
  )
  if (next !== undefined) return { value: next, missing: [] }
  const reason = `The last earnings date this source knows of ${symbol} is past: ${dates.at(-1)?.date}`
  return { value: null, missing: [{ field: 'earnings_date', reason }] }
}

function lacks(field: string, what: string): Missing {
  return { field, reason: `This source has no ${what}` }
}
