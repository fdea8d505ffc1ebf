import { describe, expect, test } from '@jest/globals'
import { openLedger } from '../../test/invented-ledger.ts'
import { inventTwoYears } from '../../test/two-years.ts'
import type { GrantPrices } from './call-qualification.ts'
import { isLongTerm } from './long-term.ts'
import { openTaxJudge } from './tax-flags.ts'
import { buildTaxView, type TaxRequest, type TaxRow } from './tax-view.ts'

type Ledger = ReturnType<typeof openLedger>

const at = (priorClose: number): GrantPrices => ({ priorClose, open: priorClose, listedStrikes: [] })
const UNKNOWN: GrantPrices = { priorClose: null, open: null, listedStrikes: [] }

const view = (ledger: Ledger, year: number, changes: Partial<TaxRequest> = {}) =>
  buildTaxView(ledger.replay(), {
    year,
    today: '2026-07-10',
    settingsOf: () => ({ account: null, isDeferred: false }),
    pricesOf: () => UNKNOWN,
    ...changes,
  })

const short = ({ dateAcquired, dateSold, proceedsUsd, costUsd, gainOrLossUsd, term }: TaxRow) => [
  ...[dateAcquired, dateSold, proceedsUsd, costUsd, gainOrLossUsd, term],
]
const buy = (ledger: Ledger, day: string, shares: number, price: number, more: Record<string, unknown> = {}) =>
  ledger.add('buy_shares', { occurredOn: day, shares, price, ...more })
const sell = (ledger: Ledger, day: string, shares: number, price: number, more: Record<string, unknown> = {}) =>
  ledger.add('sell_shares', { occurredOn: day, shares, price, ...more })

describe('the holding period', () => {
  test.each([
    ['2025-03-10', '2026-03-10', false],
    ['2025-03-10', '2026-03-11', true],
    ['2024-02-29', '2025-02-28', false],
    ['2024-02-29', '2025-03-01', true],
    ['2024-02-28', '2025-02-28', false],
    ['2024-02-28', '2025-03-01', true],
    ['2023-02-28', '2024-02-29', false],
    ['2023-02-28', '2024-03-01', true],
    ['2024-12-31', '2025-12-31', false],
    ['2024-12-31', '2026-01-01', true],
  ])('bought %s, sold %s: long-term is %s', (acquired, sold, expected) => {
    expect(isLongTerm(acquired, sold)).toBe(expected)
  })
})

