import { isExpired, lastSessionBy, newYorkCloseMs, newYorkDate, type ShareChange } from '@callwright/scoring'
import { AppError } from '@callwright/service'
import type { MarketCache } from '../market-cache.ts'
import type { IsoDate, MarketData } from '../providers/provider.ts'
import { findOrUnknown } from '../side-facts.ts'

export interface StockClose {
  readonly date: IsoDate
  /** Dollars per share, adjusted for splits; null if the source has no final bar for that session. */
  readonly close: number | null
}

/** Events that have affected a stock since its positions were entered. */
export interface PastFacts {
  /** Splits and spin-offs since the earliest entry, oldest first; empty if their source failed. */
  readonly splits: readonly ShareChange[]
  /**
   * Closing prices from the last session on or before each past expiration, and on or before each entry date that
   * precedes one of `splits`.
   */
  readonly closes: readonly StockClose[]
}

interface PastRequest {
  readonly expirations: readonly IsoDate[]
  readonly entryDates: readonly IsoDate[]
}

/**
 * Finds past events and closes. Reads bars only if a call has expired or a split took place between an entry and today.
 */
export async function findPastFacts(
  { market, cache }: { readonly market: MarketData; readonly cache: MarketCache },
  symbol: string,
  { expirations, entryDates }: PastRequest,
): Promise<PastFacts> {
  const nowMs = market.clock.now()
  const [first] = entryDates.toSorted()
  const splits = first === undefined ? [] : await listSplitsSince(market, symbol, { first, today: newYorkDate(nowMs) })
  const [firstSplit] = splits
  const wanted = [
    ...expirations.filter((date) => isExpired(date, nowMs)),
    ...entryDates.filter((date) => firstSplit !== undefined && splits.some((split) => split.date > date)),
  ]
  const sessions = [...new Set(wanted.map(lastSessionBy))]
  return { splits, closes: sessions.length === 0 ? [] : await listCloses({ market, cache }, symbol, sessions) }
}

async function listSplitsSince(
  market: MarketData,
  symbol: string,
  { first, today }: { readonly first: IsoDate; readonly today: IsoDate },
): Promise<PastFacts['splits']> {
  const { value } = await findOrUnknown(market.splits.listSplits(symbol), null)
  return (value ?? [])
    .filter(({ executionDate }) => executionDate > first && executionDate <= today)
    .map(({ kind, executionDate, ratio }) => ({ kind, date: executionDate, ratio }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

async function listCloses(
  { market, cache }: { readonly market: MarketData; readonly cache: MarketCache },
  symbol: string,
  sessions: readonly IsoDate[],
): Promise<readonly StockClose[]> {
  const reading = cache('bars', symbol, () => market.bars.listDailyBars(symbol))
  const unread = { ...market.stamp(), value: null, missing: [] }
  const { value: bars, asOfMs } = await reading.catch((error) => {
    if (!(error instanceof AppError)) throw error
    return unread
  })
  const closes = new Map((bars ?? []).map(({ date, close }) => [date, close]))
  // A bar read during its own session does not have the close yet.
  const isFinal = (date: IsoDate) => newYorkDate(asOfMs) > date || asOfMs >= newYorkCloseMs(date)
  return sessions.map((date) => ({ date, close: isFinal(date) ? (closes.get(date) ?? null) : null }))
}
