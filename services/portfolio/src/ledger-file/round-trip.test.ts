import { MAX_EVENTS, MAX_LEDGER_LENGTH } from '@callwright/contracts'
import fc from '@callwright/properties'
import { replay } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { foreignLedgers, randomLedgers, store, trickyText } from '../../test/random-ledger.ts'
import { tryPlan } from '../import/try-plan.ts'
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger-book.ts'
import { blankDraft, type EventDraft, type StoredEvent } from '../ledger/ledger-rows.ts'
import { writeLedgerCsv } from './export-ledger.ts'
import { planLedgerFile } from './plan-ledger.ts'

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const settings = fc.record({
  account: orNull(fc.constantFrom('Roth', 'Schwab 4711')),
  taxDeferred: fc.boolean(),
  intent: orNull(fc.constantFrom('keep_shares' as const, 'happy_to_sell' as const)),
  note: orNull(trickyText),
})

const today = '2030-01-01'

/** Fields that a ledger gives itself, that repeat those of the event, or that a join has settled. */
const OWN = new Set(['sequence', 'eventId', 'importKeys', 'chainId', 'occurredAt', 'occurredOn'])
const strip = (value: unknown) => JSON.parse(JSON.stringify(value, (key, field) => (OWN.has(key) ? undefined : field)))

/** Everything that a ledger says, in the order in which it happened. */
function read({ events, replayed }: Ledger) {
  const { voidedBy } = replayed.ledger
  // A remark on a chain that was deleted is about nothing.
  const isRemark = ({ record: { eventId, kind }, chainId }: StoredEvent) =>
    (kind === 'note' || kind === 'dismiss') &&
    !voidedBy.has(eventId) &&
    replayed.chains.has(replayed.ledger.joinedTo.get(chainId) ?? chainId)
  const storedById = new Map(
    events.flatMap((stored) => {
      const { record } = stored
      // The shares of a deleted call have its id.
      const ids = record.kind === 'open' ? [record.eventId, record.positionId] : [record.eventId]
      return ids.map((id) => [id, stored] as const)
    }),
  )
  return {
    chains: [...replayed.chains.values()].map(({ lots, calls, history, ...sums }) => ({
      ...sums,
      lots: lots.map(({ lotId: _id, ...lot }) => lot),
      calls: [...calls.values()].map(({ fills: _fills, endings: _endings, ...call }) => call),
      history,
    })),
    results: replayed.results.map(({ event, leaving: _leaving, ...amounts }) => {
      const { note = null, source = null } = storedById.get(event.eventId) ?? {}
      const { occurredOn, occurredAt } = event
      return { ...amounts, occurredOn, occurredAt, note, source, event: strip(event) }
    }),
    remarks: events.filter(isRemark).map(({ record, note, source, suggestionId }) => ({
      ...{ kind: record.kind, note, source, suggestionId },
      // A remark on a call that was deleted is about its chain.
      positionId:
        'positionId' in record && record.positionId !== null && replayed.calls.has(record.positionId)
          ? record.positionId
          : null,
    })),
  }
}

/** Ids that an import changes. */
const CHANGED = new Set(['chainId', 'positionId', 'lotId', 'eventId', 'rolledTo', 'rolledFrom'])

const readFigures = ({ replayed }: Ledger, chainIds: ReadonlySet<string>): unknown =>
  [...replayed.chains.values()]
    .filter(({ chainId }) => chainIds.has(chainId))
    .map(({ calls, ...chain }) => ({ ...chain, calls: [...calls.values()] }))
    .map((chain) => JSON.parse(JSON.stringify(chain, (key, field) => (CHANGED.has(key) ? undefined : field))))

/** A ledger after the import of a file. */
async function add(ledger: Ledger, csv: string) {
  const { plan } = await planLedgerFile(csv, { ledger, chains: [], today })
  expect(plan.fates.filter(({ outcome }) => outcome === 'refused')).toEqual([])
  const { accepted, refused } = await tryPlan(ledger, plan.events)
  const last = ledger.events.at(-1)?.record.sequence ?? 0
  const events = [...ledger.events, ...accepted.map(({ draft }, index) => store(draft, last + index + 1))]
  return { plan, accepted, refused, ledger: { events, replayed: replay(events.map(({ record }) => record)) } }
}

/** A file with its rows in another order. */
function rearrange(csv: string, order: (rows: string[][]) => string[][]): string {
  const [header = [], ...rows] = Papa.parse<string[]>(csv, { delimiter: ',' }).data
  return Papa.unparse([header, ...order(rows)])
}

