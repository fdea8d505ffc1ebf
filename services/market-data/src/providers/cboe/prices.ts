import { addDays, newYorkDate } from '@callwright/scoring'
import { latestSession } from '../../sessions.ts'
import type { Reject, RejectReason } from '../guards/rejections.ts'
import { readPositiveNumber } from '../http/json-values.ts'
import { selectListed } from '../parsing/option-values.ts'
import { closeOf, isInSession } from '../parsing/session-prices.ts'
import type {
  BarSource,
  ChainSource,
  DailyBar,
  ExpirationSource,
  IvRankSource,
  Missing,
  QuoteSource,
} from '../provider.ts'
import { type CboeClient, type createStamps, lacks } from './cboe-client.ts'
import type { ChainFile, StockFigures } from './read-files.ts'

/** How late the quotes in a file are. */
const DELAY_MS = 15 * 60_000
const PRICE_DIGITS = 4

interface CboeContext {
  readonly client: CboeClient
  readonly stamps: ReturnType<typeof createStamps>
  readonly now: () => number
  readonly reject: Reject
}

interface PriceSources {
  readonly quotes: QuoteSource
  readonly expirations: ExpirationSource
  readonly chains: ChainSource
  readonly bars: BarSource
  readonly ivRank: IvRankSource
}

/** Creates the sources of prices, most of which read one file per symbol. */
export function createPrices({ client, stamps, now, reject }: CboeContext): PriceSources {
  const counted = new WeakSet<ChainFile>()
  /** Counts a file's rejected rows once, however many requests it answers. */
  function countRejected(file: ChainFile): void {
    if (counted.has(file)) return
    counted.add(file)
    for (const [reason, count] of Object.entries(file.rejected)) reject(reason as RejectReason, count)
  }

  return {
    quotes: {
      async findQuote(symbol) {
        const file = await client.getChainFile(symbol)
        const moment = readMoment(file)
        const lastPrice = moment.price
        if (lastPrice === null) return stamps.answer(null, moment.atMs, [lacks('price', `price for ${symbol}`)])
        const { bid, ask, volume } = file.stock
        const previousClose = moment.phase === 'before' ? null : findPreviousClose(file.stock)
        const isOpen = moment.phase === 'open'
        const missing: Missing[] = [
          ...(isOpen && bid !== null ? [] : [lacks('bid', 'stock bid and ask from the last session')]),
          ...(previousClose === null ? [lacks('previous_close', 'previous close before the open')] : []),
        ]
        const sides = { bid: isOpen ? bid : null, ask: isOpen ? ask : null }
        return stamps.answer({ lastPrice, previousClose, ...sides, volume }, moment.atMs, missing)
      },
    },
    expirations: {
      async listExpirations(symbol) {
        const { contracts } = await client.getChainFile(symbol)
        const today = newYorkDate(now())
        const dates = [...new Set(contracts.filter(({ type }) => type === 'call').map(({ expiration }) => expiration))]
        const listed = dates.filter((date) => date >= today)
        return stamps.answer(listed, null, listed.length === 0 ? [lacks('chain', `listed options for ${symbol}`)] : [])
      },
    },
    chains: {
      async findChain(symbol, filter = {}) {
        const file = await client.getChainFile(symbol)
        countRejected(file)
        const contracts = selectListed(file.contracts, filter, newYorkDate(now()))
        const { atMs, price } = readMoment(file)
        if (file.contracts.length === 0) {
          return stamps.answer(null, atMs, [lacks('chain', `option chain for ${symbol}`)])
        }
        return stamps.answer({ contracts, quotedAtMs: atMs, underlyingPriceUsd: price }, atMs)
      },
    },
    bars: {
      async listDailyBars(symbol) {
        const bars = await client.getBars(symbol)
        const last = bars.at(-1)
        if (last === undefined) return stamps.answer(null, null, [lacks('bars', `daily bars for ${symbol}`)])
        return stamps.answer(bars, closeOf(last.date))
      },
      async findLatestBar(symbol) {
        const file = await client.getChainFile(symbol)
        const bar = readLatestBar(file)
        return stamps.answer(bar, readMoment(file).atMs, bar === null ? [lacks('bars', 'bar of the session yet')] : [])
      },
    },
    ivRank: {
      async findIvRank(symbol) {
        const current = (await client.getChainFile(symbol)).stock.iv30Pct
        const range = current === null ? {} : await client.getRange(symbol)
        const [low, high] = [range.iv30_annual_low, range.iv30_annual_high].map(readPositiveNumber)
        if (!(low && high && current && high > low)) {
          return stamps.answer(null, null, [lacks('iv_rank', `volatility range for ${symbol}`)])
        }
        // The range is a day older than the volatility, which may lie outside of it.
        const rank = Math.min(100, Math.max(0, ((current - low) / (high - low)) * 100))
        return stamps.answer({ rank, percentile: null }, null)
      },
    },
  }
}

interface Moment {
  /** Time of the quotes: in a session, or the close of the last one. */
  readonly atMs: number
  readonly phase: 'open' | 'after' | 'before'
  readonly price: number | null
}

/**
 * When a file's quotes are from, and the stock's price then. After the bell the price goes on with after-hours trades,
 * so the close is used; before the next open, the previous close, which then is the last session's.
 */
export function readMoment({ madeAtMs, stock }: Pick<ChainFile, 'madeAtMs' | 'stock'>): Moment {
  const feedMs = madeAtMs - DELAY_MS
  const session = latestSession(feedMs)
  // A file whose stock last traded on an earlier day is frozen, whatever its time says.
  const tradedOn = stock.lastTradeMs === null ? session : newYorkDate(stock.lastTradeMs)
  const isFrozen = tradedOn < session
  if (isInSession(feedMs) && !isFrozen) {
    const isClosing = feedMs >= closeOf(session)
    return { atMs: feedMs, phase: isClosing ? 'after' : 'open', price: isClosing ? stock.close : stock.current }
  }
  const atMs = closeOf(isFrozen ? tradedOn : session)
  const isSameDay = newYorkDate(madeAtMs) === session
  if (isSameDay && !isFrozen) return { atMs, phase: 'after', price: stock.close ?? stock.current }
  return { atMs, phase: 'before', price: stock.previousDayClose ?? stock.close }
}

/** `prev_day_close` becomes the day's own close in the evening, but the change never does. */
function findPreviousClose({ current, change }: StockFigures): number | null {
  const close = current === null || change === null ? Number.NaN : current - change
  return close > 0 ? Number(close.toFixed(PRICE_DIGITS)) : null
}

/** The bar of the session in progress, or of the one that ended on this day; null at any other time. */
function readLatestBar(file: ChainFile): DailyBar | null {
  const { atMs, phase, price } = readMoment(file)
  const { open, high, low, volume } = file.stock
  if (phase === 'before' || price === null || open === null || high === null || low === null || volume === null) {
    return null
  }
  const date = newYorkDate(atMs)
  const isOfSession = date > addDays(newYorkDate(file.madeAtMs), -1)
  return isOfSession
    ? { date, open, high: Math.max(high, price, open), low: Math.min(low, price, open), close: price, volume }
    : null
}
