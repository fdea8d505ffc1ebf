import { MAX_EVENTS } from '@callwright/contracts'
import { type LedgerRecord, LedgerRefusal, type Replayed, replay } from '@callwright/scoring'
import type { AppError } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import { inParts } from '../db/in-parts.ts'
import type { Tables } from '../db/schema.ts'
import { breaksLaterEvent, refusedEvent, tooManyEvents } from '../errors.ts'
import { type EventDraft, type EventRow, type StoredEvent, toColumns, toRecord, toStoredEvent } from './ledger-rows.ts'
import { replayStorable } from './replay-storable.ts'
import { projectChains } from './write-rows.ts'

/** One user's whole ledger and its replay. */
export interface Ledger {
  readonly events: readonly StoredEvent[]
  readonly replayed: Replayed
}

export const EMPTY_LEDGER: Ledger = { events: [], replayed: replay([]) }
const MAX_CACHED_USERS = 200

export type LedgerReader = ReturnType<typeof createLedgerReader>

/**
 * Reads ledgers. The events of a user are kept in memory together with their replay, and only newer events are read
 * again, because the ledger only grows. The last event's sequence number shows whether there are any.
 */
export function createLedgerReader() {
  const cache = new Map<string, Ledger>()
  const firstOf = ({ events }: Ledger): number => events[0]?.record.sequence ?? 0
  const lastOf = ({ events }: Ledger): number => events.at(-1)?.record.sequence ?? 0
  const build = (events: readonly StoredEvent[]): Ledger => ({
    events,
    replayed: replay(events.map(({ record }) => record)),
  })
  /** The ledger that is kept, unless the user was erased since and has begun another one. */
  function findCached(userId: string, first: number): Ledger {
    const cached = cache.get(userId) ?? EMPTY_LEDGER
    return firstOf(cached) === first ? cached : EMPTY_LEDGER
  }

  function keep(userId: string, ledger: Ledger): Ledger {
    cache.delete(userId)
    cache.set(userId, ledger)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED_USERS && oldest !== undefined) cache.delete(oldest)
    return ledger
  }

  return {
    async read(database: Kysely<Tables>, userId: string): Promise<Ledger> {
      const { first, last } = await database
        .selectFrom('positionEvent')
        .select((select) => [
          select.fn.min<number | null>('sequence').as('first'),
          select.fn.max<number | null>('sequence').as('last'),
        ])
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      if (first === null || last === null) return EMPTY_LEDGER
      const cached = findCached(userId, Number(first))
      if (lastOf(cached) === Number(last)) return keep(userId, cached)
      // A write has ended since this transaction's snapshot was taken. The rows beside the ledger are from before it.
      if (lastOf(cached) > Number(last)) return build(cached.events.filter(({ record }) => record.sequence <= last))
      const rows = await listRows(database, userId, lastOf(cached))
      return keep(userId, build([...cached.events, ...rows.map(toStoredEvent)]))
    },
    /** Keeps a ledger as it is after a write, so that the next request need not replay it again. */
    remember: (userId: string, ledger: Ledger) => void keep(userId, ledger),
    forget: (userId: string) => void cache.delete(userId),
  }
}

