import { addDays, type IsoDate, newYorkDate } from '@callwright/scoring'
import type { Answer, CashDividend, StockSplit } from '../providers/provider.ts'
import type { EventDays, EventKind, EventOrigin } from '../storage/event-store.ts'
import { findFinalMs, findFinalSession } from '../storage/series.ts'
import { dividendStorage, fetchEvents, splitStorage } from '../storage/stored-facts.ts'
import {
  type JobDeps,
  type JobOutcome,
  type JobRun,
  listUniverseSymbols,
  type MarketJob,
  processItems,
} from './job-runner.ts'

/** How many days to look back for corrected announcements. */
const LOOK_BACK_DAYS = 7
/** Amounts that differ by less than this fraction are treated as equal: the difference comes from rounding. */
const SAME_AMOUNT_FRAC = 1e-6

type MarketEvents<E> = ReadonlyMap<string, readonly E[]>

interface Collection<E> {
  readonly kind: EventKind
  readonly dayOf: (event: E) => IsoDate
  readonly isSame: (one: E, other: E) => boolean
  readonly ask: (symbol: string) => Promise<unknown>
  readonly listMarket: ((from: IsoDate) => Promise<Answer<MarketEvents<E>>>) | undefined
  readonly listStored: (from: IsoDate) => Promise<MarketEvents<E>>
  readonly save: (
    symbol: string,
    events: readonly E[],
    origin: EventOrigin,
    days: EventDays,
    from: IsoDate,
  ) => Promise<void>
  /** Whether events are stored even for symbols without a complete stored list. */
  readonly takesAnySymbol: boolean
}

/**
 * Applies each split that takes effect to the data stored before it, and updates dividends, splits and the earnings
 * calendar once after every session.
 */
export const collectEvents: MarketJob = {
  name: 'collect-events',
  async run(deps, run) {
    const outcomes: JobOutcome[] = [await applySplits(deps, run)]
    const splits = splitCollection(deps)
    const dividends = dividendCollection(deps)
    if (splits !== null) outcomes.push(await collect(splits, deps, run))
    if (dividends !== null) outcomes.push(await collect(dividends, deps, run))
    outcomes.push(await collectEarnings(deps, run))
    return (
      outcomes.find((outcome) => outcome === 'incomplete') ?? outcomes.find((outcome) => outcome === 'done') ?? 'idle'
    )
  },
}

/** Days ahead that the calendar is requested for: longer than any call that the screener ranks. */
const EARNINGS_DAYS = 65
/** A calendar with less than this share of the known reports is taken for truncated and is not stored. */
const LEAST_SHARE = 0.5

/** Replaces the stored earnings calendar once after every session. */
async function collectEarnings({ sources: { earnings }, store, now }: JobDeps, run: JobRun): Promise<JobOutcome> {
  if (earnings?.listMarketEarnings === undefined) return 'idle'
  const known = await store.earnings.findCalendar()
  if (known !== null && known.checkedAt.getTime() >= findFinalMs(findFinalSession(now()))) return 'idle'
  const checkedAt = new Date(now())
  const fromDate = newYorkDate(now())
  const toDate = addDays(fromDate, EARNINGS_DAYS)
  const { value, source, dataClass } = await earnings.listMarketEarnings(fromDate, toDate)
  const before = await store.earnings.countFrom(fromDate)
  if (value.size === 0 || value.size < before * LEAST_SHARE) {
    run.log.warn({ reports: value.size, before }, 'market_job.earnings_truncated')
    return value.size === 0 && before === 0 ? 'idle' : 'incomplete'
  }
  await store.earnings.save({ source, dataClass, fromDate, toDate, checkedAt }, value)
  return 'done'
}

/** Applies each announced split on its date, even while the provider is down. */
async function applySplits({ store, now }: JobDeps, run: JobRun): Promise<JobOutcome> {
  const today = newYorkDate(now())
  const symbols = await store.events.listUnsplit(today)
  if (symbols.length === 0) return 'idle'
  const { failed } = await processItems(symbols, run, async (symbol) => {
    await store.events.applySplits(symbol, today)
    return true
  })
  run.log.info({ symbols: symbols.length, failed }, 'market_job.splits_applied')
  return failed > 0 ? 'incomplete' : 'done'
}