describe('the worked examples of LIFECYCLE 4', () => {
  const twoOfFive = () =>
    openLedger()
      .open(
        { entryDate: '2026-01-05', expiration: '2026-03-20', strike: 52.5, premium: 1, contracts: 5 },
        { feesUsd: 3.25 },
        'a',
      )
      .add('assign', { positionId: 'a', occurredOn: '2026-03-11', contracts: 2 })
      .add('expire', { positionId: 'a', occurredOn: '2026-03-20' })

  test('E5: the premium of assigned calls joins the proceeds of the shares; expired calls are short-term', () => {
    const { rows, totals } = view(twoOfFive(), 2026)
    expect(rows).toEqual([
      {
        description: '200 sh XYZ',
        dateAcquired: '2026-01-05',
        dateSold: '2026-03-11',
        proceedsUsd: 10_698.7,
        costUsd: 10_000,
        code: null,
        adjustmentUsd: null,
        gainOrLossUsd: 698.7,
        term: 'short',
        kind: 'shares',
        symbol: 'XYZ',
        contract: null,
        quantity: 200,
        openedOn: '2026-01-05',
        closedOn: '2026-03-11',
        premiumInProceedsUsd: 198.7,
        proceeds1099bUsd: 10_698.7,
        qualified: null,
        flags: [],
        washSale: null,
        eventIds: ['e1', 'e2'],
      },
      {
        description: '3 calls XYZ 03/20/2026 $52.50',
        dateAcquired: '2026-03-20',
        dateSold: '2026-03-20',
        proceedsUsd: 298.05,
        costUsd: 0,
        code: null,
        adjustmentUsd: null,
        gainOrLossUsd: 298.05,
        term: 'short',
        kind: 'call',
        symbol: 'XYZ',
        contract: 'XYZ260320C00052500',
        quantity: 3,
        openedOn: '2026-01-05',
        closedOn: '2026-03-20',
        premiumInProceedsUsd: null,
        proceeds1099bUsd: 298.05,
        qualified: null,
        flags: [],
        washSale: null,
        eventIds: ['e1', 'e3'],
      },
    ])
    expect(totals).toEqual({ shortUsd: 996.75, longUsd: 0, checkUsd: 0 })
  })

  test('E6: an early assignment counts on its day', () => {
    const ledger = openLedger()
      .open(
        { entryDate: '2026-04-06', expiration: '2026-05-15', strike: 80, premium: 2.4, entryPrice: 78.5 },
        { feesUsd: 0.65 },
        'a',
      )
      .add('assign', { positionId: 'a', occurredOn: '2026-05-07', contracts: 1 })
    expect(view(ledger, 2026).rows.map(short)).toEqual([['2026-04-06', '2026-05-07', 8_239.35, 7_850, 389.35, 'short']])
  })

  test('E3 and E4: a roll is a loss of the old call for tax', () => {
    const ledger = openLedger()
      .open({ entryDate: '2026-01-12', expiration: '2026-02-20', strike: 100, premium: 2 }, { feesUsd: 0.65 }, 'a')
      .add('roll', {
        positionId: 'a',
        occurredOn: '2026-02-13',
        contracts: 1,
        closePrice: 2.4,
        feesUsd: 0.65,
        open: { positionId: 'b', expiration: '2026-03-20', strike: 102, premium: 3.1, contracts: 1, feesUsd: 0.65 },
      })
    const { rows, open } = view(ledger, 2026, { today: '2026-03-01' })
    expect(rows.map(short)).toEqual([['2026-02-13', '2026-02-13', 199.35, 240.65, -41.3, 'short']])
    expect(rows[0]).toMatchObject({ proceeds1099bUsd: -41.3, openedOn: '2026-01-12' })
    expect(open).toMatchObject([{ positionId: 'b', contracts: 1, strike: 102, contract: 'XYZ260320C00102000' }])
  })

  test('E10: each lot has its own term', () => {
    const ledger = openLedger()
    buy(ledger, '2026-02-02', 100, 30, { acquiredOn: '2024-11-04' })
    buy(ledger, '2026-02-02', 137.5, 42)
    ledger
      .open(
        { entryDate: '2026-03-02', expiration: '2026-04-17', strike: 45, premium: 1.1, contracts: 2 },
        { sharesFrom: 'held', feesUsd: 1.3 },
        'a',
      )
      .add('assign', { positionId: 'a', occurredOn: '2026-04-17', contracts: 2 })
    const { rows, totals } = view(ledger, 2026)
    expect(rows.map(short)).toEqual([
      ['2024-11-04', '2026-04-17', 4_609.35, 3_000, 1_609.35, 'long'],
      ['2026-02-02', '2026-04-17', 4_609.35, 4_200, 409.35, 'short'],
    ])
    expect(totals).toEqual({ shortUsd: 409.35, longUsd: 1_609.35, checkUsd: 0 })
  })

  test('E12: three tax years', () => {
    const ledger = inventTwoYears()
    const totals = [2024, 2025, 2026].map((year) => view(ledger, year).totals)
    expect(totals).toEqual([
      { shortUsd: 979.8, longUsd: 0, checkUsd: 0 },
      { shortUsd: 366.1, longUsd: 759.35, checkUsd: 0 },
      { shortUsd: 519.35, longUsd: 0, checkUsd: 0 },
    ])
    const { dividends, years } = view(ledger, 2024)
    expect(dividends.map(({ paidOn, amountUsd }) => [paidOn, amountUsd])).toEqual([
      ['2024-08-09', 40],
      ['2024-11-08', 40],
    ])
    expect(years).toEqual([2024, 2025, 2026])
    expect(view(ledger, 2024).open).toMatchObject([{ positionId: 'g' }])
    const judged = view(ledger, 2024, { pricesOf: () => at(50) }).rows.filter(({ kind }) => kind === 'call')
    expect(judged.map(({ closedOn, qualified }) => [closedOn, qualified])).toContainEqual(['2024-03-12', false])
    expect(judged.filter(({ qualified }) => qualified === true)).toHaveLength(4)
    const long = (pricesOf: TaxRequest['pricesOf']) =>
      view(ledger, 2025, { pricesOf }).rows.find((row) => row.term === 'long')
    expect(long(() => at(50))?.flags).toEqual([])
    expect(long(() => UNKNOWN)?.flags).toEqual(['qualification_unknown'])
  })
})

