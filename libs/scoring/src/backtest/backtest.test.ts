import { expect, test } from '@jest/globals'
import { priceEuropean } from '../option-math/european.ts'
import { type BacktestHistory, type PastCall, type PastClose, runBacktest } from './backtest.ts'
import { listModelledCalls } from './modelled-calls.ts'

/**
 * 24 months by hand: sold on, price, strike, premium, dividends in the term, and the results with and without the call
 * in percent. Example, first row: (104 − 0) / (100 − 2) = 1.061224 with the call, 104 / 100 = 1.04 without.
 */
const MONTHS = [
  ['2023-12-15', 100, 105, 2, 0, 6.1224, 4],
  ['2024-01-19', 104, 110, 1.5, 0.5, 0.9756, -0.4808],
  ['2024-02-16', 103, 105, 1.8, 0, 3.7549, 4.8544],
  ['2024-03-15', 108, 115, 2, 0, -4.717, -6.4815],
  ['2024-04-19', 101, 105, 2.2, 0.5, -1.3158, -3.4653],
  ['2024-05-17', 97, 100, 2.4, 0, 4.6512, 2.0619],
  ['2024-06-21', 99, 105, 1.9, 0, 8.1359, 7.0707],
  ['2024-07-19', 106, 110, 1.6, 0.5, 5.8429, 6.1321],
  ['2024-08-16', 112, 115, 1.7, 0, -0.272, -1.7857],
  ['2024-09-20', 110, 115, 2, 0, 0.9259, -0.9091],
  ['2024-10-18', 109, 115, 1.75, 0.55, 7.7389, 6.0092],
  ['2024-11-15', 115, 120, 1.9, 0, 4.3324, 2.6087],
  ['2024-12-20', 118, 125, 2.1, 0, -4.2278, -5.9322],
  ['2025-01-17', 111, 115, 2.5, 0.55, -2.7189, -4.9099],
  ['2025-02-21', 105, 110, 2.6, 0, -2.3438, -4.7619],
  ['2025-03-21', 100, 105, 2.8, 0, -5.3498, -8],
  ['2025-04-17', 92, 95, 3.5, 0.55, 7.9661, 7.1196],
  ['2025-05-16', 98, 105, 2.4, 0, 8.7866, 6.1224],
  ['2025-06-20', 104, 110, 2, 0, 4.902, 2.8846],
  ['2025-07-18', 107, 110, 1.8, 0.55, -1.5684, -3.2243],
  ['2025-08-15', 103, 110, 1.9, 0, 7.814, 5.8252],
  ['2025-09-19', 109, 115, 1.7, 0, 6.2442, 4.5872],
  ['2025-10-17', 114, 120, 1.85, 0.6, -1.3821, -2.9825],
  ['2025-11-21', 110, 115, 2, 0, 6.4815, 5.4545],
] as const
const LAST = { date: '2025-12-19', close: 116 }
const CLOSES: readonly PastClose[] = [...MONTHS.map(([date, close]) => ({ date, close })), LAST]
/** Each ex-date is a week before its expiration; one is on a sale's day and belongs to the term before. */
const DIVIDENDS = MONTHS.flatMap(([, , , , cash], index) => {
  const end = CLOSES[index + 1]
  return cash === 0 || end === undefined ? [] : [{ exDate: end.date, cash }]
})

const RULE = { kind: 'delta', delta: 0.25, days: 30 } as const

/** The call of the table, among others that the rule must not choose. */
async function listTableCalls({ date, close }: PastClose): Promise<PastCall[]> {
  const index = MONTHS.findIndex(([day]) => day === date)
  const [, , strike, premium] = MONTHS[index] ?? MONTHS[0]
  const expiration = CLOSES[index + 1]?.date ?? '2026-01-16'
  const call = { expiration, strike, premium }
  return [
    { ...call, strike: strike - 5, delta: 0.4 },
    { ...call, delta: null, strike: close },
    { ...call, delta: 0.24 },
    // As far from the wanted delta as the one above: the higher strike is sold.
    { ...call, strike: strike - 1, delta: 0.26 },
    { ...call, strike: strike + 5, delta: 0.25, premium: 0 },
    { ...call, expiration: '2026-06-18', delta: 0.25 },
  ]
}

const HISTORY: BacktestHistory = { closes: CLOSES, dividends: DIVIDENDS, listCalls: listTableCalls }

test('24 months of calls give the results that were worked by hand', async () => {
  const result = await runBacktest(RULE, HISTORY)
  expect(result?.cycles.map((cycle) => [cycle.soldOn, cycle.priceAtSale, cycle.strike, cycle.premium])).toEqual(
    MONTHS.map(([date, price, strike, premium]) => [date, price, strike, premium]),
  )
  for (const [index, [, , , , dividends, covered, holding]] of MONTHS.entries()) {
    const cycle = result?.cycles[index]
    expect(cycle?.dividends).toBe(dividends)
    expect(cycle?.coveredReturnPct).toBeCloseTo(covered, 4)
    expect(cycle?.holdingReturnPct).toBeCloseTo(holding, 4)
  }
  expect(result).toMatchObject({
    from: '2023-12-15',
    to: '2025-12-19',
    expiredCount: 19,
    assignedCount: 5,
    profitableCount: 15,
    aheadCount: 22,
    uncoveredSessions: 0,
  })
  expect(result?.coveredReturnPct).toBeCloseTo(77.977244, 5)
  expect(result?.holdingReturnPct).toBeCloseTo(20.830178, 5)
  // 735 days.
  expect(result?.coveredAnnualPct).toBeCloseTo(33.146777, 5)
  expect(result?.holdingAnnualPct).toBeCloseTo(9.852059, 5)
  expect(result?.averagePremiumPct).toBeCloseTo(1.98869, 5)
  expect(result?.worstCoveredPct).toBeCloseTo(-5.3498, 4)
  expect(result?.worstHoldingPct).toBeCloseTo(-8, 4)
})

