import { describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { tryPlan } from '../import/try-plan.ts'
import { EMPTY_LEDGER } from '../ledger/ledger-book.ts'
import { planLedgerFile } from './plan-ledger.ts'

interface WrittenRow {
  readonly eventId: string
  readonly kind?: string
  readonly ticker?: string
  readonly account?: string
  readonly positionId?: string
  readonly details?: object
}

const purchase = { occurredOn: '2026-02-02', occurredAt: null, feesUsd: 0, acquiredOn: null, taxCost: null }
const buy = { ...purchase, symbol: 'XYZ', shares: 100, price: 50 }
const terms = { symbol: 'XYZ', entryDate: '2026-02-02', expiration: '2026-03-20', strike: 55 }
const open = {
  ...purchase,
  sharesFrom: 'new',
  acceptUncovered: false,
  terms: { ...terms, premium: 1, entryPrice: 50, contracts: 1 },
}

const write = (rows: readonly WrittenRow[]): string =>
  Papa.unparse(
    rows.map(({ eventId, kind = 'buy_shares', ticker = 'XYZ', account = '', positionId = '', details = buy }) => ({
      ...{ event_id: eventId, kind, ticker, account, chain_id: 'own', position_id: positionId },
      details: JSON.stringify(details),
    })),
  )

const planFile = (csv: string) => planLedgerFile(csv, { ledger: EMPTY_LEDGER, chains: [], today: '2026-11-20' })
const outcomesOf = async (rows: readonly WrittenRow[]) =>
  (await planFile(write(rows))).plan.fates.slice(1).map(({ outcome }) => outcome)

describe('a ledger file that was changed', () => {
  test.each([
    ['2026-02-01T25:00:00Z', 'refused'],
    ['2026-02-30T10:00:00Z', 'refused'],
    ['2026-02-02T10:00:60Z', 'refused'],
    ['2026-02-02T10:00:00.5Z', 'event'],
  ])('with the time %s: %s', async (occurredAt, outcome) => {
    expect(await outcomesOf([{ eventId: 'a', details: { ...buy, occurredAt } }])).toEqual([outcome])
  })

  test.each(['__proto__', 'constructor', 'toString', 'void'])('refuses the kind %s', async (kind) => {
    expect(await outcomesOf([{ eventId: 'a', kind }])).toEqual(['refused'])
  })

  test('refuses keys and tickers that no export has', async () => {
    expect(
      await outcomesOf([
        { eventId: 'a', details: { ...buy, importKeys: ['schwab.\u0000'] } },
        { eventId: 'b', ticker: 'x'.repeat(9) },
        { eventId: 'c', ticker: '' },
      ]),
    ).toEqual(['refused', 'refused', 'refused'])
  })

  test('keeps of an account only what the database can store', async () => {
    const { plan } = await planFile(write([{ eventId: 'a', account: 'My\u0000account\ud800' }]))
    expect(plan.accounts).toEqual(['My account\ufffd'])
  })

  // With the search for a free id from the start for every row, this would compute 12 million digests.
  test('with one id for 5,000 calls gives each call its own', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ eventId: `e${index}`, kind: 'open', positionId: 'same', details: open },
    }))
    const { plan } = await planFile(write(rows))
    expect(new Set(plan.events.map(({ draft }) => draft.positionId)).size).toBe(5_000)
  })
})

test('a premium with eight decimals, which fills of one order come to, is read', async () => {
  const merged = { ...open, terms: { ...open.terms, premium: 1.234_567_89 } }
  expect(await outcomesOf([{ eventId: 'a', kind: 'open', positionId: 'p', details: merged }])).toEqual(['event'])
})

test('a call that was sold after its own expiration is refused with a sentence', async () => {
  const late = { ...open, terms: { ...open.terms, expiration: '2026-01-16' } }
  const { plan } = await planFile(write([{ eventId: 'a', kind: 'open', positionId: 'late', details: late }]))
  const { accepted, refused } = await tryPlan(EMPTY_LEDGER, plan.events)
  const sentence = 'The call expired on Jan 16, 2026, before it was sold on Feb 2, 2026.'
  expect([accepted, refused.map(({ reason }) => reason)]).toEqual([[], [sentence]])
})

test('events that the ledger refuses are left out with the reason, and those after too many refusals too', async () => {
  const sale = { ...purchase, shares: 500, price: 50, lots: null, acceptUncovered: false }
  const { acquiredOn: _day, taxCost: _cost, ...refused } = sale
  const rows = Array.from({ length: 300 }, (_, index) => ({
    ...{ eventId: `e${index}`, kind: 'sell_shares', details: refused },
  }))
  const { plan } = await planFile(write([{ eventId: 'first' }, ...rows]))
  const tried = await tryPlan(EMPTY_LEDGER, plan.events)
  expect(tried.refused.length + tried.accepted.length).toBe(301)
  expect(new Set(tried.refused.map(({ event }) => event.ref)).size).toBe(tried.refused.length)
})
