import { MAX_EVENTS } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
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
  const CHAINS = 5_000
  const shares = Array.from({ length: CHAINS }, (_, index) => ({
    ...{ eventId: `e-${index}`, chainId: `c-${index}`, details: { ...buy, shares: index + 1 } },
  }))

  test('in more chains than one statement can take is imported, and taken back although no event has room', async () => {
    const { counts, import_id: id } = await importFile(user, write(shares))
    expect([counts.event, counts.refused]).toEqual([CHAINS, 0])
    const chains = await stack.database.selectFrom('chain').select('shares').where('userId', '=', user).execute()
    expect([chains.length, chains.reduce((sum, chain) => sum + chain.shares, 0)]).toEqual([CHAINS, 12_502_500])
    await sql`
      insert into position_event (user_id, position_id, chain_id, event_id, kind, occurred_on, note, body)
      select ${user}, null, 'c-0', 'note ' || number, 'note', '2026-06-01', 'Looked at it', '{}'
      from generate_series(1, ${MAX_EVENTS - CHAINS}::integer) number`.execute(stack.database)
    const add = await stack.ask('portfolio.add', { user, body: inventPosition() })
    expect(problemOf(add).code).toBe('too_many_events')
    expect(await undo(user, id)).toMatchObject({ events: CHAINS })
    expect(await listChains(user)).toEqual([])
    const text = (await stack.ask('portfolio.export', { user, query: { what: 'ledger' } })).text
    expect((await preview('other', text)).counts).toMatchObject({
      event: 0,
      refused: 0,
      ignored: MAX_EVENTS + CHAINS + 1,
    })
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
    ['fees with five decimals', { eventId: 'b', details: { ...buy, feesUsd: 0.123_45 } }],
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

describe('rows of a broker that the database would refuse', () => {
  const header = 'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount'
  const day = '6/1/2026,6/1/2026,6/2/2026'
  const buyShares = (shares: string, price: string, when = day) => `${when},ABC,Abc,Buy,${shares},${price},`
  const sell = (contracts: string, price: string, amount = '') =>
    `${day},ABC,ABC 8/21/2026 Call $30.00,STO,${contracts},${price},${amount}`
  const cases: readonly [string, readonly string[]][] = [
    ['a price of a billion', [buyShares('100', '$1000000000.00')]],
    ['a billion billion shares', [buyShares('1000000000000000000', '$1.00')]],
    ['a day in the year 1', [buyShares('100', '$25.00', '1/1/0001,1/1/0001,1/1/0001')]],
    ['shares that cost almost nothing', [buyShares('1000000', '$0.0000001'), sell('1', '$0.50', '$49.95')]],
    ['ten billion contracts', [buyShares('100', '$25.00'), sell('10000000000', '$0.50')]],
    ['fees of a billion', [buyShares('100', '$25.00'), sell('100000', '$999999.00', '$1.00')]],
  ]

  test.each(cases)('are refused or stored: %s', async (name, rows) => {
    const user = `client with ${name}`
    const csv = [header, ...rows].join('\n')
    const shown = await preview(user, csv)
    const answers = Object.fromEntries(shown.questions.map(({ id, choices }) => [id, choices[0]?.value ?? '25']))
    const { status } = await stack.ask('portfolio.import', { user, body: { csv, answers } })
    expect(status).toBe(200)
  })
})

test('what is more than one event can be is refused, so that everything recorded can be imported from an export', async () => {
  const header = 'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount'
  const row = (day: number, text: string) => `6/${day}/2026,6/${day}/2026,6/${day}/2026,ABC,${text}`
  const sale = row(10, 'ABC 8/21/2026 Call $30.00,STO,6000,$0.50,')
  const buys = [1, 2].map((day) => row(day, 'Abc,Buy,600000,$25.00,'))
  const csv = [header, ...buys, row(3, 'Abc,Buy,0.0000001,$26.00,'), sale, sale].join('\n')
  const { lines } = await preview('whale', csv)
  expect(lines.filter(({ outcome }) => outcome === 'refused').map(({ reason }) => reason)).toEqual([
    'The quantity 1e-7 is too small.',
    ...Array.from({ length: 2 }, () => 'One event has at most 10,000 contracts.'),
  ])
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
