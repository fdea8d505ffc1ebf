import { newYorkDate } from '@callwright/scoring'
import { judgeAge } from '../composition/cache/lifetimes.ts'
import { createMarketTime } from '../composition/market-time.ts'
import type { Answer, CashDividend, DividendSource, SplitSource, StockSplit } from '../providers/provider.ts'
import type { EventDays, EventOrigin, StoredEvents } from './event-store.ts'
import type { MarketStore } from './market-store.ts'
import { fetchOrStale, isFreshlyFetched } from './stale.ts'

type EventsAnswer<E> = Answer<readonly E[] | null>

/** How one kind of event is fetched, found and stored. */
interface EventStorage<E> {
  readonly ask: (symbol: string) => Promise<EventsAnswer<E>>
  readonly find: (symbol: string) => Promise<StoredEvents<E> | null>
  readonly save: (symbol: string, events: readonly E[], origin: EventOrigin, days: EventDays) => Promise<void>
}

interface EventDeps {
  readonly store: MarketStore
  readonly now: () => number
}

export function dividendStorage(source: DividendSource, { events }: MarketStore): EventStorage<CashDividend> {
  return { ask: source.listDividends, find: events.findDividends, save: events.saveDividends }
}

export function splitStorage(source: SplitSource, { events }: MarketStore): EventStorage<StockSplit> {
  return { ask: source.listSplits, find: events.findSplits, save: events.saveSplits }
}

/**
 * Serves dividends from the store while they are fresh. If the source fails, returns the stored ones marked as stale.
 */
export function storeDividends(source: DividendSource, store: MarketStore, now: () => number): DividendSource {
  return { ...source, listDividends: createStoredList(dividendStorage(source, store), { store, now }) }
}

/** Like `storeDividends`, for splits. Also applies splits that are due to rows stored before them. */
export function storeSplits(source: SplitSource, store: MarketStore, now: () => number): SplitSource {
  return { ...source, listSplits: createStoredList(splitStorage(source, store), { store, now }) }
}

/** Fetches and stores all of a symbol's events. Rejects if the source does. */
export async function fetchEvents<E>(
  room: EventStorage<E>,
  { store, now }: EventDeps,
  symbol: string,
): Promise<EventsAnswer<E>> {
  const askedAtMs = now()
  const answer = await room.ask(symbol)
  const { value, source, dataClass, missing } = answer
  if (value === null || !isFreshlyFetched(answer)) return answer
  const origin = { source, dataClass, missing, checkedAt: new Date(askedAtMs) }
  const days = { asked: newYorkDate(askedAtMs), today: newYorkDate(now()) }
  await store.attempt(() => room.save(symbol, value, origin, days))
  return answer
}

function createStoredList<E>(room: EventStorage<E>, deps: EventDeps) {
  const readMarketTime = createMarketTime(deps.now)
  return async (symbol: string): Promise<EventsAnswer<E>> => {
    const stored = await deps.store.attempt(() => room.find(symbol))
    if (stored === null) return fetchEvents(room, deps, symbol)
    const answer = toAnswer(stored)
    if (judgeAge({ answer, keptAtMs: stored.checkedAt.getTime() }, 'events', readMarketTime()) === 'fresh') {
      return { ...answer, cacheStatus: 'fresh' }
    }
    return fetchOrStale(() => fetchEvents(room, deps, symbol), answer, deps.now)
  }
}

function toAnswer<E>({ source, dataClass, missing, checkedAt, events }: StoredEvents<E>): Answer<readonly E[]> {
  return { source, dataClass, asOfMs: checkedAt.getTime(), missing, value: events }
}
