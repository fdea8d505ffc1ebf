import { createHash } from 'node:crypto'
import { type CallQuote, type CallTerms, type ContractQuotes, MAX_QUOTED_CONTRACTS } from '@callwright/contracts'
import { AppError, createBoundedCache, type Logger, type ServiceClient } from '@callwright/service'

/** Younger quotes are served from the cache. market-data's own prices may already be this old when it sends them. */
const FRESH_MS = 5_000
/** Younger quotes are still served, but refetched at the same time. */
const STALE_MS = 30_000
const MAX_CACHED_STOCKS = 2_000
const CONCURRENCY = 8
/** Timeout for fetching all quotes, which is shorter than the gateway's. */
const DEADLINE_MS = 2_500

export interface QuoteReading {
  readonly quotes: ReadonlyMap<string, StockQuotes>
  /** The stocks that have no quotes, each with the reason. */
  readonly missing: readonly { readonly symbol: string; readonly reason: string }[]
}

export type QuoteReader = (requested: RequestedCalls, requestId: string) => Promise<QuoteReading>

interface CachedQuotes {
  readonly quotes: StockQuotes
  readonly readAtMs: number
}

interface ReaderDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
}

interface QuoteRequest {
  readonly symbol: string
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
  readonly key: string
}

/**
 * Fetches quotes from market-data, several stocks at a time with one request each, all within one timeout. A stock that
 * cannot be read is reported as missing and does not affect the others. Identical concurrent requests are merged.
 */
export function createQuoteReader({ marketData, log, now }: ReaderDeps): QuoteReader {
  const cache = createBoundedCache<CachedQuotes>(MAX_CACHED_STOCKS)
  const pending = new Map<string, Promise<StockQuotes>>()
  const isFresh = ({ readAtMs }: CachedQuotes) => now() - readAtMs < FRESH_MS

  function fetchQuotes({ symbol, calls, entryDates, key }: QuoteRequest, timeoutMs: number, requestId: string) {
    const running = pending.get(key)
    if (running !== undefined) return running
    const request = (async () => {
      try {
        const body = { contracts: [...calls], entry_dates: [...entryDates] }
        const call = { params: { symbol }, body, timeoutMs, requestId }
        const quotes = indexQuotes(await marketData.call('marketData.contractQuotes', call))
        cache.set(key, { quotes, readAtMs: now() }, now() + STALE_MS)
        return quotes
      } finally {
        pending.delete(key)
      }
    })()
    pending.set(key, request)
    return request
  }

  async function fetchUntil(request: QuoteRequest, untilMs: number, requestId: string): Promise<StockQuotes> {
    const leftMs = untilMs - now()
    if (leftMs <= 0) throw new AppError(504, 'not_asked', 'The market data service did not answer in time.')
    return fetchQuotes(request, Math.ceil(leftMs), requestId)
  }

  async function refetch(stale: readonly QuoteRequest[], requestId: string): Promise<void> {
    await forEachConcurrently(stale, async (request) => {
      const cached = cache.get(request.key, now())
      // A request for another portfolio may have refetched it in the meantime.
      if (cached !== null && isFresh(cached)) return
      try {
        await fetchQuotes(request, DEADLINE_MS, requestId)
      } catch (error) {
        log.debug({ err: error, symbol: request.symbol }, 'quotes.renewal_failed')
      }
    })
  }

  return async (requested, requestId) => {
    const untilMs = now() + DEADLINE_MS
    const quotes = new Map<string, StockQuotes>()
    const missing: { symbol: string; reason: string }[] = []
    const stale: QuoteRequest[] = []
    await forEachConcurrently(listRequests(requested), async (request) => {
      const { symbol, key } = request
      const cached = cache.get(key, now())
      if (cached !== null && !isFresh(cached)) stale.push(request)
      try {
        quotes.set(symbol, cached?.quotes ?? (await fetchUntil(request, untilMs, requestId)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        missing.push({ symbol, reason: error.detail })
      }
    })
    void refetch(stale, requestId)
    return { quotes, missing }
  }
}

async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const item of left) await work(item)
  })
  await Promise.all(workers)
}

function listRequests(requested: RequestedCalls): QuoteRequest[] {
  return [...requested].map(([symbol, all]) => {
    const calls = all.calls.slice(0, MAX_QUOTED_CONTRACTS)
    const entryDates = all.entryDates.slice(0, MAX_QUOTED_CONTRACTS)
    const parts = [...calls.map(callKey).sort(), ...entryDates.toSorted()]
    const digest = createHash('sha256').update(parts.join()).digest('base64url')
    return { symbol, calls, entryDates, key: `${symbol} ${digest}` }
  })
}

export interface StockQuotes {
  readonly answer: ContractQuotes
  readonly calls: ReadonlyMap<string, CallQuote>
}

/** Strikes are listed to a thousandth of a dollar. */
export const callKey = ({ expiration_date, strike }: CallTerms): string =>
  `${expiration_date}:${Math.round(strike * 1_000)}`

function indexQuotes(answer: ContractQuotes): StockQuotes {
  return { answer, calls: new Map(answer.contracts.map((call) => [callKey(call), call])) }
}

/** The distinct calls and entry dates requested for one stock. */
interface RequestedForStock {
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
}

export type RequestedCalls = ReadonlyMap<string, RequestedForStock>

interface NamedCall {
  readonly symbol: string
  readonly expiration: string
  readonly strike: number
  readonly entryDate: string
}

export function listRequestedCalls(positions: readonly NamedCall[]): RequestedCalls {
  const byStock = new Map<string, { readonly calls: Map<string, CallTerms>; readonly entryDates: Set<string> }>()
  for (const { symbol, expiration, strike, entryDate } of positions) {
    const requested = byStock.get(symbol) ?? { calls: new Map<string, CallTerms>(), entryDates: new Set<string>() }
    const call = { expiration_date: expiration, strike }
    requested.calls.set(callKey(call), call)
    requested.entryDates.add(entryDate)
    byStock.set(symbol, requested)
  }
  return new Map(
    [...byStock].map(([symbol, { calls, entryDates }]) => [
      symbol,
      { calls: [...calls.values()], entryDates: [...entryDates] },
    ]),
  )
}
