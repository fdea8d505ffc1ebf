import { createHash } from 'node:crypto'
import { createRuntime, migrate, openDatabase } from '@callwright/service'
import { buildTestConfig, createTestDatabase } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import * as firstRelease from '../../src/db/migrations/20261122T1000_portfolio.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import type { Tables } from '../../src/db/schema.ts'
import { listCloses, openBook } from '../book.ts'
import { openStack, type Stack } from '../support.ts'

/** Terms as the release before the ledger stored them. */
interface OldTerms {
  readonly ticker: string
  readonly entryDate: string
  readonly expiryDate: string
  readonly strikePrice: number
  readonly entryPremium: number
  readonly entryPrice: number
  readonly contracts: number
  readonly notes: string | null
}

const ko: OldTerms = {
  ticker: 'KO',
  entryDate: '2026-06-26',
  expiryDate: '2026-07-24',
  strikePrice: 65,
  entryPremium: 2.5,
  entryPrice: 60,
  contracts: 1,
  notes: null,
}
const many = { ...ko, expiryDate: '2026-08-21', strikePrice: 70, entryPremium: 1.2345, contracts: 4, notes: 'core' }
const returned = { ...ko, ticker: 'PEP', entryPrice: 61.5, contracts: 2 }
const expired = { ...ko, ticker: 'XOM', entryDate: '2026-06-01', expiryDate: '2026-06-26', strikePrice: 64 }
const split = {
  ...ko,
  ticker: 'SPL',
  entryDate: '2026-05-01',
  expiryDate: '2026-09-18',
  strikePrice: 1_300,
  entryPrice: 1_190,
}
const free = { ...ko, entryPremium: 0, strikePrice: 75 }

type Kind = 'open' | 'edit' | 'delete' | 'restore'
/** Positions with their events, the way they came to be as they are. */
const OLD: Readonly<
  Record<
    string,
    {
      readonly terms: OldTerms
      readonly isDeleted?: true
      readonly events: readonly (readonly [Kind, OldTerms | null])[]
    }
  >
> = {
  plain: { terms: ko, events: [['open', ko]] },
  many: {
    terms: many,
    events: [
      ['open', { ...many, entryPremium: 12 }],
      ['edit', many],
    ],
  },
  gone: {
    terms: returned,
    isDeleted: true,
    events: [
      ['open', returned],
      ['delete', null],
    ],
  },
  returned: {
    terms: returned,
    events: [
      ['open', { ...returned, contracts: 1 }],
      ['delete', null],
      ['restore', returned],
    ],
  },
  expired: { terms: expired, events: [['open', expired]] },
  split: { terms: split, events: [['open', split]] },
  free: { terms: free, events: [['open', free]] },
}
const USER = 'from the first release'
const shown = Object.entries(OLD).filter(([, { isDeleted }]) => isDeleted !== true)

/** A write whose answer the earlier release stored, and whose client has not received it. */
const unanswered = {
  id: 'plain',
  ticker: 'KO',
  entry_date: '2026-06-26',
  expiry_date: '2026-07-24',
  strike_price: 65,
  entry_premium: 2.5,
  entry_price: 60,
}

async function fill(database: Kysely<Tables>): Promise<void> {
  for (const [id, { terms, isDeleted, events }] of Object.entries(OLD)) {
    const { ticker, entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts, notes } = terms
    await sql`
      insert into position (user_id, id, ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price,
        contracts, notes, deleted_at)
      values (${USER}, ${id}, ${ticker}, ${entryDate}, ${expiryDate}, ${strikePrice}, ${entryPremium}, ${entryPrice},
        ${contracts}, ${notes}, ${isDeleted === true ? new Date() : null})`.execute(database)
    for (const [kind, entered] of events) {
      await sql`
        insert into position_event (user_id, position_id, kind, terms)
        values (${USER}, ${id}, ${kind}, ${entered === null ? null : JSON.stringify(entered)})`.execute(database)
    }
  }
  const position = {
    ...unanswered,
    contracts: 1,
    shares: 100,
    notes: null,
    created_at: '2026-07-01T10:00:00.000Z',
    updated_at: '2026-07-01T10:00:00.000Z',
  }
  const content = JSON.stringify(['portfolio.add', {}, {}, unanswered])
  await sql`
    insert into kept_answer (user_id, key, fingerprint, answer)
    values (${USER}, 'lost', ${createHash('sha256').update(content).digest('base64url')},
      ${JSON.stringify({ status: 'success', outcome: 'created', position })})`.execute(database)
}

async function openFilled() {
  const database = await createTestDatabase('portfolio', { '20261122T1000_portfolio': firstRelease })
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'portfolio-of-the-first-release')
  await fill(openDatabase<Tables>(runtime, { url: database.url }))
  await runtime.close()
  await migrate({ url: database.url, migrations })
  return openStack({ database })
}

let stack: Stack
beforeAll(async () => {
  stack = await openFilled()
  stack.market.override('XOM', { closes: listCloses({ '2026-06-26': 63 }) })
  stack.market.override('SPL', {
    current_price: 121,
    splits: [{ kind: 'split', date: '2026-06-22', ratio: 10 }],
    closes: listCloses({ '2026-05-01': 119 }),
  })
})
afterAll(() => stack.close())

const readChains = () =>
  stack.database.selectFrom('chain').selectAll().where('userId', '=', USER).orderBy('id').execute()