test('a call that is still open at the last close does not count, and neither do the days after the last settlement', async () => {
  const result = await runBacktest(RULE, { ...HISTORY, closes: CLOSES.slice(0, 3), dividends: [] })
  expect(result).toMatchObject({ to: '2024-02-16', expiredCount: 2 })
  const half = [...CLOSES.slice(0, 2), { date: '2024-02-01', close: 50 }]
  expect(await runBacktest(RULE, { ...HISTORY, closes: half })).toMatchObject({
    to: '2024-01-19',
    coveredAnnualPct: null,
  })
  expect(await runBacktest(RULE, { ...HISTORY, closes: half.slice(0, 1) })).toBeNull()
  expect(await runBacktest(RULE, { ...HISTORY, closes: [] })).toBeNull()
})

test('a session without a call that fits leaves the shares uncovered until the next one', async () => {
  const closes = [
    { date: '2024-01-17', close: 100 },
    { date: '2024-01-18', close: 102 },
    { date: '2024-01-19', close: 104 },
    { date: '2024-02-16', close: 103 },
  ]
  const listCalls = async (close: PastClose) => (close.date < '2024-01-19' ? [] : listTableCalls(close))
  const result = await runBacktest(RULE, { closes, dividends: [{ exDate: '2024-01-18', cash: 1 }], listCalls })
  expect(result).toMatchObject({ from: '2024-01-17', uncoveredSessions: 2 })
  // (102 + 1) / 100 × 104 / 102 × 103 / (104 − 1.5) and the same without the premium.
  expect(result?.coveredReturnPct).toBeCloseTo((1.03 * (104 / 102) * (103 / 102.5) - 1) * 100, 10)
  expect(result?.holdingReturnPct).toBeCloseTo((1.03 * (104 / 102) * (103 / 104) - 1) * 100, 10)
  expect(await runBacktest(RULE, { ...HISTORY, listCalls: async () => [] })).toBeNull()
})

test('a term without a single close settles at the next known close', async () => {
  const closes = [CLOSES[0], { date: '2024-03-15', close: 108 }].filter((close) => close !== undefined)
  expect(await runBacktest(RULE, { ...HISTORY, closes })).toMatchObject({ cycles: [{ priceAtEnd: 108 }] })
})

test('the buy-write rule sells the one-month call at or above the price, at a monthly expiration', async () => {
  const listCalls = async (): Promise<PastCall[]> =>
    [
      ['2024-01-12', 100],
      ['2024-01-19', 99],
      ['2024-01-19', 105],
      ['2024-01-19', 100],
      ['2024-02-16', 100],
    ].map(([expiration, strike]) => ({ expiration: `${expiration}`, strike: Number(strike), delta: null, premium: 3 }))
  const closes = CLOSES.slice(0, 2)
  const result = await runBacktest({ kind: 'buy_write' }, { closes, dividends: [], listCalls })
  expect(result?.cycles).toMatchObject([{ expiration: '2024-01-19', strike: 100, outcome: 'assigned' }])
})

test('modelled calls expire on the Fridays in range and cost what the model says, less the cost of the spread', () => {
  const market = {
    date: '2025-03-17',
    close: 100,
    impliedVolatility: 0.3,
    rate: 0.04,
    dividends: [
      { exDate: '2025-04-01', cash: 0.5 },
      { exDate: '2025-03-17', cash: 9 },
    ],
    costPct: 3,
  }
  const calls = listModelledCalls(market, { minDays: 18, maxDays: 39 })
  // Good Friday is on April 18, 2025.
  expect([...new Set(calls.map(({ expiration }) => expiration))]).toEqual([
    '2025-04-04',
    '2025-04-11',
    '2025-04-17',
    '2025-04-25',
  ])
  const call = calls.find(({ expiration, strike }) => expiration === '2025-04-17' && strike === 105)
  const price = priceEuropean({
    type: 'call',
    spot: 100,
    strike: 105,
    years: 31 / 365,
    rate: 0.04,
    dividends: [{ years: 15 / 365, cash: 0.5 }],
    vol: 0.3,
  })
  expect(call?.premium).toBe(Math.floor(price * 97) / 100)
  expect(() => listModelledCalls({ ...market, impliedVolatility: 0 }, { minDays: 18, maxDays: 39 })).toThrow(RangeError)
  expect(() => listModelledCalls({ ...market, close: -1 }, { minDays: 18, maxDays: 39 })).toThrow(RangeError)
})