test('a random ledger comes back from its file with all that it holds, even sorted, and adds nothing a second time', async () => {
  const property = fc.asyncProperty(
    randomLedgers,
    fc.tuple(settings, settings),
    fc.dictionary(fc.constantFrom('call-id-0', 'call-id-1', 'call-id-2'), trickyText),
    async (ledger, chosen, notes) => {
      const chains = chosen.map((own, at) => ({ id: at === 0 ? 'chain-a' : 'chain-b', symbol: 'XYZ', ...own }))
      const callNotes = new Map(Object.entries(notes))
      const csv = writeLedgerCsv({ ledger, chains, callNotes })
      const sorted = rearrange(csv, (rows) => rows.toSorted((a, b) => ((a.at(-1) ?? '') < (b.at(-1) ?? '') ? -1 : 1)))
      for (const written of [csv, sorted]) {
        const { ledger: imported, accepted, refused } = await add(EMPTY_LEDGER, written)
        expect(refused).toEqual([])
        expect(read(imported)).toEqual(read(ledger))
        for (const { draft, account, settings: own } of accepted) {
          const { id: _id, symbol: _symbol, ...wanted } = chains.find(({ id }) => id === draft.chainId) ?? {}
          expect({ account, taxDeferred: own?.taxDeferred, intent: own?.intent, note: own?.note }).toEqual(wanted)
        }
        for (const { opened } of accepted)
          if (opened !== null) expect(opened.terms.notes).toBe(callNotes.get(opened.id) ?? null)
        expect((await add(imported, written)).accepted).toEqual([])
      }
      expect((await add(ledger, csv)).accepted).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

test('a file in two parts gives the same as in one, in an empty ledger and in that of another person', async () => {
  const none = { account: null, taxDeferred: false, intent: null, note: null }
  const chains = ['chain-a', 'chain-b'].map((id) => ({ id, symbol: 'XYZ', ...none }))
  const write = (ledger: Ledger) => writeLedgerCsv({ ledger, chains, callNotes: new Map() })
  const found = { whole: 0, foreign: 0 }
  const property = fc.asyncProperty(randomLedgers, foreignLedgers, fc.nat(), async (ledger, other, cut) => {
    const at = cut % (ledger.events.length + 1)
    const parts = [
      rearrange(write(ledger), (rows) => rows.slice(0, at)),
      rearrange(write(ledger), (rows) => rows.slice(at)),
    ]
    for (const start of [EMPTY_LEDGER, other]) {
      let grown = start
      const taken = new Set<string>()
      let isWhole = true
      for (const part of parts) {
        const { plan, refused, accepted, ledger: next } = await add(grown, part)
        // Equal calls are the same call; and a part can need what a later one brings.
        isWhole &&= refused.length === 0 && plan.fates.every(({ outcome }) => outcome !== 'known')
        for (const { draft } of accepted) taken.add(draft.chainId)
        grown = next
      }
      if (!isWhole) continue
      found[start === other ? 'foreign' : 'whole'] += 1
      expect(readFigures(grown, taken)).toEqual(readFigures(ledger, new Set(ledger.replayed.chains.keys())))
      const own = new Set(start.replayed.chains.keys())
      expect(readFigures(grown, own)).toEqual(readFigures(start, own))
      expect([...taken].filter((id) => own.has(id))).toEqual([])
    }
  })
  await fc.assert(property, { numRuns: 300 })
  expect(Math.min(found.whole, found.foreign)).toBeGreaterThan(100)
})

test('a ledger of the most events, all imported, is no larger than an import may be', async () => {
  const importKeys = [`tastytrade.${'k'.repeat(22)}.${'k'.repeat(22)}`]
  const id = (kind: string, index: number) => `imp-${kind}-${String(index).padStart(22, '0')}`
  const drafts = Array.from({ length: MAX_EVENTS }, (_, index): EventDraft => {
    const common = {
      ...blankDraft,
      eventId: id('e', index),
      chainId: id('c', 0),
      occurredOn: '2026-01-05',
      source: 'import' as const,
    }
    const held = { sharesFrom: 'held', acquiredOn: null, taxCost: null, acceptUncovered: true, importKeys }
    const terms = { symbol: 'QAAA', entryDate: '2026-01-05', expiration: '2027-01-15', strike: 105.55, premium: 1.2345 }
    return {
      ...{
        ...common,
        kind: 'open',
        positionId: id('p', index),
        feesUsd: 1.3256,
        occurredAt: '2026-01-05T15:30:00.000Z',
      },
      ...{ terms: { ...terms, entryPrice: 100.1234, contracts: 10 }, body: held },
    }
  })
  const events = drafts.map((draft, index) => store(draft, index + 1))
  const chains = [
    {
      id: id('c', 0),
      symbol: 'QAAA',
      account: 'Interactive Brokers 4711',
      taxDeferred: false,
      intent: null,
      note: null,
    },
  ]
  const ledger = { events, replayed: replay(events.map(({ record }) => record)) }
  expect(writeLedgerCsv({ ledger, chains, callNotes: new Map() }).length).toBeLessThan(MAX_LEDGER_LENGTH)
})
