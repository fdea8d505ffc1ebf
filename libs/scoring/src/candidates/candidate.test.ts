import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, NO_EVENTS, quoted } from '../../test/invented-chain.ts'
import { type ListedContract, valueContracts } from '../chain/contract-row.ts'
import type { AnnouncedDividend } from '../position/events.ts'
import { usDate } from '../wording.ts'
import { previewRecommendation } from './candidate.ts'
import type { CandidateCriteria } from './criteria.ts'
import { selectCandidates } from './select-candidates.ts'

const { price, rate, asOfMs } = MARKET
/** A 35-day call with a delta of about 0.27: bid 1.00, ask 1.10, spread 9.5% of the mid, yield 10.4% a year. */
const CALL = quoted({ strike: 105 })
const IN_THE_MONEY = { targetDeltaMax: 1, allowInTheMoney: true }

function candidateOf(
  rows: ListedContract[],
  criteria: Partial<CandidateCriteria> = {},
  dividends: AnnouncedDividend[] = [],
) {
  const events = { ...NO_EVENTS, dividends }
  const market = { price, rate, asOfMs }
  const [candidate] = selectCandidates({ rows, market, events, ivRank: null, criteria }).candidates
  if (candidate === undefined) throw new Error('no candidate')
  return candidate
}

describe('figures of a candidate computed by hand', () => {
  test('matches the 105 call at 1.00/1.10, stock at 100, 35 days', () => {
    const candidate = candidateOf([CALL])
    expect(candidate).toMatchObject({
      contractSymbol: CALL.contractSymbol,
      daysToExpiration: 35,
      mid: 1.05,
      moneyness: 'OTM',
      annualizedYieldPct: expect.closeTo(10.428571, 6),
      annualizedTimeValueYieldPct: expect.closeTo(10.428571, 6),
      timeValueUsd: 1,
      timeValueYieldPct: 1,
      breakeven: 99,
      cushionPct: 1,
      timeValueProtectionPct: 0,
      headroomPct: 5,
      earningsBeforeExpiration: null,
      exDividendBeforeExpiration: null,
      dividendsInTermUsd: null,
      earlyCalledReturn: null,
      earlyAssignmentRisk: false,
      belowMinimumYield: false,
      liquidityGates: {
        blue_collar_investor: true,
        montreal_exchange: true,
        covered_call_calculator: null,
        optytrades: true,
        power_options: true,
        barchart: true,
      },
    })
    expect(candidate.staticReturn).toMatchObject({ returnPct: 1, basis: 'stock_price', basisUsd: 100, days: 35 })
    expect(candidate.ifCalledReturn.returnPct).toBeCloseTo(6, 12)
    expect(candidate.ifCalledReturn.annualizedPct).toBeCloseTo((6 * 365) / 35, 9)
    const move = 100 * candidate.impliedVolatility * Math.sqrt(35 / 365)
    expect(candidate.expectedMove).toBeCloseTo(move, 10)
    expect(candidate.headroomEm).toBeCloseTo(5 / move, 10)
  })

  test('includes the row of the chain', () => {
    const dividends = [{ exDate: inDays(10), cash: 0.5 }]
    const [row] = valueContracts([CALL], { ...MARKET, dividends })
    expect(candidateOf([CALL], { targetDeltaMax: 0.4 }, dividends)).toMatchObject({ ...row })
  })

  test.each([
    ['net_debit', { returnBasis: 'net_debit' }, 1 / 0.99, 6 / 0.99],
    // Cost 80: 1 / 80 static, (105 − 80 + 1) / 80 if called.
    ['cost_basis', { returnBasis: 'cost_basis', costBasis: 80 }, 1.25, 32.5],
  ] as const)('on the basis %s', (basis, criteria, unchanged, ifCalled) => {
    const candidate = candidateOf([CALL], criteria)
    expect(candidate.staticReturn.basis).toBe(basis)
    expect(candidate.staticReturn.returnPct).toBeCloseTo(unchanged, 10)
    expect(candidate.ifCalledReturn.returnPct).toBeCloseTo(ifCalled, 10)
  })
})

