import { MAX_EVENTS, MAX_LEDGER_LENGTH } from '@callwright/contracts'
import fc from '@callwright/properties'
import { replay } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import { randomLedgers, store, trickyText } from '../../test/random-ledger.ts'
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
      positionId: 'positionId' in record ? record.positionId : null,
    })),
  }
}

test('a random ledger comes back from its file with all that it holds, and adds nothing a second time', async () => {
  const property = fc.asyncProperty(
    randomLedgers,
    fc.tuple(settings, settings),
    fc.dictionary(fc.constantFrom('call-id-0', 'call-id-1', 'call-id-2'), trickyText),
    async (ledger, chosen, notes) => {
      const chains = chosen.map((own, at) => ({ id: at === 0 ? 'chain-a' : 'chain-b', symbol: 'XYZ', ...own }))
      const callNotes = new Map(Object.entries(notes))
      const csv = writeLedgerCsv({ ledger, chains, callNotes })
      const { plan } = await planLedgerFile(csv, { ledger: EMPTY_LEDGER, today })
      expect(plan.fates.filter(({ outcome }) => outcome === 'refused')).toEqual([])
      const { accepted, refused } = await tryPlan(EMPTY_LEDGER, plan.events)
      expect(refused).toEqual([])
      const events = plan.events.map(({ draft }, index) => store(draft, index + 1))
      const imported = { events, replayed: replay(events.map(({ record }) => record)) }
      expect(read(imported)).toEqual(read(ledger))
      for (const { draft, account, settings: own } of accepted) {
        const { id: _id, symbol: _symbol, ...wanted } = chains.find(({ id }) => id === draft.chainId) ?? {}
        expect({ account, taxDeferred: own?.taxDeferred, intent: own?.intent, note: own?.note }).toEqual(wanted)
      }
      for (const { opened } of accepted)
        if (opened !== null) expect(opened.terms.notes).toBe(callNotes.get(opened.id) ?? null)
      const again = await planLedgerFile(csv, { ledger: imported, today })
      expect(again.plan.events).toEqual([])
      const own = await planLedgerFile(csv, { ledger, today })
      expect(own.plan.events).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 500 })
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