function splitCollection({ sources: { splits }, store, now }: JobDeps): Collection<StockSplit> | null {
  if (splits === undefined) return null
  const { events } = store
  return {
    kind: 'splits',
    dayOf: ({ executionDate }) => executionDate,
    isSame: (one, other) => one.kind === other.kind && isNear(one.ratio, other.ratio),
    ask: (symbol) => fetchEvents(splitStorage(splits, store), { store, now }, symbol),
    listMarket: splits.listMarketSplits,
    listStored: events.listSplitsFrom,
    save: events.saveSplits,
    takesAnySymbol: true,
  }
}

function dividendCollection({ sources: { dividends }, store, now }: JobDeps): Collection<CashDividend> | null {
  if (dividends === undefined) return null
  const { events } = store
  return {
    kind: 'dividends',
    dayOf: ({ exDate }) => exDate,
    isSame: (one, other) => isNear(one.cashUsd, other.cashUsd) && one.kind === other.kind,
    ask: (symbol) => fetchEvents(dividendStorage(dividends, store), { store, now }, symbol),
    listMarket: dividends.listMarketDividends,
    listStored: events.listDividendsFrom,
    save: events.saveDividends,
    takesAnySymbol: false,
  }
}

const isNear = (one: number, other: number) => Math.abs(one / other - 1) <= SAME_AMOUNT_FRAC

async function collect<E>(collection: Collection<E>, deps: JobDeps, run: JobRun): Promise<JobOutcome> {
  const { store, now } = deps
  const sinceMs = findFinalMs(findFinalSession(now()))
  const isDue = ({ checkedAt }: { readonly checkedAt: Date | null }) =>
    checkedAt === null || checkedAt.getTime() < sinceMs
  const listed = await store.events.listKept(collection.kind)
  const merged = listed.some(isDue) ? await collectMarket(collection, { deps, run, listed }) : 'idle'
  const wanted = await store.events.listChecked(collection.kind, await listUniverseSymbols(deps))
  const symbols = wanted.filter(isDue).map(({ symbol }) => symbol)
  if (symbols.length === 0) return merged
  const { failed } = await processItems(symbols, run, async (symbol) => {
    await collection.ask(symbol)
    return true
  })
  return failed > 0 || merged === 'incomplete' ? 'incomplete' : 'done'
}

interface MarketRun {
  readonly deps: JobDeps
  readonly run: JobRun
  readonly listed: readonly { readonly symbol: string; readonly checkedAt: Date }[]
}

/**
 * Updates all stored lists from one whole-market list. An empty list means that the source had no data, not that there
 * were no events.
 */
async function collectMarket<E>(
  { kind, dayOf, isSame, listMarket, listStored, save, takesAnySymbol }: Collection<E>,
  { deps: { store, now }, run, listed }: MarketRun,
): Promise<JobOutcome> {
  const [oldest] = listed
  if (listMarket === undefined || oldest === undefined) return 'idle'
  const checkedAt = new Date(now())
  const today = newYorkDate(checkedAt.getTime())
  const from = addDays(newYorkDate(oldest.checkedAt.getTime()), -LOOK_BACK_DAYS)
  const { value: market, source, dataClass } = await listMarket(from)
  if (market.size === 0) return 'idle'
  const stored = await listStored(from)
  const symbols = new Set(listed.map(({ symbol }) => symbol))
  if (takesAnySymbol) for (const symbol of [...market.keys(), ...stored.keys()]) symbols.add(symbol)
  const listReported = (symbol: string) => (market.get(symbol) ?? []).filter((event) => dayOf(event) >= from)
  const isSameEvent = (event: E, other: E | undefined) =>
    other !== undefined && dayOf(event) === dayOf(other) && isSame(event, other)
  const hasChanged = (symbol: string) => {
    const [reported, known] = [listReported(symbol), stored.get(symbol) ?? []]
    return reported.length !== known.length || !reported.every((event, index) => isSameEvent(event, known[index]))
  }
  const unsaved = new Set([...symbols].filter(hasChanged))
  const { failed } = await processItems([...unsaved], run, async (symbol) => {
    const origin = { source, dataClass, missing: [], checkedAt }
    await save(symbol, listReported(symbol), origin, { asked: today, today }, from)
    return unsaved.delete(symbol)
  })
  await store.events.markChecked(kind, checkedAt, [...unsaved])
  return failed > 0 ? 'incomplete' : 'done'
}
