import fc from '@callwright/properties'
import { addDays, countOpen, LedgerRefusal, listOpenCalls, replay } from '@callwright/scoring'
import type { Ledger } from '../src/ledger/ledger-book.ts'
import { blankDraft, type EventDraft, type StoredEvent, toRecord } from '../src/ledger/ledger-rows.ts'

const START = '2026-01-05'
const cents = (min: number, max: number) => fc.integer({ min, max }).map((count) => count / 100)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

/** Text that a CSV file, a spreadsheet or JSON could change. */
export const trickyText = fc.oneof(
  fc.constantFrom('=1+1', "'=x", '"quoted", with; signs', 'two\nlines', '@x', '-5', 'é 株', '{"a":1}'),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replaceAll('\u0000', '').trim() || 'x'),
)

const step = fc.record({
  kind: fc.constantFrom(
    ...(['open', 'open', 'write_more', 'close', 'roll', 'assign', 'expire', 'buy_shares', 'sell_shares'] as const),
    ...(['dividend', 'adjust', 'note', 'dismiss', 'void', 'edit', 'delete', 'restore', 'join'] as const),
  ),
  chain: fc.constantFrom('chain-a', 'chain-b'),
  pick: fc.nat({ max: 7 }),
  contracts: fc.integer({ min: 1, max: 4 }),
  price: cents(0, 900),
  stock: cents(2_000, 9_000),
  strike: fc.integer({ min: 20, max: 90 }),
  feesUsd: cents(0, 300),
  shares: fc.integer({ min: 1, max: 250_000 }).map((thousandths) => thousandths / 1_000),
  days: fc.integer({ min: 0, max: 12 }),
  is: fc.boolean(),
  hasLot: fc.boolean(),
  note: orNull(trickyText),
  source: fc.constantFrom('manual' as const, 'confirmed' as const, 'import' as const),
  via: fc.constantFrom('trade', 'reinvest', 'put_assigned', 'transfer'),
  priorClose: orNull(cents(2_000, 9_000)),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Ledgers of two chains on XYZ with events of every kind, corrections included. */
export const randomLedgers: fc.Arbitrary<Ledger> = ledgersOf({ person: 'id', first: 1 })

/** The same of another person: their chains and calls have the same ids, their events do not. */
export const foreignLedgers: fc.Arbitrary<Ledger> = ledgersOf({ person: 'other', first: 1_001 })

interface Owner {
  /** Start of the ids of events. */
  readonly person: string
  /** The first number that the database gives to an event. */
  readonly first: number
}

function ledgersOf(owner: Owner): fc.Arbitrary<Ledger> {
  return fc.array(step, { minLength: 3, maxLength: 24 }).map((steps) => record(steps, owner))
}

/** Records the steps one after another; a step that the ledger refuses is left out. */
function record(steps: readonly Step[], { person, first }: Owner): Ledger {
  let ledger: Ledger = { events: [], replayed: replay([]) }
  let day = START
  for (const [index, one] of steps.entries()) {
    day = addDays(day, one.days)
    const draft = toDraft(ledger, one, { day, id: `id-${index}` })
    if (draft === null) continue
    const eventId = draft.eventId?.replace('id', person) ?? null
    const stored = store({ ...draft, eventId, source: one.source, note: draft.note ?? one.note }, first + index)
    const events = [...ledger.events, stored]
    try {
      ledger = { events, replayed: replay(events.map((event) => event.record)) }
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) throw error
    }
  }
  return ledger
}

/** A draft as the database gives it back. */
export function store(draft: EventDraft, sequence: number): StoredEvent {
  const { body } = draft
  return {
    record: toRecord(draft, sequence),
    chainId: draft.chainId,
    recordedAt: new Date(`${START}T12:00:00Z`),
    source: draft.source,
    note: draft.note,
    suggestionId: typeof body.suggestionId === 'string' ? body.suggestionId : null,
    importKeys: Array.isArray(body.importKeys) ? body.importKeys : [],
    importId: null,
    inferred: null,
  }
}

interface Moment {
  readonly day: string
  readonly id: string
}

const HELD = { acquiredOn: null, taxCost: null, acceptUncovered: true }

function toDraft({ events, replayed }: Ledger, one: Step, { day, id }: Moment): EventDraft | null {
  const { kind, contracts, price, stock, strike, feesUsd, shares, pick, is } = one
  const choose = <T>(list: readonly T[]): T | null => list[pick % Math.max(1, list.length)] ?? null
  const call = choose([...replayed.calls.values()])
  const opened = choose(events.flatMap((event) => (event.record.kind === 'open' ? [event.record] : [])))
  const expiration = addDays(day, 30)
  const terms = { symbol: 'XYZ', entryDate: day, expiration, strike, premium: price, entryPrice: stock, contracts }
  const grant = is
    ? { symbol: 'XYZ', day, expiration, priorClose: one.priorClose, open: null, listedStrikes: [49, 50.5] }
    : null
  const written = grant === null ? {} : { grant }
  const at = { occurredOn: day, occurredAt: is ? `${day}T15:30:00.000Z` : null }
  const base = { ...blankDraft, ...at, kind, eventId: id, chainId: one.chain, feesUsd }
  const onCall =
    call === null
      ? null
      : { ...base, positionId: call.positionId, chainId: replayed.chainOf.get(call.positionId)?.chainId ?? '' }
  const chain = replayed.chains.get(one.chain)
  const lot = choose(chain?.lots ?? [])
  const lots = one.hasLot && lot !== null ? [{ lotId: lot.lotId, shares: Math.min(1, lot.shares / 1e6) }] : null
  switch (kind) {
    case 'open':
      return {
        ...base,
        eventId: null,
        positionId: `call-${id}`,
        terms,
        body: { sharesFrom: is ? 'held' : 'new', ...HELD, ...written },
      }
    case 'write_more':
      return (
        onCall && {
          ...onCall,
          body: {
            contracts,
            price,
            sharesFrom: is ? 'held' : 'new',
            sharePrice: is ? null : stock,
            acceptUncovered: true,
            ...written,
          },
        }
      )
    case 'close':
      return onCall && { ...onCall, body: { contracts, price } }
    case 'expire':
      return (
        onCall && {
          ...onCall,
          occurredOn: call?.expiration ?? day,
          occurredAt: null,
          body: { contracts: is ? null : contracts },
        }
      )
    case 'assign':
      return onCall && { ...onCall, body: { contracts, lots: null, stockPrice: is ? stock : null } }
    case 'roll': {
      const open = {
        positionId: `call-${id}`,
        expiration: addDays(expiration, 28),
        strike,
        premium: price,
        contracts,
        feesUsd,
      }
      return (
        onCall && {
          ...onCall,
          body: { contracts, closePrice: price, stockPrice: null, acceptUncovered: true, open, ...written },
        }
      )
    }
    case 'buy_shares':
      return {
        ...base,
        body: {
          symbol: chain === undefined ? 'XYZ' : null,
          shares,
          price: stock,
          acquiredOn: is ? START : null,
          taxCost: is ? stock : null,
          via: one.via,
        },
      }
    case 'sell_shares':
      return {
        ...base,
        body: { shares: lots === null ? shares : (lots[0]?.shares ?? 1), price: stock, lots, acceptUncovered: true },
      }
    case 'dividend':
      return {
        ...base,
        body: {
          amountUsd: price,
          withheldUsd: 0,
          exDate: day,
          special: is,
          reinvested: is ? { shares: 1.5, price: stock } : null,
        },
      }
    case 'adjust': {
      const calls = chain === undefined ? [] : listOpenCalls(chain)
      const adjusted = calls.map((open) => ({
        ...{ positionId: open.positionId, contracts: countOpen(open) * 2, strike: open.strike / 2 },
        ...{ multiplier: open.multiplier, deliverableShares: open.deliverable / 1e6, deliverableCashUsd: 0 },
      }))
      return {
        ...base,
        body: { action: 'split', ratio: { new: 2, old: 1 }, symbol: null, cashInLieuUsd: 0, calls: adjusted },
      }
    }
    case 'note':
      return { ...(is && onCall !== null ? onCall : base), feesUsd: 0, note: one.note ?? 'note' }
    case 'dismiss':
      return {
        ...base,
        ...{ feesUsd: 0, occurredOn: null, occurredAt: null },
        body: { suggestionId: `expiry:${call?.positionId ?? id}` },
      }
    case 'void': {
      const target = choose(
        events.filter((event) => !['open', 'edit', 'delete', 'restore', 'void'].includes(event.record.kind)),
      )
      return target && { ...base, chainId: target.chainId, voids: target.record.eventId }
    }
    case 'edit':
      return (
        opened && {
          ...base,
          eventId: null,
          positionId: opened.positionId,
          chainId: opened.chainId,
          terms: { ...opened.terms, premium: price },
        }
      )
    case 'delete':
      return (
        opened && {
          ...base,
          eventId: null,
          positionId: opened.positionId,
          chainId: opened.chainId,
          body: is ? { keepLot: true } : {},
        }
      )
    case 'restore':
      return (
        opened && {
          ...base,
          eventId: null,
          positionId: opened.positionId,
          chainId: opened.chainId,
          terms: opened.terms,
        }
      )
    default:
      return one.is && pick === 0 && replayed.chains.size === 2
        ? { ...base, chainId: 'chain-a', body: { joinedChainId: 'chain-b' } }
        : null
  }
}
