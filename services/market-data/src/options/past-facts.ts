import { isExpired, lastSessionBy, newYorkCloseMs, newYorkDate, type ShareChange } from '@callwright/scoring'
import { AppError } from '@callwright/service'
import type { MarketCache } from '../market-cache.ts'
import type { IsoDate, MarketData } from '../providers/provider.ts'
import { findOrUnknown } from '../side-facts.ts'

export interface StockClose {
  readonly date: IsoDate
  /** Dollars per share, adjusted for splits; null where the source has no final bar of that session. */
  readonly close: number | null
}

/** What has happened to a stock since positions on it were entered. */
export interface PastFacts {
  /** Splits and spin-offs since the earliest entry, ascending; none where their source cannot be read. */
  readonly splits: readonly ShareChange[]
  /** Of the last session by each expiration that is over and, where one of `splits` came later, by each entry date. */
  readonly closes: readonly StockClose[]
}

interface PastQuestion {
  readonly expirations: readonly IsoDate[]
  readonly entryDates: readonly IsoDate[]
}

/** Bars are read only where a call has expired or a split lies between an entry and today. */
export async function findPastFacts(
  { market, cache }: { readonly market: MarketData; readonly cache: MarketCache },
  symbol: string,
  { expirations, entryDates }: PastQuestion,
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
  // The bar of a session that is not over when it is read is not its close.
  const isFinal = (date: IsoDate) => newYorkDate(asOfMs) > date || asOfMs >= newYorkCloseMs(date)
  return sessions.map((date) => ({ date, close: isFinal(date) ? (closes.get(date) ?? null) : null }))
}