test('every position of the first release is listed as before, with the same figures and totals', async () => {
  const { positions, totals, uncovered } = await stack.get('portfolio.list', { user: USER })
  expect(positions.map(({ id }) => id).toSorted()).toEqual(shown.map(([id]) => id).toSorted())
  // The market quotes every stock at 62 and every call at 1.25, except the expired and the split one.
  const worth: Readonly<Record<string, readonly [number | null, number]>> = { expired: [62, 0], split: [null, 0] }
  for (const [id, { terms }] of shown) {
    const [price, premium] = worth[id] ?? [62, 1.25]
    const shares = terms.contracts * 100
    const near = (usd: number) => (price === null ? null : expect.closeTo(usd * shares, 6))
    expect(positions.find((position) => position.id === id)).toMatchObject({
      ticker: terms.ticker,
      entry_date: terms.entryDate,
      expiry_date: terms.expiryDate,
      notes: terms.notes,
      strike_price: terms.strikePrice,
      entry_premium: terms.entryPremium,
      entry_price: terms.entryPrice,
      contracts: terms.contracts,
      shares,
      chain_id: id,
      has_events: false,
      shares_from: 'new',
      stock_pnl: near((price ?? 0) - terms.entryPrice),
      option_pnl: near(terms.entryPremium - premium),
      cc_pnl: near((price ?? 0) - terms.entryPrice + terms.entryPremium - premium),
    })
  }
  const sum = (figure: (terms: OldTerms) => number) =>
    shown.reduce((total, [, { terms }]) => total + figure(terms) * terms.contracts * 100, 0)
  expect(totals).toMatchObject({
    positions: 6,
    contracts: 10,
    cost: expect.closeTo(
      sum(({ entryPrice }) => entryPrice),
      6,
    ),
    premium: expect.closeTo(
      sum(({ entryPremium }) => entryPremium),
      6,
    ),
    cc_pnl: { counted: 5, left_out: 1 },
    chains_pnl: { counted: 5, left_out: 1 },
  })
  // Without rolls and realized results, the P&L of the chains is that of the positions.
  expect(totals.chains_pnl.usd).toBeCloseTo(totals.cc_pnl.usd ?? Number.NaN, 6)
  expect(uncovered).toEqual([])
})

test('the stored row of every chain is what a replay of its old events gives', async () => {
  const before = await readChains()
  expect(before).toHaveLength(7)
  // Recording a note writes the rows of its chain from a replay, where they differ.
  for (const [id] of shown) {
    const body = { event_id: `note-${id}`, kind: 'note', note: 'Migrated' }
    await stack.get('portfolio.recordCallEvent', { user: USER, params: { id }, body })
  }
  expect(await readChains()).toEqual(before)
})

test('a write that the first release answered is answered again from its stored response', async () => {
  const headers = { 'idempotency-key': 'lost' }
  const answer = await stack.get('portfolio.add', { user: USER, body: unanswered, headers })
  expect(answer).toMatchObject({ outcome: 'created', position: { id: 'plain' } })
  expect(await stack.listIds(USER)).toHaveLength(6)
})

test('the first event of an old position works, whatever it is', async () => {
  const book = openBook(stack, USER)
  const closed = await book.on('many', {
    kind: 'close',
    occurred_on: '2026-07-06',
    contracts: 1,
    price: 0.4,
    fees_usd: 0.65,
  })
  expect(closed.event.realized_options_usd).toBe(82.8)
  expect(closed).toMatchObject({ position: { contracts: 3, entry_premium: 1.2345 }, chain: { shares_held: 400 } })
  await book.confirm([{ suggestion_id: 'expiry:expired', event_id: 'x', expected_kind: 'expire' }])
  expect((await book.chain('expired')).chain).toMatchObject({ realized_options_usd: 250, shares_held: 100 })
  await book.confirm([{ suggestion_id: 'split:split:2026-06-22', event_id: 's', expected_kind: 'adjust' }])
  expect((await book.chain('split')).chain.calls).toMatchObject([{ contracts_open: 10, strike_price: 130 }])
  const open = { id: 'rolled', expiry_date: '2026-08-21', strike_price: 66, premium: 2.1 }
  const rolled = await book.on('plain', { kind: 'roll', occurred_on: '2026-07-06', contracts: 1, close_price: 1, open })
  expect(rolled.event).toMatchObject({ realized_options_usd: 150, roll: { net_credit_usd: 110 } })
  await stack.get('portfolio.update', { user: USER, params: { id: 'free' }, body: { entry_premium: 0.75 } })
  expect((await book.chain('free')).chain).toMatchObject({ premium_received_usd: 75 })
  const terms = { ...unanswered, id: 'gone', ticker: 'PEP', entry_price: 61.5, contracts: 2 }
  const restored = await stack.get('portfolio.add', { user: USER, body: terms })
  expect(restored).toMatchObject({ outcome: 'restored', position: { contracts: 2 } })
  await stack.get('portfolio.remove', { user: USER, params: { id: 'returned' } })
  const left = (await book.list()).positions.map(({ id }) => id)
  expect(left.toSorted()).toEqual(['free', 'gone', 'many', 'rolled', 'split'])
  // L1: the stored rows are still what a replay gives.
  const before = await book.dump()
  const [, , chainsBefore] = JSON.parse(before)
  for (const [id] of shown.filter(([name]) => name !== 'returned')) {
    await book.onChain(id, { kind: 'note', note: 'Looked at', event_id: `again-${id}` })
  }
  const [positions, , chains] = JSON.parse(await book.dump())
  expect([positions, chains]).toEqual([JSON.parse(before)[0], chainsBefore])
})
