import { newYorkDate, sessionOf } from '@callwright/scoring'
import { judgeAge } from '../composition/answer-lifetimes.ts'
import { joinFundamentals } from '../composition/join-fundamentals.ts'
import { createMarketTime } from '../composition/market-time.ts'
import { UNKNOWN_FUNDAMENTALS } from '../providers/fundamentals.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import { lacks } from '../providers/missing.ts'
import type {
  Answer,
  CashDividend,
  DividendSource,
  EarningsReport,
  EarningsSource,
  Fundamentals,
  FundamentalsSource,
  IvHistoryPoint,
  IvHistorySource,
  SplitSource,
  StockSplit,
} from '../providers/provider.ts'
import { yearsBefore } from '../sessions.ts'
import type { EventDays, EventOrigin, StoredEvents } from './event-store.ts'
import type { StoredFundamentals } from './fact-stores.ts'
import type { MarketStore } from './market-store.ts'
import { fetchOrStale, isFreshlyFetched } from './series.ts'

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
    const answer = toEventsAnswer(stored)
    if (judgeAge({ answer, keptAtMs: stored.checkedAt.getTime() }, 'events', readMarketTime()) === 'fresh') {
      return { ...answer, cacheStatus: 'fresh' }
    }
    return fetchOrStale(() => fetchEvents(room, deps, symbol), answer, deps.now)
  }
}

function toEventsAnswer<E>({ source, dataClass, missing, checkedAt, events }: StoredEvents<E>): Answer<readonly E[]> {
  return { source, dataClass, asOfMs: checkedAt.getTime(), missing, value: events }
}

/** Serves fundamentals from the store while they are fresh. If the source fails, returns the stored ones. */
export function storeFundamentals(
  source: FundamentalsSource,
  store: MarketStore,
  now: () => number,
): FundamentalsSource {
  const readMarketTime = createMarketTime(now)
  return {
    ...source,
    async findFundamentals(symbol) {
      const stored = await store.attempt(() => store.fundamentals.find(symbol))
      if (stored === null) return fetchFundamentals({ source, store, now }, symbol)
      const answer = toFundamentalsAnswer(stored)
      const keptAtMs = stored.fetchedAt.getTime()
      if (stored.askedAt !== null && judgeAge({ answer, keptAtMs }, 'fundamentals', readMarketTime()) === 'fresh') {
        return { ...answer, cacheStatus: 'fresh' }
      }
      return fetchOrStale(() => fetchFundamentals({ source, store, now }, symbol), answer, now)
    },
  }
}

interface FundamentalsDeps {
  readonly source: FundamentalsSource
  readonly store: MarketStore
  readonly now: () => number
}

/** Fetches and stores a company's fundamentals. Rejects if the source does. */
export async function fetchFundamentals(
  { source, store, now }: FundamentalsDeps,
  symbol: string,
): Promise<Answer<Fundamentals>> {
  const askedAt = new Date(now())
  const answer = await source.findFundamentals(symbol)
  if (isFreshlyFetched(answer)) {
    await store.attempt(() => store.fundamentals.save(symbol, answer, { askedAt, fetchedAt: askedAt }))
  }
  return answer
}

export function toFundamentalsAnswer(stored: StoredFundamentals): Answer<Fundamentals> {
  const { figures, source, dataClass, asOf, missing } = stored
  return { source, dataClass, asOfMs: asOf.getTime(), value: { ...UNKNOWN_FUNDAMENTALS, ...figures }, missing }
}

/**
 * Merges a row from a whole-market list into stored fundamentals. If the list's source has priority, its figures
 * replace the stored ones; otherwise, they only fill gaps.
 */
export function mergeFundamentals(listed: Answer<Fundamentals>, stored: Answer<Fundamentals>): Answer<Fundamentals> {
  const isFirst = stored.source.startsWith(listed.source)
  return joinFundamentals(isFirst ? [listed, stored] : [stored, listed])
}

/** More than a year of sessions, since IV rank uses the last 252 (D12). */
const HISTORY_YEARS = 2

const SOURCE = 'recorded sessions'

/**
 * Serves each session's recorded volatility, and fills gaps from the source's history if it has one. Rejects if neither
 * is available.
 */
export function createStoredIvHistory(
  store: MarketStore,
  now: () => number,
  source: IvHistorySource | undefined,
): IvHistorySource {
  return {
    async listIvHistory(symbol): Promise<Answer<readonly IvHistoryPoint[]>> {
      const from = yearsBefore(newYorkDate(now()), HISTORY_YEARS)
      const stored = await store.attempt(() => store.volatilities.findHistory(symbol, from))
      const points = stored?.points ?? []
      const external = await source?.listIvHistory(symbol).catch((error: unknown) => {
        if (points.length === 0) throw error
      })
      if (points.length === 0 && external !== undefined) return external
      if (stored === null) throw new ProviderFailure(SOURCE, { kind: 'unavailable', detail: 'is unavailable' })
      if (points.length === 0) return answerNone(now())
      const recorded: Answer<readonly IvHistoryPoint[]> = {
        source: stored.source,
        dataClass: 'delayed',
        asOfMs: sessionOf(points.at(-1)?.date ?? '')?.closeMs ?? now(),
        value: points,
        missing: [],
      }
      return external === undefined
        ? { ...recorded, cacheStatus: 'fresh' }
        : { ...recorded, value: overlay(external.value, points) }
    },
  }
}

/** An empty answer. It is marked as cached, since tomorrow's session adds the first point. */
function answerNone(nowMs: number): Answer<readonly IvHistoryPoint[]> {
  const missing = [lacks('iv_history', 'implied-volatility history yet: one session is recorded per day')]
  return { source: SOURCE, dataClass: 'delayed', asOfMs: nowMs, value: [], missing, cacheStatus: 'fresh' }
}

function overlay(external: readonly IvHistoryPoint[], recorded: readonly IvHistoryPoint[]): readonly IvHistoryPoint[] {
  const byDate = new Map([...external, ...recorded].map((point) => [point.date, point]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** How long a stored calendar is used: over a weekend and the next session, since a job replaces it every session. */
const CALENDAR_MS = 4 * 24 * 3_600_000

/**
 * Serves the next report from the stored calendar. A symbol that it does not list is requested from the source, whose
 * answers may reach further.
 */
export function storeEarnings(source: EarningsSource, store: MarketStore, now: () => number): EarningsSource {
  return {
    ...source,
    async findNextEarnings(symbol): Promise<Answer<EarningsReport | null>> {
      const stored = await store.attempt(() => store.earnings.findNext(symbol, newYorkDate(now())))
      if (stored === null) return source.findNextEarnings(symbol)
      const { source: name, dataClass, checkedAt, report } = stored
      const answer = { source: name, dataClass, asOfMs: checkedAt.getTime(), value: report, missing: [] }
      if (now() - checkedAt.getTime() < CALENDAR_MS) return { ...answer, cacheStatus: 'fresh' }
      return fetchOrStale(() => source.findNextEarnings(symbol), answer, now)
    },
  }
}
