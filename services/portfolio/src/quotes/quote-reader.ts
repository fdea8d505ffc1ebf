import { createHash } from 'node:crypto'
import { type CallTerms, MAX_CONTRACTS_ASKED } from '@callwright/contracts'
import { AppError, createBoundedCache, type Logger, type ServiceClient } from '@callwright/service'
import { type AskedCalls, callKey, indexQuotes, type StockQuotes } from './stock-quotes.ts'

/** What is younger is repeated unasked; so old the prices of market-data may be anyway. */
const FRESH_MS = 5_000
/** What is younger is repeated while it is asked anew. */
const KEPT_MS = 30_000
const KEPT_STOCKS = 2_000
const ASKED_AT_ONCE = 8
/** Of the whole list: less than what the gateway waits. */
const DEADLINE_MS = 2_500

export interface QuoteReading {
  readonly quotes: ReadonlyMap<string, StockQuotes>
  /** Stocks that nothing could be learnt of, and why. */
  readonly missing: readonly { readonly symbol: string; readonly reason: string }[]
}

export type QuoteReader = (asked: AskedCalls, requestId: string) => Promise<QuoteReading>

interface Kept {
  readonly quotes: StockQuotes
  readonly readAtMs: number
}

interface ReaderDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
  /** Milliseconds that only grow. */
  readonly now: () => number
}

/**
 * Asks market-data once a stock, some at a time, within one deadline. A stock that cannot be read is missing and never
 * fails the others. Whoever asks the same of a stock meanwhile shares the question.
 */
export function createQuoteReader({ marketData, log, now }: ReaderDeps): QuoteReader {
  const kept = createBoundedCache<Kept>(KEPT_STOCKS)
  const asking = new Map<string, Promise<StockQuotes>>()

  function ask(symbol: string, calls: readonly CallTerms[], key: string, timeoutMs: number, requestId: string) {
    const running = asking.get(key)
    if (running !== undefined) return running
    const question = (async () => {
      try {
        const body = { contracts: [...calls] }
        const call = { params: { symbol }, body, timeoutMs, requestId }
        const quotes = indexQuotes(await marketData.call('marketData.contractQuotes', call))
        kept.set(key, { quotes, readAtMs: now() }, now() + KEPT_MS)
        return quotes
      } finally {
        asking.delete(key)
      }
    })()
    asking.set(key, question)
    return question
  }

  async function read(symbol: string, calls: readonly CallTerms[], untilMs: number, requestId: string) {
    const key = keyOf(symbol, calls)
    const held = kept.get(key, now())
    if (held !== null && now() - held.readAtMs < FRESH_MS) return held.quotes
    const leftMs = untilMs - now()
    if (held !== null) {
      ask(symbol, calls, key, DEADLINE_MS, requestId).catch((error: unknown) => {
        log.debug({ err: error, symbol }, 'quotes.renewal_failed')
      })
      return held.quotes
    }
    if (leftMs <= 0) throw new AppError(504, 'not_asked', 'The market data service did not answer in time.')
    return ask(symbol, calls, key, Math.ceil(leftMs), requestId)
  }

  return async (asked, requestId) => {
    const untilMs = now() + DEADLINE_MS
    const quotes = new Map<string, StockQuotes>()
    const missing: { symbol: string; reason: string }[] = []
    const waiting = [...asked]
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [symbol, calls] = next
        try {
          quotes.set(symbol, await read(symbol, calls.slice(0, MAX_CONTRACTS_ASKED), untilMs, requestId))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          missing.push({ symbol, reason: error.detail })
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(ASKED_AT_ONCE, waiting.length) }, work))
    return { quotes, missing }
  }
}

function keyOf(symbol: string, calls: readonly CallTerms[]): string {
  const digest = createHash('sha256').update(calls.map(callKey).sort().join()).digest('base64url')
  return `${symbol} ${digest}`
}