describe('years', () => {
  test('a year without entries is empty', () => {
    const { rows, totals, dividends, open, years } = view(openLedger(), 2025)
    expect({ rows, dividends, open, years }).toEqual({ rows: [], dividends: [], open: [], years: [] })
    expect(totals).toEqual({ shortUsd: 0, longUsd: 0, checkUsd: 0 })
  })

  test('a sale belongs to the year of its New York trade day, whatever the instant in UTC', () => {
    const ledger = openLedger()
    buy(ledger, '2025-12-01', 100, 50)
    sell(ledger, '2025-12-31', 60, 55, { occurredAt: '2026-01-01T00:30:00.000Z' })
    sell(ledger, '2026-01-01', 40, 55)
    expect([2025, 2026].map((year) => view(ledger, year).rows.map(({ quantity }) => quantity))).toEqual([[60], [40]])
  })

  test('contracts open at the end of a past year are those of December 31, adjusted ones without a contract symbol', () => {
    const ledger = openLedger()
      .open({ entryDate: '2025-11-03', expiration: '2026-02-20', strike: 60, premium: 1, contracts: 3 }, {}, 'a')
      .add('close', { positionId: 'a', occurredOn: '2025-12-30', contracts: 1, price: 0.5 })
      .add('adjust', {
        action: 'split',
        occurredOn: '2026-01-15',
        ratio: { new: 3, old: 2 },
        calls: [
          { positionId: 'a', contracts: 2, strike: 40, multiplier: 150, deliverableShares: 150, deliverableCashUsd: 0 },
        ],
      })
      .add('expire', { positionId: 'a', occurredOn: '2026-02-20' })
    expect(view(ledger, 2025).open).toEqual([
      expect.objectContaining({ contracts: 2, strike: 60, openedOn: '2025-11-03', contract: null }),
    ])
    expect(view(ledger, 2026)).toMatchObject({ open: [], rows: [{ quantity: 2, contract: null }] })
  })

  test('an expired call that was not confirmed is not open', () => {
    const ledger = openLedger().open({ entryDate: '2025-11-03', expiration: '2025-12-19', strike: 60, premium: 1 })
    expect(view(ledger, 2025).open).toEqual([])
    expect(view(ledger, 2025, { today: '2025-12-19' }).open).toHaveLength(1)
  })
})

