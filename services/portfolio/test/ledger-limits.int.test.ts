import { MAX_EVENTS } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { createLedgerReader } from '../src/ledger/ledger-book.ts'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const preview = (user: string, csv: string) => stack.importEvents({ user, body: { csv }, query: { dry_run: 'true' } })
const importFile = (user: string, csv: string) => stack.importEvents({ user, body: { csv } })
const undo = (user: string, id: string | null) => stack.get('portfolio.undoImport', { user, params: { id: id ?? '' } })
const listChains = async (user: string) =>
  (await stack.get('portfolio.listChains', { user, query: { state: 'all' } })).chains

interface WrittenRow {
  readonly eventId: string
  readonly kind?: string
  readonly chainId?: string
  readonly positionId?: string
  readonly details: object
}

const purchase = { occurredOn: '2026-02-02', occurredAt: null, feesUsd: 0, acquiredOn: null, taxCost: null }
const buy = { ...purchase, symbol: 'XYZ', shares: 100, price: 50 }

const write = (rows: readonly WrittenRow[]): string =>
  Papa.unparse(
    rows.map(({ eventId, kind = 'buy_shares', chainId = 'own', positionId = '', details }) => ({
      ...{ event_id: eventId, kind, ticker: 'XYZ', chain_id: chainId, position_id: positionId },
      details: JSON.stringify(details),
    })),
  )

describe('a ledger of the most events', () => {
  const user = 'collector'
  const shares = Array.from({ length: MAX_EVENTS }, (_, index) => ({
    ...{ eventId: `e-${index}`, chainId: `c-${index % 5_000}`, details: { ...buy, shares: index + 1 } },
  }))

  test('in more chains than one statement can take is imported, and taken back although no event has room', async () => {
    const { counts, import_id: id } = await importFile(user, write(shares))
    expect([counts.event, counts.refused]).toEqual([MAX_EVENTS, 0])
    const chains = await stack.database.selectFrom('chain').select('shares').where('userId', '=', user).execute()
    expect([chains.length, chains.reduce((sum, chain) => sum + chain.shares, 0)]).toEqual([5_000, 200_010_000])
    const add = await stack.ask('portfolio.add', { user, body: inventPosition() })
    expect(problemOf(add).code).toBe('too_many_events')
    expect(await undo(user, id)).toMatchObject({ events: MAX_EVENTS })
    expect(await listChains(user)).toEqual([])
    const text = (await stack.ask('portfolio.export', { user, query: { what: 'ledger' } })).text
    expect((await preview('other', text)).counts).toMatchObject({ event: 0, refused: 0, ignored: 2 * MAX_EVENTS + 1 })
  })
})

describe('cells that the database would refuse', () => {
  const add = { eventId: 'a', details: buy }
  const dismiss = (suggestionId: string) => ({
    ...{ eventId: 'b', kind: 'dismiss' },
    details: { occurredOn: '2026-02-02', occurredAt: null, feesUsd: 0, suggestionId },
  })
  const terms = { symbol: 'XYZ', entryDate: '2026-02-02', expiration: '2026-03-20', premium: 1, entryPrice: 50 }
  const open = (strike: number) => ({
    ...{ eventId: 'b', kind: 'open', positionId: 'p' },
    details: {
      ...{ ...purchase, sharesFrom: 'held', acceptUncovered: true },
      terms: { ...terms, strike, contracts: 1 },
    },
  })
  const cases: readonly [string, WrittenRow][] = [
    ['an id with a zero byte', dismiss('expiry:\u0000')],
    ['an id with half a character', dismiss('expiry:\ud800')],
    ['fees above a million dollars', { eventId: 'b', details: { ...buy, feesUsd: 1e12 } }],
    ['a strike that would be rounded to 0', open(0.000_01)],
    ['a price with five decimals', { eventId: 'b', details: { ...buy, price: 50.123_45 } }],
    ['shares with seven decimals', { eventId: 'b', details: { ...buy, shares: 1.234_567_8 } }],
    ['a day in the year 0', { eventId: 'b', details: { ...buy, occurredOn: '0000-02-02' } }],
  ]

  test.each(cases)('are refused by line: %s', async (_name, row) => {
    const { counts, lines } = await importFile('crafter', write([add, row]))
    expect([counts.refused, lines.at(-1)?.outcome]).toEqual([1, 'refused'])
  })

  const record = (id: string, body: object) =>
    stack.ask('portfolio.recordChainEvent', {
      user: 'typist',
      params: { id },
      body: { event_id: id, kind: 'buy_shares', ticker: 'XYZ', shares: 100, price: 50, ...body },
    })

  test.each([
    ['fees', { occurred_on: '2026-02-02', fees_usd: 1e12 }],
    ['day', { occurred_on: '0000-02-02' }],
    ['shares', { occurred_on: '2026-02-02', shares: 1e-9 }],
  ])('are refused by the form too: %s', async (id, body) => {
    expect((await record(id, body)).status).toBe(400)
  })
})

describe('the ledger that is kept in memory', () => {
  test('is not that of a write which a snapshot does not see yet, nor that of a user who was erased', async () => {
    const user = 'racer'
    const reader = createLedgerReader()
    const ids = (events: Awaited<ReturnType<typeof reader.read>>['events']) =>
      events.map(({ record }) => ('positionId' in record ? record.positionId : null))
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'first' }) })
    await stack.database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        expect(ids((await reader.read(snapshot, user)).events)).toEqual(['first'])
        await stack.get('portfolio.add', { user, body: inventPosition({ id: 'second', strike_price: 70 }) })
        const newer = await reader.read(stack.database, user)
        expect(ids(newer.events)).toEqual(['first', 'second'])
        expect(ids((await reader.read(snapshot, user)).events)).toEqual(['first'])
        expect(await reader.read(stack.database, user)).toBe(newer)
      })
    await stack.get('portfolio.erase', { as: { kind: 'service' }, params: { id: user } })
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'third' }) })
    expect(ids((await reader.read(stack.database, user)).events)).toEqual(['third'])
  })
})