function listRows(database: Kysely<Tables>, userId: string, after: number): Promise<EventRow[]> {
  return database
    .selectFrom('positionEvent')
    .selectAll()
    .where('userId', '=', userId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .execute()
}

/** A new event, with the terms as the ledger stores them. */
export interface NewEvent {
  readonly draft: EventDraft
  readonly terms?: Readonly<Record<string, unknown>>
}

/** A chain that an event creates. */
export interface NewChain {
  readonly id: string
  readonly symbol: string
  readonly account: string | null
  readonly settings?: Pick<ChainChange, 'taxDeferred' | 'intent' | 'note'>
}

export type LedgerBook = ReturnType<typeof openLedgerBook>

/** One user's ledger within a transaction. Projections are written together with the events (L1). */
export function openLedgerBook(transaction: Transaction<Tables>, userId: string, reader: LedgerReader) {
  let current: Ledger | null = null
  const read = async (): Promise<Ledger> => {
    current ??= await reader.read(transaction, userId)
    return current
  }

  return {
    transaction,
    userId,
    read,

    /** Replay of the ledger with more events. Throws LedgerRefusal. */
    async preview(drafts: readonly EventDraft[]): Promise<Replayed> {
      const { events } = await read()
      return replayStorable([...events.map(({ record }) => record), ...toProvisional(events, drafts)])
    },

    /** Why these events together are refused, and by which one; null if they can be recorded. */
    async tryAll(
      drafts: readonly EventDraft[],
    ): Promise<{ readonly eventId: string; readonly error: AppError } | null> {
      const { events } = await read()
      if (!hasRoom(events, drafts)) return { eventId: '', error: tooManyEvents() }
      const provisional = toProvisional(events, drafts)
      try {
        replayStorable([...events.map(({ record }) => record), ...provisional])
        return null
      } catch (error) {
        if (!(error instanceof LedgerRefusal)) throw error
        return { eventId: error.event.eventId, error: toRefusal(error, provisional) }
      }
    },

    /**
     * Records events, unless they or a later event become impossible, and updates the rows of their chains. Throws the
     * code of the refusal, `breaks_later_event` or `too_many_events`; the transaction must then be rolled back.
     */
    async append(added: readonly NewEvent[]): Promise<{ readonly stored: StoredEvent[]; readonly replayed: Replayed }> {
      const { events, replayed: before } = await read()
      const drafts = added.map(({ draft }) => draft)
      if (!hasRoom(events, drafts)) throw tooManyEvents()
      const provisional = toProvisional(events, drafts)
      const replayed = replayOrRefuse([...events.map(({ record }) => record), ...provisional], provisional)
      const rows: EventRow[] = []
      for (const part of inParts(added)) {
        const inserted = await transaction
          .insertInto('positionEvent')
          .values(part.map(({ draft, terms = null }) => toColumns(userId, draft, terms)))
          .returningAll()
          .execute()
        for (const row of inserted) rows.push(row)
      }
      const stored = rows.toSorted((a, b) => a.sequence - b.sequence).map(toStoredEvent)
      current = { events: [...events, ...stored], replayed }
      const touched = new Set(drafts.flatMap((draft) => listTouched(draft, [before, replayed])))
      await projectChains(transaction, userId, replayed, touched)
      return { stored, replayed }
    },

    async ensureChains(chains: readonly NewChain[]): Promise<void> {
      for (const part of inParts(chains)) {
        await transaction
          .insertInto('chain')
          .values(part.map(({ settings, ...chain }) => ({ userId, ...chain, intent: null, note: null, ...settings })))
          .onConflict((conflict) =>
            conflict
              .columns(['userId', 'id'])
              // A chain that nothing is left of takes the settings of what comes into it.
              .doUpdateSet((update) => ({
                account: update.ref('excluded.account'),
                taxDeferred: update.ref('excluded.taxDeferred'),
                intent: update.ref('excluded.intent'),
                note: update.ref('excluded.note'),
              }))
              .where('chain.state', '=', 'empty'),
          )
          .execute()
      }
    },
    findChain: (id: string) =>
      transaction.selectFrom('chain').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst(),
    updateChain: (id: string, change: ChainChange) =>
      transaction
        .updateTable('chain')
        .set({ ...change, updatedAt: sql<Date>`clock_timestamp()` })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .execute(),
  }
}

/** Settings that the user can change on a chain. */
export interface ChainChange {
  readonly account?: string | null
  readonly taxDeferred?: boolean
  readonly intent?: 'keep_shares' | 'happy_to_sell' | null
  readonly note?: string | null
}

/** Whether there is room for these events. What takes others back always has it, because it can only shrink a portfolio. */
function hasRoom(events: readonly StoredEvent[], drafts: readonly EventDraft[]): boolean {
  const isGrowing = drafts.some(({ kind }) => kind !== 'void' && kind !== 'delete')
  return !isGrowing || events.length + drafts.length <= MAX_EVENTS
}

function toProvisional(events: readonly StoredEvent[], drafts: readonly EventDraft[]): LedgerRecord[] {
  const last = events.at(-1)?.record.sequence ?? 0
  return drafts.map((draft, index) => toRecord(draft, last + 1 + index))
}

function replayOrRefuse(records: readonly LedgerRecord[], added: readonly LedgerRecord[]): Replayed {
  try {
    return replayStorable(records)
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error
    throw toRefusal(error, added)
  }
}

function toRefusal(error: LedgerRefusal, added: readonly LedgerRecord[]): AppError {
  const isOwn = added.some(
    ({ eventId, kind }) => eventId === error.event.eventId && kind !== 'edit' && kind !== 'restore',
  )
  return isOwn ? refusedEvent(error) : breaksLaterEvent(error)
}

/** Chains that an event can change: the event's chain, and every chain of a join or of a deleted call. */
function listTouched(draft: EventDraft, replays: readonly Replayed[]): string[] {
  const ids = [draft.chainId, ...(typeof draft.body.joinedChainId === 'string' ? [draft.body.joinedChainId] : [])]
  const resolved = replays.flatMap(({ ledger }) => ids.map((id) => ledger.joinedTo.get(id) ?? id))
  return [...ids, ...resolved]
}