describe('dividends', () => {
  const halfDollars = (...days: number[]) => days.map((count) => ({ exDate: inDays(count), cash: 0.5 }))

  test('figures include dividends in the term, but not those today or after it', () => {
    const candidate = candidateOf([CALL], { targetDeltaMax: 0.4 }, halfDollars(0, 10, 35, 36))
    expect(candidate).toMatchObject({ dividendsInTermUsd: 1, exDividendBeforeExpiration: true, breakeven: 98 })
    expect(candidate.staticReturn.returnPct).toBeCloseTo(2, 12)
    expect(candidate.ifCalledReturn.returnPct).toBeCloseTo(7, 12)
    expect(candidate.ifCalledReturnPct).toBeCloseTo(7, 12)
    expect(candidate.model).toBe('american_grid')
  })

  test('exercise for the first dividend earns no dividend, and its days end the day before the ex-date', () => {
    const { earlyCalledReturn } = candidateOf([CALL], { targetDeltaMax: 0.4 }, halfDollars(20, 10))
    expect(earlyCalledReturn).toMatchObject({ days: 9, basis: 'stock_price' })
    expect(earlyCalledReturn?.returnPct).toBeCloseTo(6, 12)
    expect(earlyCalledReturn?.annualizedPct).toBeCloseTo((6 * 365) / 9, 9)
    expect(candidateOf([CALL], {}, halfDollars(35)).earlyCalledReturn?.days).toBe(34)
    expect(candidateOf([CALL], {}, halfDollars(36)).earlyCalledReturn).toBeNull()
    expect(candidateOf([CALL], {}, [{ exDate: inDays(10), cash: 0 }]).earlyCalledReturn).toBeNull()
  })

  test('an ex-date without an amount gives unknown dollars, never 0', () => {
    const unknown = { exDate: inDays(10), cash: null }
    const candidate = candidateOf([CALL], {}, [unknown])
    expect(candidate).toMatchObject({ dividendsInTermUsd: null, exDividendBeforeExpiration: true, breakeven: 99 })
    expect(candidate.earlyCalledReturn?.days).toBe(9)
    const partly = candidateOf([CALL], { targetDeltaMax: 0.4 }, [unknown, ...halfDollars(20)])
    expect(partly).toMatchObject({ dividendsInTermUsd: null, breakeven: 98.5 })
    expect(candidateOf([CALL], {}, halfDollars(36))).toMatchObject({ dividendsInTermUsd: 0 })
    expect(candidateOf([CALL], {}, halfDollars(-3))).toMatchObject({ dividendsInTermUsd: null })
  })

  test.each([
    ['likely, the dividend exceeds the time value', { bid: 20.3, ask: 20.5 }, null, true],
    ['likely, the dividend exceeds the put', { bid: 20.7, ask: 20.9 }, { bid: 0.2, ask: 0.3 }, true],
    ['unlikely, the time value is higher and there is no put', { bid: 20.7, ask: 20.9 }, null, false],
    ['unlikely, the time value and the put are both higher', { bid: 20.7, ask: 20.9 }, { bid: 0.6, ask: 0.7 }, false],
  ])('in the money, ex-date within a week: early assignment %s', (_name, call, put, risk) => {
    const rows = [quoted({ strike: 80, ...call }), ...(put ? [quoted({ type: 'put', strike: 80, ...put })] : [])]
    const candidate = candidateOf(rows, IN_THE_MONEY, [{ exDate: inDays(5), cash: 0.6 }])
    expect(candidate).toMatchObject({ earlyAssignmentRisk: risk, timeValueProtectionPct: 20, moneyness: 'ITM' })
    expect(candidate.annualizedTimeValueYieldPct).toBeCloseTo(((call.bid - 20) * 365) / 35, 9)
    expect(candidate.reasons.join(' ').includes('Early assignment')).toBe(risk)
  })

  test('the reason names the dividend', () => {
    const { reasons } = candidateOf([quoted({ strike: 80, bid: 20.3, ask: 20.5 })], IN_THE_MONEY, [
      { exDate: inDays(5), cash: 0.6 },
    ])
    expect(reasons).toContain(
      `Early assignment is likely: the $0.60 dividend (ex-date ${usDate(inDays(5))}) exceeds the $0.40 of time value.`,
    )
  })

  test.each([
    ['nothing known', [], null],
    ['with only the last dividend known', [{ exDate: inDays(-3), cash: 0.6 }], null],
    ['with the next dividend in three weeks', [{ exDate: inDays(21), cash: 0.6 }], false],
    ['with the next dividend in five days, amount unknown', [{ exDate: inDays(5), cash: null }], null],
  ])('early assignment of a call in the money, %s', (_name, dividends, risk) => {
    const candidate = candidateOf([quoted({ strike: 80, bid: 20.3, ask: 20.5 })], IN_THE_MONEY, dividends)
    expect(candidate.earlyAssignmentRisk).toBe(risk)
  })
})

describe('the minimum yield', () => {
  /** A bid that yields `pct` percent a year at 35 days. */
  const paying = (pct: number) => {
    const bid = (pct * 35) / 365
    return quoted({ strike: 105, bid, ask: bid + 0.05 })
  }

  test.each([
    [10, false, null],
    [9.96, true, 'Not recommended: the static yield is just under 10.0% a year, under 10.0% a year.'],
    [9.9, true, 'Not recommended: the static yield is 9.9% a year, under 10.0% a year.'],
  ])('%d %%: below the minimum %p', (pct, below, words) => {
    const { belowMinimumYield, reasons } = candidateOf([paying(pct)])
    expect(belowMinimumYield).toBe(below)
    if (words !== null) expect(reasons[0]).toBe(words)
    else expect(reasons.join(' ')).not.toContain('Not recommended')
  })

  test('in the money, the time value must reach the minimum; the bid is not enough', () => {
    const candidate = candidateOf([quoted({ strike: 80, bid: 20.5, ask: 20.6 })], IN_THE_MONEY)
    expect(candidate.annualizedYieldPct).toBeGreaterThan(200)
    expect(candidate.belowMinimumYield).toBe(true)
  })
})

describe('recommendation after adding the candidate', () => {
  const terms = { symbol: 'TEST', price: MARKET.price, asOfMs: MARKET.asOfMs }

  test.each([
    ['a good call', CALL, {}, 'hold'],
    ['a yield under 10 %', quoted({ bid: 0.95, ask: 1.05 }), {}, 'close'],
    ['a strike too close', quoted({ strike: 102, bid: 3, ask: 3.1 }), { targetDeltaMax: 0.49 }, 'close'],
    ['a delta of 0.5', quoted({ strike: 101, bid: 6, ask: 6.1 }), { targetDeltaMax: 0.6 }, 'roll_out_and_up'],
    [
      'the last week',
      quoted({ strike: 101.5, expiration: inDays(7), bid: 0.3, ask: 0.32 }),
      { minDays: 1, maxDays: 60 },
      'let_assign',
    ],
  ] as const)('%s', (_name, row, criteria, action) => {
    expect(previewRecommendation(candidateOf([row], criteria), terms).action).toBe(action)
  })
})