describe('lots', () => {
  const two = { today: '2026-07-10' }

  test('the oldest shares of all chains of an account leave first, and named lots before them', () => {
    const ledger = openLedger()
    buy(ledger, '2025-01-10', 100, 20, { chainId: 'older' })
    buy(ledger, '2025-06-10', 100, 30, { chainId: 'newer' })
    sell(ledger, '2025-09-10', 40, 50, { chainId: 'newer' })
    sell(ledger, '2025-10-10', 100, 50, { chainId: 'older' })
    sell(ledger, '2025-11-10', 10, 50, { chainId: 'newer', lots: [{ lotId: 'e2', shares: 10 }] })
    expect(
      view(ledger, 2025, two).rows.map(({ dateAcquired, quantity, costUsd }) => [dateAcquired, quantity, costUsd]),
    ).toEqual([
      ['2025-01-10', 40, 800],
      ['2025-01-10', 60, 1_200],
      ['2025-06-10', 40, 1_200],
      ['2025-06-10', 10, 300],
    ])
  })

  test('a split restates the shares that a chain has after lots changed hands', () => {
    const ledger = openLedger()
    buy(ledger, '2025-01-10', 100, 20, { chainId: 'older' })
    buy(ledger, '2025-06-10', 100, 30, { chainId: 'newer' })
    sell(ledger, '2025-07-10', 100, 50, { chainId: 'newer' })
    ledger.add('adjust', { chainId: 'older', action: 'split', occurredOn: '2025-08-01', ratio: { new: 2, old: 1 } })
    sell(ledger, '2025-09-10', 200, 25, { chainId: 'older' })
    expect(
      view(ledger, 2025, two).rows.map(({ dateAcquired, quantity, costUsd }) => [dateAcquired, quantity, costUsd]),
    ).toEqual([
      ['2025-01-10', 100, 2_000],
      ['2025-06-10', 200, 3_000],
    ])
  })

  test('accounts have queues of their own, and tax-deferred ones are left out', () => {
    const ledger = openLedger()
    buy(ledger, '2025-01-10', 100, 20, { chainId: 'ira' })
    buy(ledger, '2025-02-10', 100, 25, { chainId: 'other' })
    buy(ledger, '2025-06-10', 100, 30)
    sell(ledger, '2025-09-10', 100, 50)
    sell(ledger, '2025-09-11', 100, 50, { chainId: 'ira' })
    const settingsOf = (chainId: string) => ({ account: chainId, isDeferred: chainId === 'ira' })
    expect(view(ledger, 2025, { settingsOf }).rows.map(short)).toEqual([
      ['2025-06-10', '2025-09-10', 5_000, 3_000, 2_000, 'short'],
    ])
  })

  test('the cost for tax counts, reinvested dividends are lots, and rows add up to the cent', () => {
    const ledger = openLedger()
    buy(ledger, '2025-01-10', 3, 10, { taxCost: 8.3333 })
    ledger.add('dividend', {
      occurredOn: '2025-03-10',
      exDate: '2025-03-01',
      amountUsd: 20,
      reinvested: { shares: 1.5, price: 12 },
    })
    sell(ledger, '2025-04-10', 1, 10.01, { feesUsd: 0.01 })
    sell(ledger, '2025-04-11', 3.5, 10)
    expect(view(ledger, 2025).rows.map(short)).toEqual([
      ['2025-01-10', '2025-04-10', 10, 8.33, 1.67, 'short'],
      ['2025-01-10', '2025-04-11', 20, 16.67, 3.33, 'short'],
      ['2025-03-10', '2025-04-11', 15, 18, -3, 'short'],
    ])
  })

  test('cash in lieu sells a fraction; without one it is a row to check', () => {
    const ledger = openLedger()
    buy(ledger, '2025-01-10', 105, 10)
    const reverse = { action: 'split', occurredOn: '2025-03-03', ratio: { new: 1, old: 10 } }
    ledger.add('adjust', { ...reverse, cashInLieuUsd: 55 })
    ledger.add('adjust', { action: 'terms', occurredOn: '2025-03-04', cashInLieuUsd: 7 })
    const { rows, totals } = view(ledger, 2025)
    expect(
      rows.map(({ description, costUsd, gainOrLossUsd, term }) => [description, costUsd, gainOrLossUsd, term]),
    ).toEqual([
      ['0.5 sh XYZ', 50, 5, 'short'],
      ['Cash in lieu XYZ', 0, 7, 'check'],
    ])
    expect(totals.checkUsd).toBe(7)
  })

  test('contracts end in the order in which they were written, even after all had ended', () => {
    const ledger = openLedger()
    buy(ledger, '2025-01-02', 300, 50)
    ledger
      .open({ entryDate: '2025-01-06', expiration: '2025-03-21', strike: 60, premium: 1 }, { sharesFrom: 'held' }, 'a')
      .add('close', { positionId: 'a', occurredOn: '2025-01-20', contracts: 1, price: 0.4 })
      .add('write_more', { positionId: 'a', occurredOn: '2025-02-03', contracts: 2, price: 1.5 })
      .add('expire', { positionId: 'a', occurredOn: '2025-03-21' })
    expect(
      view(ledger, 2025).rows.map(({ openedOn, closedOn, quantity, eventIds }) => [
        openedOn,
        closedOn,
        quantity,
        eventIds,
      ]),
    ).toEqual([
      ['2025-01-06', '2025-01-20', 1, ['e2', 'e3']],
      ['2025-02-03', '2025-03-21', 2, ['e4', 'e5']],
    ])
  })
})

