import { describe, expect, test } from '@jest/globals'
import { inventMarket, openLedger } from '../../test/invented-ledger.ts'
import { inventTwoYears } from '../../test/two-years.ts'
import { type ChainMarket, measureChain } from './chain-figures.ts'
import { describeRollResult } from './event-facts.ts'
import { sumIncome } from './income.ts'
import { toUsd } from './ledger-money.ts'
import type { Replayed } from './replay.ts'

const measure = (replayed: Replayed, market: ChainMarket) => {
  const chain = replayed.chains.get('chain')
  if (chain === undefined) throw new Error('no chain')
  return measureChain(chain, market)
}
const realizedBy = ({ results }: Replayed, kind: string) =>
  results
    .filter(({ event }) => event.kind === kind)
    .map(({ realizedOptions, realizedStock }) => [toUsd(realizedOptions), toUsd(realizedStock)])
const months = (replayed: Replayed) =>
  sumIncome(replayed, { by: 'month', from: null, to: null, includesChain: () => true, presumed: [] })

describe('the worked examples of LIFECYCLE 4', () => {
  test('E1: an expired call', () => {
    const ledger = openLedger().open(
      { entryDate: '2026-01-05', expiration: '2026-02-20', strike: 52.5, premium: 1.1 },
      { feesUsd: 0.65 },
      'a',
    )
    const presumed = inventMarket({ today: '2026-02-21', price: 51.8, mark: { premium: 0, isPresumed: true } })
    expect(measure(ledger.replay(), presumed)).toMatchObject({
      isPresumed: true,
      unrealizedOptionsUsd: 109.35,
      realizedOptionsUsd: 0,
      pnlUsd: 289.35,
    })
    const after = ledger.add('expire', { positionId: 'a', occurredOn: '2026-02-20' }).replay()
    expect(measure(after, inventMarket({ today: '2026-02-21', price: 51.8 }))).toMatchObject({
      ...{ isPresumed: false, realizedOptionsUsd: 109.35, adjustedCost: 48.9065, breakeven: 48.9065, state: 'open' },
    })
  })

  test('E2: a partial close', () => {
    const replayed = openLedger()
      .open(
        { entryDate: '2026-03-02', expiration: '2026-04-17', strike: 42, premium: 0.9, contracts: 5, entryPrice: 40 },
        { feesUsd: 3.25 },
        'a',
      )
      .add('close', { positionId: 'a', occurredOn: '2026-03-20', contracts: 2, price: 0.3, feesUsd: 1.3 })
      .replay()
    expect(realizedBy(replayed, 'close')).toEqual([[117.4, 0]])
    expect(measure(replayed, inventMarket({ today: '2026-03-20', price: 41, mids: { a: 0.55 } }))).toMatchObject({
      ...{ unrealizedOptionsUsd: 103.05, unrealizedStockUsd: 500, pnlUsd: 720.45, breakeven: 39.2291 },
      ...{ sharesHeld: 500, coveredShares: 300, coverableContracts: 2 },
    })
  })

  const rolled = () =>
    openLedger()
      .open(
        { entryDate: '2026-01-12', expiration: '2026-02-20', strike: 100, premium: 2, entryPrice: 97 },
        { feesUsd: 0.65 },
        'a',
      )
      .add('roll', {
        ...{ positionId: 'a', occurredOn: '2026-02-13', contracts: 1, closePrice: 2.4, feesUsd: 0.65 },
        open: { positionId: 'b', expiration: '2026-03-20', strike: 102, premium: 3.1, contracts: 1, feesUsd: 0.65 },
        stockPrice: 101.5,
      })

  test('E3: a roll for a credit', () => {
    const ledger = rolled()
    const at = (mids: Record<string, number>) => inventMarket({ today: '2026-02-13', price: 101.5, mids })
    const before = openLedger()
    before.records.push(...ledger.records.slice(0, 1))
    expect(measure(before.replay(), at({ a: 2.35 })).pnlUsd).toBe(414.35)
    const replayed = ledger.replay()
    expect(measure(replayed, at({ b: 3.15 }))).toMatchObject({ pnlUsd: 403.05, breakeven: 94.3195 })
    expect(realizedBy(replayed, 'roll')).toEqual([[-41.3, 0]])
    const roll = replayed.results.find(({ event }) => event.kind === 'roll')
    expect(roll && describeRollResult(roll, replayed, () => null)).toMatchObject({
      ...{ netCreditUsd: 68.7, netCredit: 0.687, daysAdded: 28, strikeChange: 2, boughtUpValue: 1.5 },
      rollReturnPct: expect.closeTo(2.2, 10),
    })
  })

  test('E4: a roll for a debit', () => {
    const ledger = openLedger()
      .open(
        { entryDate: '2026-05-04', expiration: '2026-06-18', strike: 62.5, premium: 1.5, entryPrice: 60 },
        { feesUsd: 0.65 },
        'a',
      )
      .add('roll', {
        ...{ positionId: 'a', occurredOn: '2026-06-12', contracts: 1, closePrice: 3.8, feesUsd: 0.65 },
        open: { positionId: 'b', expiration: '2026-07-17', strike: 65, premium: 2.9, contracts: 1, feesUsd: 0.65 },
      })
    const replayed = ledger.replay()
    expect(measure(replayed, inventMarket({ today: '2026-06-12' })).breakeven).toBe(59.4195)
    expect(realizedBy(replayed, 'roll')).toEqual([[-231.3, 0]])
    const roll = replayed.results.find(({ event }) => event.kind === 'roll')
    expect(roll && describeRollResult(roll, replayed, () => 66)).toMatchObject({
      ...{ netCreditUsd: -91.3, strikeChange: 2.5 },
      rollReturnPct: expect.closeTo(2.56, 10),
    })
    const called = ledger.add('assign', { positionId: 'b', occurredOn: '2026-07-17', contracts: 1 }).replay()
    expect(measure(called, inventMarket({ today: '2026-07-20', closes: { '2026-07-17': 66 } })).pnlUsd).toBe(558.05)
  })

  test('E5: two of five assigned', () => {
    const replayed = openLedger()
      .open(
        { entryDate: '2026-01-05', expiration: '2026-03-20', strike: 52.5, premium: 1, contracts: 5 },
        { feesUsd: 3.25 },
        'a',
      )
      .add('assign', { positionId: 'a', occurredOn: '2026-03-11', contracts: 2 })
      .add('expire', { positionId: 'a', occurredOn: '2026-03-20' })
      .replay()
    expect(realizedBy(replayed, 'assign')).toEqual([[198.7, 500]])
    expect(realizedBy(replayed, 'expire')).toEqual([[298.05, 0]])
    const market = inventMarket({ today: '2026-03-21', price: 51, closes: { '2026-03-11': 53.4 } })
    expect(measure(replayed, market)).toMatchObject({
      ...{ sharesHeld: 300, adjustedCost: 49.0065, breakeven: 46.6775, pnlUsd: 1_296.75 },
      ...{ holdingPnlUsd: 980, versusHoldingUsd: 316.75, missedUpsideUsd: 0 },
    })
  })

  test('E6: assigned early, before a dividend', () => {
    const opened = () =>
      openLedger().open(
        { entryDate: '2026-04-06', expiration: '2026-05-15', strike: 80, premium: 2.4, entryPrice: 78.5 },
        { feesUsd: 0.65 },
        'a',
      )
    const early = opened().add('assign', { positionId: 'a', occurredOn: '2026-05-07', contracts: 1 }).replay()
    const market = inventMarket({ today: '2026-05-20', closes: { '2026-05-07': 84.2, '2026-05-15': 84.2 } })
    const figures = measure(early, market)
    expect(figures).toMatchObject({
      pnlUsd: 389.35,
      daysInvested: 31,
      versusHoldingUsd: -180.65,
      missedUpsideUsd: 180.65,
    })
    expect(figures.pnlPct).toBeCloseTo(4.96, 2)
    expect(figures.annualizedPct).toBeCloseTo(58.4, 2)
    const lasted = opened()
      .add('dividend', { chainId: 'chain', occurredOn: '2026-05-12', exDate: '2026-05-08', amountUsd: 62 })
      .add('assign', { positionId: 'a', occurredOn: '2026-05-15', contracts: 1 })
      .replay()
    const late = measure(lasted, market)
    expect(late).toMatchObject({ pnlUsd: 451.35, daysInvested: 39, state: 'ended', endedOn: '2026-05-15' })
    expect(late.annualizedPct).toBeCloseTo(53.81, 2)
  })

  test('E7: a split', () => {
    const replayed = openLedger()
      .open(
        { entryDate: '2026-02-02', expiration: '2026-06-18', strike: 325, premium: 8.75, entryPrice: 300 },
        { feesUsd: 0.65 },
        'a',
      )
      .add('adjust', {
        ...{ action: 'split', occurredOn: '2026-05-11', ratio: { new: 3, old: 1 } },
        calls: [
          {
            positionId: 'a',
            contracts: 3,
            strike: 108.33,
            multiplier: 100,
            deliverableShares: 100,
            deliverableCashUsd: 0,
          },
        ],
      })
      .add('close', { positionId: 'a', occurredOn: '2026-05-20', contracts: 1, price: 1.2, feesUsd: 0.65 })
      .add('expire', { positionId: 'a', occurredOn: '2026-06-18' })
      .replay()
    expect(realizedBy(replayed, 'close')).toEqual([[170.8, 0]])
    expect(realizedBy(replayed, 'expire')).toEqual([[582.9, 0]])
    const chain = replayed.chains.get('chain')
    expect(chain?.lots).toMatchObject([{ shares: 300e6, cost: 30_000e4 }])
    expect(measure(replayed, inventMarket({ today: '2026-06-19', price: 100 }))).toMatchObject({ pnlUsd: 753.7 })
  })

  test('E8: the bridge', () => {
    const fee = { feesUsd: 1.3 }
    const held = { ...fee, sharesFrom: 'held' } as const
    const two = { contracts: 2, entryPrice: 45.2 }
    const replayed = openLedger()
      .open({ ...two, entryDate: '2026-01-05', expiration: '2026-02-20', strike: 47, premium: 0.8 }, fee, 'a')
      .add('expire', { positionId: 'a', occurredOn: '2026-02-20' })
      .open({ ...two, entryDate: '2026-02-23', expiration: '2026-04-17', strike: 46, premium: 1.05 }, held, 'b')
      .add('close', { positionId: 'b', occurredOn: '2026-03-30', contracts: 2, price: 0.25, ...fee })
      .add('dividend', { occurredOn: '2026-03-13', exDate: '2026-03-02', amountUsd: 60 })
      .open({ ...two, entryDate: '2026-03-31', expiration: '2026-05-15', strike: 47.5, premium: 0.95 }, held, 'c')
      .replay()
    const { bridge, feesUsd, adjustedCost, breakevenWithDividends } = measure(
      replayed,
      inventMarket({ today: '2026-04-01' }),
    )
    expect(bridge.map(({ label, amountUsd }) => [label, amountUsd])).toEqual([
      ['tax_cost', 9_040],
      ['call_kept', -158.7],
      ['call_kept', -157.4],
      ['call_open', -188.7],
      ['adjusted_cost', 8_535.2],
      ['dividends', -60],
      ['breakeven_with_dividends', 8_475.2],
    ])
    expect([feesUsd, adjustedCost, breakevenWithDividends]).toEqual([5.2, 42.676, 42.376])
  })

  test('E9: income by month', () => {
    const replayed = rolled().add('expire', { positionId: 'b', occurredOn: '2026-03-20' }).replay()
    const { buckets, totals } = months(replayed)
    expect(
      buckets.map(({ key, netPremiumUsd, realizedOptionsUsd, rolls }) => [
        key,
        netPremiumUsd,
        realizedOptionsUsd,
        rolls,
      ]),
    ).toEqual([
      ['2026-01', 199.35, 0, 0],
      ['2026-02', 68.7, -41.3, 1],
      ['2026-03', 0, 309.35, 0],
    ])
    expect([totals.netPremiumUsd, totals.realizedOptionsUsd]).toEqual([268.05, 268.05])
  })

  test('E10: lots', () => {
    const replayed = openLedger()
      .add('buy_shares', { occurredOn: '2026-02-02', shares: 100, price: 30, acquiredOn: '2024-11-04' })
      .add('buy_shares', { occurredOn: '2026-02-02', shares: 137.5, price: 42 })
      .open(
        { entryDate: '2026-03-02', expiration: '2026-04-17', strike: 45, premium: 1.1, contracts: 2 },
        { sharesFrom: 'held', feesUsd: 1.3 },
        'a',
      )
      .add('assign', { positionId: 'a', occurredOn: '2026-04-17', contracts: 2 })
      .replay()
    const chain = replayed.chains.get('chain')
    expect(chain?.leavings[0]?.parts.map(({ shares, cost }) => [shares / 1e6, toUsd(cost)])).toEqual([
      [100, 3_000],
      [100, 4_200],
    ])
    expect(chain?.lots.map(({ shares, cost }) => [shares / 1e6, toUsd(cost)])).toEqual([[37.5, 1_575]])
    const market = inventMarket({ today: '2026-04-20', price: 46.2, closes: { '2026-04-17': 46.2 } })
    expect(measure(replayed, market)).toMatchObject({ coverableContracts: 0, missedUpsideUsd: 21.3 })
  })

  test('E11: a special dividend lowers the strike', () => {
    const replayed = openLedger()
      .open(
        { entryDate: '2026-03-02', expiration: '2026-06-18', strike: 600, premium: 12, entryPrice: 580 },
        { feesUsd: 0.65 },
        'a',
      )
      .add('adjust', {
        ...{ action: 'special_dividend', occurredOn: '2026-05-01' },
        calls: [
          {
            positionId: 'a',
            contracts: 1,
            strike: 585,
            multiplier: 100,
            deliverableShares: 100,
            deliverableCashUsd: 0,
          },
        ],
      })
      .add('dividend', { occurredOn: '2026-05-10', exDate: '2026-05-01', amountUsd: 1_500, special: true })
      .add('assign', { positionId: 'a', occurredOn: '2026-06-18', contracts: 1 })
      .replay()
    expect(realizedBy(replayed, 'assign')).toEqual([[1_199.35, 500]])
    expect(measure(replayed, inventMarket({ today: '2026-06-19', closes: { '2026-06-18': 590 } })).pnlUsd).toBe(
      3_199.35,
    )
  })

  test('E12: two years', () => {
    const figures = measure(inventTwoYears().replay(), inventMarket({ today: '2026-07-01', closes: CLOSES }))
    expect(figures).toMatchObject({
      ...{ realizedOptionsUsd: 1_174.6, premiumReceivedUsd: 1_750, paidToCloseUsd: 565, feesUsd: 10.4 },
      ...{ realizedStockUsd: 1_450, dividendsUsd: 164, pnlUsd: 2_788.6, daysInvested: 668, daysElapsed: 739 },
      ...{ versusHoldingUsd: 654.6, missedUpsideUsd: 170.65, state: 'ended' },
    })
    expect(figures.averageCapitalUsd).toBeCloseTo(5_479.79, 2)
    expect(figures.annualizedPct).toBeCloseTo(27.81, 2)
  })
})

const CLOSES = { '2024-04-19': 57.3, '2025-08-07': 62.8, '2026-01-16': 66.1 }
