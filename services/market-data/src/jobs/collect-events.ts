import { addDays, type IsoDate, newYorkDate, sessionOf } from '@callwright/scoring'
import type { Answer, CashDividend, StockSplit } from '../providers/provider.ts'
import type { EventDays, EventKind, EventOrigin } from '../storage/event-store.ts'
import { FINAL_AFTER_MS, findFinalSession } from '../storage/final-session.ts'
import { askEvents, dividendRoom, splitRoom } from '../storage/stored-events.ts'
import { eachItem } from './each-item.ts'
import { type JobDeps, type JobOutcome, type JobRun, listUniverseSymbols, type MarketJob } from './job.ts'

/** Announcements are corrected within days. */
const LOOK_BACK_DAYS = 7
/** Amounts that differ by less are the same, rounded otherwise. */
const SAME_AMOUNT_FRAC = 1e-6

type MarketEvents<E> = ReadonlyMap<string, readonly E[]>

/** Events of one kind: how they are asked for and kept. */
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
  /** Whether events of a symbol are of use without its whole list. */
  readonly takesAnySymbol: boolean
}

/**
 * Brings dividends and splits up to date once after every session, and applies the splits that are due to everything
 * stored from before them.
 */
export const collectEvents: MarketJob = {
  name: 'collect-events',
  async run(deps, run) {
    const { store, now } = deps
    const outcomes: JobOutcome[] = []
    const splits = splitCollection(deps)
    const dividends = dividendCollection(deps)
    if (splits !== null) outcomes.push(await collect(splits, deps, run))
    const rescaled = await store.events.applySplits(newYorkDate(now()))
    if (rescaled.length > 0) run.log.info({ symbols: rescaled.length }, 'market_job.splits_applied')
    if (dividends !== null) outcomes.push(await collect(dividends, deps, run))
    if (outcomes.includes('incomplete')) return 'incomplete'
    return rescaled.length > 0 || outcomes.includes('done') ? 'done' : 'idle'
  },
}

function splitCollection({ sources: { splits }, store, now }: JobDeps): Collection<StockSplit> | null {
  if (splits === undefined) return null
  const { events } = store
  return {
    kind: 'splits',
    dayOf: ({ executionDate }) => executionDate,
    isSame: (one, other) => one.kind === other.kind && isNear(one.ratio, other.ratio),
    ask: (symbol) => askEvents(splitRoom(splits, store), { store, now }, symbol),
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
    isSame: (one, other) => isNear(one.cashUsd, other.cashUsd),
    ask: (symbol) => askEvents(dividendRoom(dividends, store), { store, now }, symbol),
    listMarket: dividends.listMarketDividends,
    listStored: events.listDividendsFrom,
    save: events.saveDividends,
    takesAnySymbol: false,
  }
}

const isNear = (one: number, other: number) => Math.abs(one / other - 1) <= SAME_AMOUNT_FRAC

async function collect<E>(collection: Collection<E>, deps: JobDeps, run: JobRun): Promise<JobOutcome> {
  const { store, now } = deps
  const closeMs = sessionOf(findFinalSession(now()))?.closeMs ?? 0
  const sinceMs = closeMs + FINAL_AFTER_MS
  const isDue = ({ checkedAt }: { readonly checkedAt: Date | null }) =>
    checkedAt === null || checkedAt.getTime() < sinceMs
  const kept = await store.events.listKept(collection.kind)
  const hasMerged = kept.some(isDue) && (await collectMarket(collection, deps, kept))
  const wanted = await store.events.listChecked(collection.kind, await listUniverseSymbols(deps))
  const symbols = wanted.filter(isDue).map(({ symbol }) => symbol)
  if (symbols.length === 0) return hasMerged ? 'done' : 'idle'
  const { failed } = await eachItem(symbols, run, async (symbol) => {
    await collection.ask(symbol)
    return true
  })
  return failed > 0 ? 'incomplete' : 'done'
}

/**
 * Brings all kept lists up to date from one list of the whole market. A market without a single event says that nobody
 * could be asked, not that there are none.
 */
async function collectMarket<E>(
  { kind, dayOf, isSame, listMarket, listStored, save, takesAnySymbol }: Collection<E>,
  { store, now }: JobDeps,
  kept: readonly { readonly symbol: string; readonly checkedAt: Date }[],
): Promise<boolean> {
  const [oldest] = kept
  if (listMarket === undefined || oldest === undefined) return false
  const checkedAt = new Date(now())
  const today = newYorkDate(checkedAt.getTime())
  const from = addDays(newYorkDate(oldest.checkedAt.getTime()), -LOOK_BACK_DAYS)
  const { value: market, source, dataClass } = await listMarket(from)
  if (market.size === 0) return false
  const stored = await listStored(from)
  const symbols = new Set(kept.map(({ symbol }) => symbol))
  if (takesAnySymbol) for (const symbol of [...market.keys(), ...stored.keys()]) symbols.add(symbol)
  const isKnown = (told: readonly E[], known: readonly E[]) =>
    told.length === known.length && told.every((event, index) => isSameEvent(event, known[index]))
  const isSameEvent = (event: E, other: E | undefined) =>
    other !== undefined && dayOf(event) === dayOf(other) && isSame(event, other)
  for (const symbol of symbols) {
    const told = (market.get(symbol) ?? []).filter((event) => dayOf(event) >= from)
    if (isKnown(told, stored.get(symbol) ?? [])) continue
    await save(symbol, told, { source, dataClass, missing: [], checkedAt }, { asked: today, today }, from)
  }
  await store.events.markChecked(kind, checkedAt)
  return true
}