describe('flags', () => {
  /** Shares bought on 2025-01-06, a call written on them, and the shares sold. */
  const written = (call: { day: string; expiration: string; end: string }, soldOn: string) => {
    const ledger = openLedger()
    buy(ledger, '2025-01-06', 100, 50)
    ledger
      .open({ entryDate: call.day, expiration: call.expiration, strike: 50, premium: 2 }, { sharesFrom: 'held' }, 'a')
      .add('close', { positionId: 'a', occurredOn: call.end, contracts: 1, price: 3 })
    return sell(ledger, soldOn, 100, 55)
  }
  const judge = (ledger: Ledger, year: number, prices: GrantPrices) =>
    view(ledger, year, { pricesOf: () => prices, today: '2027-12-31' }).rows.map(({ kind, term, flags }) => ({
      kind,
      term,
      flags,
    }))

  test.each([
    // Not qualified, because its term is 30 days: the holding period may start over on 2025-03-10.
    ['2026-03-10', 'check'],
    ['2026-03-11', 'long'],
  ])('shares with a call that is not qualified, sold %s: %s', (soldOn, term) => {
    const rows = judge(
      written({ day: '2025-02-18', expiration: '2025-03-20', end: '2025-03-10' }, soldOn),
      2026,
      at(48),
    )
    expect(rows).toEqual([{ kind: 'shares', term, flags: ['holding_period_reset'] }])
  })

  test.each([
    // Open for 20 days: the holding period may end 20 days later than 2026-01-07.
    ['2026-01-26', 'check'],
    ['2026-01-27', 'long'],
  ])('shares with a qualified call in the money, sold %s: %s', (soldOn, term) => {
    const ledger = written({ day: '2025-02-18', expiration: '2025-04-17', end: '2025-03-10' }, soldOn)
    const prices = { priorClose: 51, open: 51, listedStrikes: [45, 50, 55] }
    expect(judge(ledger, 2026, prices)).toEqual([{ kind: 'shares', term, flags: ['holding_period_suspended'] }])
    expect(judge(ledger, 2025, prices)).toEqual([{ kind: 'call', term: 'short', flags: ['holding_period_suspended'] }])
  })

  test('facts stored on the day on which the call was written come first, unless its terms were edited', () => {
    const stored = (day: string) => {
      const grant = { symbol: 'XYZ', day, expiration: '2025-04-17', ...at(51), listedStrikes: [45, 50, 55] }
      const ledger = openLedger()
        .open({ entryDate: '2025-02-18', expiration: '2025-04-17', strike: 50, premium: 2 }, { grant }, 'a')
        .add('write_more', {
          positionId: 'a',
          occurredOn: '2025-02-18',
          contracts: 1,
          price: 2,
          sharesFrom: 'new',
          grant,
        })
        .add('roll', {
          positionId: 'a',
          occurredOn: '2025-03-10',
          contracts: 2,
          closePrice: 1,
          open: { positionId: 'b', expiration: '2025-04-17', strike: 45, premium: 6, contracts: 2, feesUsd: 0 },
          grant: { ...grant, day: '2025-03-10' },
        })
        .add('expire', { positionId: 'b', occurredOn: '2025-04-17' })
      return view(ledger, 2025).rows.map(({ qualified }) => qualified)
    }
    expect(stored('2025-02-18')).toEqual([true, false])
    expect(stored('2025-02-19')).toEqual([null, false])
  })

  test('a qualified call out of the money, or one written on long-term shares, changes nothing', () => {
    const early = written({ day: '2025-02-18', expiration: '2025-04-17', end: '2025-03-10' }, '2026-02-02')
    expect(judge(early, 2026, at(48))).toEqual([{ kind: 'shares', term: 'long', flags: [] }])
    const late = written({ day: '2026-01-07', expiration: '2026-01-30', end: '2026-01-20' }, '2026-02-02')
    expect(judge(late, 2026, at(48))).toEqual([
      { kind: 'call', term: 'short', flags: [] },
      { kind: 'shares', term: 'long', flags: [] },
    ])
  })

  test('short-term shares stay short-term, with the flag', () => {
    const ledger = written({ day: '2025-02-18', expiration: '2025-03-20', end: '2025-03-10' }, '2025-06-02')
    expect(judge(ledger, 2025, UNKNOWN)).toEqual([
      { kind: 'call', term: 'short', flags: ['holding_period_reset'] },
      { kind: 'shares', term: 'short', flags: ['holding_period_reset'] },
    ])
  })

  test('the loss of a call written in the money on long-term shares may be long-term', () => {
    const ledger = written({ day: '2026-01-07', expiration: '2026-03-20', end: '2026-01-20' }, '2026-02-02')
    const call = (price: number) => judge(ledger, 2026, at(price))[0]
    expect(call(50.01)).toEqual({ kind: 'call', term: 'check', flags: ['loss_may_be_long_term'] })
    expect(call(50)).toEqual({ kind: 'call', term: 'short', flags: [] })
    expect(judge(ledger, 2026, UNKNOWN)[0]).toEqual({ kind: 'call', term: 'short', flags: [] })
  })

  test.each([
    ['2025-05-02', null],
    ['2025-05-03', '2025-05-03'],
    ['2025-07-02', '2025-07-02'],
    ['2025-07-03', null],
  ])('shares sold at a loss on 2025-06-02 and bought on %s: wash sale %s', (day, boughtOn) => {
    const ledger = openLedger()
    buy(ledger, '2025-01-06', 100, 50)
    buy(ledger, day, 10, 40, { chainId: 'ira' })
    sell(ledger, '2025-06-02', 100, 45)
    const settingsOf = (chainId: string) => ({ account: chainId, isDeferred: chainId === 'ira' })
    const [row] = view(ledger, 2025, { settingsOf }).rows
    expect(row?.washSale).toEqual(boughtOn === null ? null : { soldOn: '2025-06-02', boughtOn })
    expect(row).toMatchObject({
      gainOrLossUsd: -500,
      adjustmentUsd: null,
      flags: boughtOn === null ? [] : ['wash_sale_possible'],
    })
  })

  test('the purchase of the sold lot itself, another stock, or a gain is no wash sale', () => {
    const ledger = openLedger()
    buy(ledger, '2025-05-20', 100, 50)
    buy(ledger, '2025-06-03', 10, 40, { chainId: 'other', symbol: 'ABC' })
    sell(ledger, '2025-06-02', 50, 45)
    expect(view(ledger, 2025).rows[0]?.washSale).toBeNull()
    buy(ledger, '2025-06-20', 10, 40)
    sell(ledger, '2025-06-21', 50, 60)
    expect(view(ledger, 2025).rows.map(({ washSale }) => washSale?.boughtOn ?? null)).toEqual(['2025-06-20', null])
  })
})

test('a call of an earlier release that was sold after its own expiration is left without a verdict', () => {
  const call = { eventId: 'e', positionId: 'a', chainId: 'c', group: 'g', strike: 55, contracts: 1, grant: null }
  const writing = { ...call, day: '2026-02-02', expiration: '2026-01-16', endedOn: null }
  const none = { sales: [], endings: [], dividends: [], purchases: [], open: [], held: new Map() }
  const judge = openTaxJudge({ ...none, writings: new Map([['g', [writing]]]) }, () => at(50))
  expect(judge.isQualified([writing])).toBeNull()
})
