import { daysBetween } from '@callwright/scoring'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type {
  Answer,
  Fundamentals,
  IsoDate,
  ListedSymbol,
  MarketData,
  OptionChain,
  StockQuote,
} from '../providers/provider.ts'
import { formatBars, formatChain, type PackChainFacts } from '../providers/recorded/pack-format.ts'
import type { RecordedSymbol } from './recording-folder.ts'

interface RetryDeps {
  readonly wait: (ms: number) => Promise<void>
  /** Called before each wait, to show progress. */
  readonly onWait: (ms: number, reason: string) => void
}

export type RequestWithRetry = <T>(ask: () => Promise<T>) => Promise<T>

/** Pause to use if a provider does not report a retry time. */
const PAUSE_MS = 60_000
const SHORTEST_PAUSE_MS = 1_000
/** Longest pause worth waiting out. The SEC blocks an address for less; a longer block is assumed to last all day. */
const LONGEST_PAUSE_MS = 30 * 60_000
const AGAIN_AFTER_MS = [2_000, 10_000, 30_000]

/**
 * Creates a function that waits while a source is rate limited, and retries an unavailable one three times. It rejects
 * with the last failure; if a retry cannot fix a failure, it rejects at once.
 */
export function createRetry({ wait, onWait }: RetryDeps): RequestWithRetry {
  return async (ask) => {
    let pausedMs = 0
    let failures = 0
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        const { kind, retryAfterMs, message } = error
        let ms: number | undefined
        if (kind === 'rate_limited') {
          ms = Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? PAUSE_MS)
          pausedMs += ms
        } else if (kind === 'unavailable' || kind === 'unreadable') {
          ms = AGAIN_AFTER_MS[failures]
          failures += 1
        }
        if (ms === undefined || pausedMs > LONGEST_PAUSE_MS) throw error
        onWait(ms, message)
        await wait(ms)
      }
    }
  }
}

/** Longest time that one call waits for the rate limit. */
export const MAX_TURN_WAIT_MS = LONGEST_PAUSE_MS

/**
 * Wraps `fetch` so that it waits while the limiter has no call free: at a few calls per minute, a request that takes
 * several calls would otherwise never finish. If the provider itself rejects a call, the failure is passed on.
 */
export function waitForRateLimit(fetch: typeof globalThis.fetch, wait: RetryDeps['wait']): typeof globalThis.fetch {
  return async (input, init) => {
    for (;;) {
      init?.signal?.throwIfAborted()
      try {
        return await fetch(input, init)
      } catch (error) {
        if (!isLimiterRefusal(error)) throw error
        await wait(Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? 0))
      }
    }
  }
}

/** Whether a failure comes from the limiter. Such a failure has no status, since no call was made. */
function isLimiterRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'rate_limited' && error.status === null
}

interface SymbolRecording {
  readonly market: MarketData
  readonly ask: RequestWithRetry
  readonly write: (name: string, text: string) => Promise<void>
  readonly asOfDate: IsoDate
  readonly maxDays: number | null
}

/** Parts of each symbol's recording, as the summary names them. */
export const recordedParts = [
  'daily bars',
  'option chain',
  'dividends',
  'splits',
  'fundamentals',
  'next earnings',
  'volatility history',
] as const
export type RecordedPart = (typeof recordedParts)[number]

/**
 * Requests all of one symbol's data, one request at a time, and writes its bars and chain. Rejects if a request fails.
 * Data the source does not have is listed in `lacking`.
 */
export async function recordSymbol(listed: ListedSymbol, recording: SymbolRecording): Promise<RecordedSymbol> {
  const { market, ask, write } = recording
  const { symbol, name, sector } = listed
  const lacking: Partial<Record<RecordedPart, string>> = {}
  const note = (part: RecordedPart, { missing }: Answer<unknown>, isThere: boolean) => {
    const reasons = missing.map(({ reason }) => reason)
    const reason = reasons.find((candidate) => candidate.includes(symbol)) ?? reasons.at(-1)
    if (!isThere) lacking[part] = reason ?? 'the source has no data'
  }

  const splits = await ask(() => market.splits.listSplits(symbol))
  const quote = await ask(() => market.quotes.findQuote(symbol))
  const bars = await ask(() => market.bars.listDailyBars(symbol))
  const chain = await askChain(symbol, recording)
  const dividends = await ask(() => market.dividends.listDividends(symbol))
  const fundamentals = await ask(() => market.fundamentals.findFundamentals(symbol))
  const earnings = await ask(() => market.earnings.findNextEarnings(symbol))
  const ivHistory = await ask(() => market.ivHistory.listIvHistory(symbol))

  const rows = bars.value ?? []
  const contracts = chain.value?.contracts ?? []
  note('daily bars', bars, rows.length > 0)
  note('option chain', chain, contracts.length > 0)
  note('dividends', dividends, dividends.value !== null)
  note('splits', splits, splits.value !== null)
  note('fundamentals', fundamentals, isAnythingKnown(fundamentals.value))
  note('next earnings', earnings, earnings.value !== null)
  note('volatility history', ivHistory, ivHistory.value.length > 0)

  if (rows.length > 0) await write(`bars/${symbol}.csv.gz`, formatBars(rows))
  if (contracts.length > 0) await write(`chains/${symbol}.csv.gz`, formatChain(contracts))
  const last = rows.at(-1)
  return {
    entry: {
      symbol,
      name,
      sector,
      closeUsd: last?.close ?? quote.value?.lastPrice ?? null,
      volume: last?.volume ?? null,
      bars: rows.length,
      firstBar: rows[0]?.date ?? null,
      chain: chain.value === null || contracts.length === 0 ? null : describeChain(chain.value, quote.value),
      dividends: dividends.value,
      splits: splits.value,
      earnings: earnings.value,
      fundamentals: isAnythingKnown(fundamentals.value) ? fundamentals.value : null,
      ivHistory: ivHistory.value,
    },
    lastBar: last?.date ?? null,
    lacking,
  }
}

/** Requests the chain and keeps only what was requested, since a source may return more. */
async function askChain(symbol: string, { market, ask, asOfDate, maxDays }: SymbolRecording) {
  const answer = await ask(() => market.chains.findChain(symbol, maxDays === null ? {} : { maxDays }))
  if (answer.value === null || maxDays === null) return answer
  const contracts = answer.value.contracts.filter(({ expiration }) => daysBetween(asOfDate, expiration) <= maxDays)
  return { ...answer, value: { ...answer.value, contracts } }
}

function describeChain({ contracts, quotedAtMs, underlyingPriceUsd }: OptionChain, quote: StockQuote | null) {
  return {
    contracts: contracts.length,
    capturedAt: quotedAtMs === null ? null : new Date(quotedAtMs).toISOString(),
    underlyingPriceUsd: underlyingPriceUsd ?? quote?.lastPrice ?? null,
  } satisfies PackChainFacts
}

/** Whether any figure is known. Credit ratings are ignored, since the format does not include them. */
function isAnythingKnown({ marketCapUsd, netMarginPct, debtToEquity, dividendYieldPct, negativeEquity }: Fundamentals) {
  const figures = [marketCapUsd, netMarginPct, debtToEquity, dividendYieldPct]
  return negativeEquity || figures.some((figure) => figure !== null)
}
