import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  type CallQuote,
  type CallTerms,
  type ContractQuotes,
  MAX_CLOSE_DATES,
  MAX_QUOTED_CONTRACTS,
} from '@callwright/contracts'
import { AppError, createBoundedCache, type Logger, type ServiceClient } from '@callwright/service'

/** Younger quotes are served from the cache. market-data's own prices may already be this old when it sends them. */
const FRESH_MS = 5_000
/** Younger quotes are still served, but refetched at the same time. */
const STALE_MS = 30_000
const MAX_CACHED_STOCKS = 2_000
const CONCURRENCY = 8
/** Timeout for answering, which is shorter than the gateway's. Quotes that arrive later are kept for the next answer. */
const DEADLINE_MS = 2_500
/** Timeout of one request, longer than market-data takes to find a price that it has not cached. */
const CALL_MS = 6_000
/** How long quotes are requested behind an answer that lacks them. */
const CHASE_MS = 90_000
/** Time until a request that timed out is repeated, if market-data does not say. */
const RETRY_MS = 1_000
const LOADING = 'The price is still loading and will appear here shortly.'
/** Codes of failures that end by themselves: the source's rate limit, and slow answers. */
const PASSING: ReadonlySet<string> = new Set(['provider_rate_limited', 'upstream_timeout'])

interface MissingStock {
  readonly symbol: string
  readonly reason: string
  /** Whether its quotes are still being requested. */
  readonly isLoading: boolean
}

export interface QuoteReading {
  readonly quotes: ReadonlyMap<string, StockQuotes>
  /** The stocks that have no quotes, each with the reason. */
  readonly missing: readonly MissingStock[]
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
  readonly wait?: (ms: number) => Promise<void>
}

interface QuoteRequest {
  readonly symbol: string
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
  readonly closeDates: readonly string[]
  readonly openDates: readonly string[]
  readonly dividendsSince: string | null
  readonly key: string
}

/**
 * Fetches quotes from market-data, several stocks at a time with one request each, and answers within one timeout. A
 * stock that cannot be read is reported as missing and does not affect the others. Stocks for which the source's rate
 * limit leaves no call in that time are requested behind the answer, until they arrive. Identical concurrent requests
 * are merged.
 */
export function createQuoteReader({ marketData, log, now, wait = pause }: ReaderDeps): QuoteReader {
  const cache = createBoundedCache<CachedQuotes>(MAX_CACHED_STOCKS)
  const pending = new Map<string, Promise<StockQuotes>>()
  const isFresh = ({ readAtMs }: CachedQuotes) => now() - readAtMs < FRESH_MS

  async function fetchQuotes(
    { symbol, calls, entryDates, closeDates, openDates, dividendsSince, key }: QuoteRequest,
    requestId: string,
  ) {
    const body = {
      contracts: [...calls],
      entry_dates: [...entryDates],
      ...(closeDates.length === 0 ? {} : { close_dates: [...closeDates] }),
      ...(openDates.length === 0 ? {} : { open_dates: [...openDates] }),
      ...(dividendsSince === null ? {} : { dividends_since: dividendsSince }),
    }
    const call = { params: { symbol }, body, timeoutMs: CALL_MS, requestId }
    const quotes = indexQuotes(await marketData.call('marketData.contractQuotes', call))
    cache.set(key, { quotes, readAtMs: now() }, now() + STALE_MS)
    return quotes
  }

  /** Repeats the request for as long as the source's rate limit or its slowness is all that prevents an answer. */
  async function chase(request: QuoteRequest, requestId: string, untilMs: number): Promise<StockQuotes> {
    for (;;) {
      try {
        return await fetchQuotes(request, requestId)
      } catch (error) {
        const waitMs = error instanceof AppError ? findRetryMs(error) : null
        if (waitMs === null || now() + waitMs >= untilMs) throw error
        await wait(waitMs)
      }
    }
  }

  /** Starts requests, several at a time. Each is pending until its quotes arrive or it is given up. */
  function start(requests: readonly QuoteRequest[], requestId: string): void {
    const untilMs = now() + CHASE_MS
    const queued = requests
      .filter(({ key }) => !pending.has(key))
      .map((request) => {
        const { promise, resolve, reject } = Promise.withResolvers<StockQuotes>()
        promise.catch((error: unknown) => log.debug({ err: error, symbol: request.symbol }, 'quotes.not_read'))
        pending.set(request.key, promise)
        return { request, resolve, reject }
      })
    void forEachConcurrently(queued, async ({ request, resolve, reject }) => {
      await chase(request, requestId, untilMs)
        .then(resolve, reject)
        .finally(() => pending.delete(request.key))
    })
  }

  return async (requested, requestId) => {
    const requests = listRequests(requested)
    const known = new Map(requests.map(({ key }) => [key, cache.get(key, now())]))
    const lacking = requests.filter(({ key }) => known.get(key) === null)
    start(lacking, requestId)
    const outcomes = new Map<string, Outcome>()
    const awaited = lacking.map(({ symbol, key }) =>
      pending.get(key)?.then(
        (found) => outcomes.set(symbol, { quotes: found }),
        (error: unknown) => outcomes.set(symbol, { error }),
      ),
    )
    await Promise.race([Promise.all(awaited), wait(DEADLINE_MS)])

    const quotes = new Map<string, StockQuotes>()
    const missing: MissingStock[] = []
    for (const { symbol } of lacking) {
      const outcome = outcomes.get(symbol)
      if (outcome === undefined) missing.push({ symbol, reason: LOADING, isLoading: true })
      else if ('quotes' in outcome) quotes.set(symbol, outcome.quotes)
      else if (outcome.error instanceof AppError)
        missing.push({ symbol, reason: outcome.error.detail, isLoading: false })
      else throw outcome.error
    }
    for (const { symbol, key } of requests) {
      const cached = known.get(key)
      if (cached) quotes.set(symbol, cached.quotes)
    }
    start(
      requests.filter(({ key }) => {
        const cached = known.get(key)
        return cached && !isFresh(cached)
      }),
      requestId,
    )
    return { quotes, missing }
  }
}

