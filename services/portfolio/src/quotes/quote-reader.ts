import { createHash } from 'node:crypto'
import { type CallTerms, MAX_QUOTED_CONTRACTS } from '@callwright/contracts'
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

interface Question {
  readonly symbol: string
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
  readonly key: string
}

/**
 * Asks market-data once a stock, some at a time, within one deadline. A stock that cannot be read is missing and never
 * fails the others. Whoever asks the same of a stock meanwhile shares the question.
 */
export function createQuoteReader({ marketData, log, now }: ReaderDeps): QuoteReader {
  const kept = createBoundedCache<Kept>(KEPT_STOCKS)
  const asking = new Map<string, Promise<StockQuotes>>()
  const isFresh = ({ readAtMs }: Kept) => now() - readAtMs < FRESH_MS

  function ask({ symbol, calls, entryDates, key }: Question, timeoutMs: number, requestId: string) {
    const running = asking.get(key)
    if (running !== undefined) return running
    const question = (async () => {
      try {
        const body = { contracts: [...calls], entry_dates: [...entryDates] }
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

  async function askUntil(question: Question, untilMs: number, requestId: string): Promise<StockQuotes> {
    const leftMs = untilMs - now()
    if (leftMs <= 0) throw new AppError(504, 'not_asked', 'The market data service did not answer in time.')
    return ask(question, Math.ceil(leftMs), requestId)
  }

  async function renew(aged: readonly Question[], requestId: string): Promise<void> {
    await eachInTurn(aged, async (question) => {
      const held = kept.get(question.key, now())
      // Another list may have had it renewed by now.
      if (held !== null && isFresh(held)) return
      try {
        await ask(question, DEADLINE_MS, requestId)
      } catch (error) {
        log.debug({ err: error, symbol: question.symbol }, 'quotes.renewal_failed')
      }
    })
  }

  return async (asked, requestId) => {
    const untilMs = now() + DEADLINE_MS
    const quotes = new Map<string, StockQuotes>()
    const missing: { symbol: string; reason: string }[] = []
    const aged: Question[] = []
    await eachInTurn(listQuestions(asked), async (question) => {
      const { symbol, key } = question
      const held = kept.get(key, now())
      if (held !== null && !isFresh(held)) aged.push(question)
      try {
        quotes.set(symbol, held?.quotes ?? (await askUntil(question, untilMs, requestId)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        missing.push({ symbol, reason: error.detail })
      }
    })
    void renew(aged, requestId)
    return { quotes, missing }
  }
}

async function eachInTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const workers = Array.from({ length: ASKED_AT_ONCE }, async () => {
    for (const item of left) await work(item)
  })
  await Promise.all(workers)
}

function listQuestions(asked: AskedCalls): Question[] {
  return [...asked].map(([symbol, all]) => {
    const calls = all.calls.slice(0, MAX_QUOTED_CONTRACTS)
    const entryDates = all.entryDates.slice(0, MAX_QUOTED_CONTRACTS)
    const parts = [...calls.map(callKey).sort(), ...entryDates.toSorted()]
    const digest = createHash('sha256').update(parts.join()).digest('base64url')
    return { symbol, calls, entryDates, key: `${symbol} ${digest}` }
  })
}