const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false })

/** Milliseconds until a failed request is repeated; null if that would not help. */
function findRetryMs({ code, retryAfterSeconds }: AppError): number | null {
  if (!PASSING.has(code)) return null
  return code === 'upstream_timeout' ? RETRY_MS : Math.max(RETRY_MS, (retryAfterSeconds ?? 0) * 1_000)
}

type Outcome = { readonly quotes: StockQuotes } | { readonly error: unknown }

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
    const closeDates = (all.closeDates ?? []).slice(0, MAX_CLOSE_DATES)
    const openDates = (all.openDates ?? []).slice(0, MAX_CLOSE_DATES)
    const dividendsSince = all.dividendsSince ?? null
    const days = [
      ...entryDates.toSorted(),
      '',
      ...closeDates.toSorted(),
      '',
      dividendsSince ?? '',
      ...openDates.toSorted(),
    ]
    const parts = [...calls.map(callKey).sort(), ...days]
    const digest = createHash('sha256').update(parts.join()).digest('base64url')
    return { symbol, calls, entryDates, closeDates, openDates, dividendsSince, key: `${symbol} ${digest}` }
  })
}

export interface StockQuotes {
  readonly answer: ContractQuotes
  readonly calls: ReadonlyMap<string, CallQuote>
  /** Closes by session, in today's shares. */
  readonly closes: ReadonlyMap<string, number | null>
  /** Opening prices of requested days, in today's shares. */
  readonly opens: ReadonlyMap<string, number | null>
}

/** Strikes are listed to a thousandth of a dollar. */
export const callKey = ({ expiration_date, strike }: CallTerms): string =>
  `${expiration_date}:${Math.round(strike * 1_000)}`

function indexQuotes(answer: ContractQuotes): StockQuotes {
  return {
    answer,
    calls: new Map(answer.contracts.map((call) => [callKey(call), call])),
    closes: new Map(answer.closes.map(({ date, close }) => [date, close])),
    opens: new Map(answer.opens?.map(({ date, open }) => [date, open])),
  }
}

/** The distinct calls and entry dates requested for one stock. */
interface RequestedForStock {
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
  /** Other days whose closes are needed. */
  readonly closeDates?: readonly string[]
  /** Days whose opening prices are needed. */
  readonly openDates?: readonly string[]
  /** First ex-date of the past dividends that are needed; omitted for none. */
  readonly dividendsSince?: string
}

/** Adds what a chain needs to the requests: its stock, the days of its purchases, and closes and dividends if asked for. */
export function addRequests(
  requested: RequestedCalls,
  added: readonly {
    readonly symbol: string
    readonly entryDates: readonly string[]
    readonly closeDates: readonly string[]
    readonly openDates?: readonly string[]
    readonly dividendsSince: string | null
  }[],
): RequestedCalls {
  const byStock = new Map(requested)
  const merge = (...lists: (readonly string[] | undefined)[]) => [...new Set(lists.flatMap((list) => list ?? []))]
  for (const { symbol, entryDates, closeDates, openDates, dividendsSince } of added) {
    const known = byStock.get(symbol) ?? { calls: [], entryDates: [] }
    const [since] = [known.dividendsSince, dividendsSince].filter((day) => day != null).toSorted()
    byStock.set(symbol, {
      calls: known.calls,
      entryDates: merge(known.entryDates, entryDates),
      closeDates: merge(known.closeDates, closeDates),
      openDates: merge(known.openDates, openDates),
      ...(since === undefined ? {} : { dividendsSince: since }),
    })
  }
  return byStock
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
