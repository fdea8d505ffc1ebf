import { describe, expect, test } from '@jest/globals'
import { allocateGreekColumns, allocateSweepColumns, greekColumns, priceAmerican, sweepColumns } from '../src/index.ts'
import { seriesCdf, solveByPlainHalley, worstFigure } from './european.ts'
import { failed, type Measurement, rowOf, toJson, toMarkdown } from './report.ts'
import { firstDifference, selectBestRows } from './sweeps.ts'
import {
  BARS_PER_SYMBOL,
  CONTRACTS_PER_SYMBOL,
  dividendsAt,
  drawBars,
  drawUniverse,
  hasTimeValue,
  oneDividendCalls,
  proveVolatilities,
  scoringCalls,
} from './universe.ts'

const universe = drawUniverse(300)
const { columns } = universe

describe('test market', () => {
  test('is reproducible, and its first symbols do not depend on the count', () => {
    const few = drawUniverse(3)
    expect(few.symbols).toEqual(universe.symbols.slice(0, 3))
    for (const name of ['isCall', 'strike', 'days', 'vol', 'price'] as const) {
      expect(few.columns[name]).toEqual(columns[name].slice(0, 3 * CONTRACTS_PER_SYMBOL))
    }
    const [first] = universe.symbols
    if (first === undefined) throw new Error('no symbol')
    expect(drawBars(first, 0)).toEqual(drawBars(first, 0))
    expect(drawBars(first, 1).close).not.toEqual(drawBars(first, 0).close)
  })

  test('has 250 contracts per symbol, half of them calls, and 15 expirations of 4 to 746 days', () => {
    expect(columns.price.length).toBe(300 * CONTRACTS_PER_SYMBOL)
    expect(columns.isCall.reduce((sum, flag) => sum + flag, 0)).toBe(columns.isCall.length / 2)
    for (const start of [0, CONTRACTS_PER_SYMBOL * 299]) {
      const days = new Set(columns.days.slice(start, start + CONTRACTS_PER_SYMBOL))
      expect([days.size, Math.min(...days), Math.max(...days)]).toEqual([15, 4, 746])
    }
  })

  test('stays within its ranges of price and volatility, with every price within its bounds', () => {
    for (const { spot, atmVol } of universe.symbols) {
      expect(spot >= 3 && spot <= 3000 && atmVol >= 0.12 && atmVol <= 1.8).toBe(true)
    }
    const outside = columns.price.filter((price, index) => {
      const top = (columns.isCall[index] === 1 ? columns.spot[index] : columns.strike[index]) ?? 0
      return !(price > 0 && price < top)
    })
    expect([...outside]).toEqual([])
  })

  test('about one in six calls in the scoring set has one ex-date, and none has two', () => {
    const calls = scoringCalls(universe)
    const counts = calls.map((index) => dividendsAt(universe, index).length)
    const share = counts.filter((count) => count === 1).length / calls.length
    expect(share).toBeGreaterThan(0.12)
    expect(share).toBeLessThan(0.2)
    expect(Math.max(...counts)).toBe(1)
    const priced = oneDividendCalls(universe, 50)
    expect(priced.map(({ contract }) => contract.dividends?.length)).toEqual(Array(50).fill(1))
    expect(priced.every(({ price, contract }) => price < contract.spot)).toBe(true)
  })

  test('has bars with the close between low and high', () => {
    const { high, low, close } = drawBars({ spot: 100, atmVol: 0.3, cash: 0, exDays: 1 }, 7)
    expect([high.length, low.length, close.length]).toEqual(Array(3).fill(BARS_PER_SYMBOL))
    expect(close.every((price, day) => price >= (low[day] ?? Infinity) && price <= (high[day] ?? 0))).toBe(true)
  })
})

describe('the plain solver', () => {
  // At the forward (x = 0), b(s) = 2 N(s/2) − 1. The other rows are b(s) from 40-digit arithmetic.
  test.each([
    [0.079655674554058, 0, 0.2],
    [0.000848236181387133, -0.2, 0.1],
    [0.221399004849979, -0.2, 0.8],
    [5.33991178580086e-9, -0.5, 0.1],
  ])('b = %p at x = %p: s = %p', (beta, x, s) => {
    expect(solveByPlainHalley(beta, x) / s).toBeCloseTo(1, 11)
  })
})

describe('checks of the results', () => {
  const contract = { type: 'call', spot: 100, strike: 90, years: 0.5, rate: 0.04, vol: 0.3 } as const
  const dividends = [{ years: 0.25, cash: 5 }]

  // Exercise just before the ex-date pays 100 − 90 e^(−0.01) = 10.8955, at expiration without the dividend 11.7822; a
  // put waits for the drop: 90 e^(−0.01) − (80 − 5 e^(−0.01)) = 14.0547.
  test.each([
    [{ ...contract, dividends }, 10.896, false],
    [{ ...contract, dividends }, 10.897, true],
    [contract, 11.783, false],
    [contract, 11.784, true],
    [{ ...contract, type: 'put', spot: 80, dividends } as const, 14.055, false],
    [{ ...contract, type: 'put', spot: 80, dividends } as const, 14.056, true],
  ])('time value of %j at %p: %p', (terms, price, expected) => {
    expect(hasTimeValue({ contract: terms, price })).toBe(expected)
  })

  // N(x) from 15-digit tables.
  test.each([
    [0, 0.5],
    [0.1, 0.539827837277029],
    [-1, 0.158655253931457],
    [1.96, 0.97500210485178],
    [6, 0.999999999013412],
    [-9, 0],
  ])('the series for N(%p): %p', (x, expected) => {
    expect(seriesCdf(x)).toBeCloseTo(expected, 14)
  })

  test('detects one changed Greek in one row', () => {
    const few = drawUniverse(1).columns
    const right = allocateGreekColumns(few.price.length)
    greekColumns(few, right)
    expect(worstFigure(few, right).part).toBeLessThan(1)
    for (const figure of ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'] as const) {
      const changed = { ...right, [figure]: right[figure].map((value, row) => (row === 100 ? value * 1.0001 : value)) }
      const { figure: named, part } = worstFigure(few, changed)
      expect([named, part > 1]).toEqual([figure, true])
    }
  })

  test('reports a price with a wrong or missing volatility', () => {
    const payer = { ...contract, vol: 0.3, dividends }
    const { price } = priceAmerican(payer)
    expect(proveVolatilities([{ contract: payer, price }])).toMatchObject({ solved: 1, wrong: null })
    const idle = { ...contract, dividends }
    expect(proveVolatilities([{ contract: idle, price: 10.89 }])).toMatchObject({ solved: 0, wrong: null })
    expect(proveVolatilities([{ contract: idle, price: 101 }])).toMatchObject({
      solved: 0,
      wrong: '1 contracts with time value have no volatility',
    })
  })

  test('detects one changed bit in any column', () => {
    const [first, second] = [allocateSweepColumns(3), allocateSweepColumns(3, true)]
    expect(firstDifference(first, second)).toBeNull()
    second.theta[2] = -0
    expect(firstDifference(first, second)).toBe('theta')
  })

  test('the best call is out of the money, within days and delta, with the highest yield', () => {
    const swept = allocateSweepColumns(columns.price.length)
    sweepColumns(columns, swept)
    const best = new Int32Array(universe.symbols.length)
    selectBestRows(columns, swept, best)
    const isFitting = (row: number) => {
      const [days = 0, delta = 0] = [columns.days[row], swept.delta[row]]
      const isOut = columns.isCall[row] === 1 && (columns.strike[row] ?? 0) > (columns.spot[row] ?? 0)
      return isOut && days >= 30 && days <= 45 && delta >= 0.15 && delta <= 0.3
    }
    const yieldOf = (row: number) => (columns.price[row] ?? 0) / (columns.days[row] ?? 1)
    for (const [symbol, chosen] of best.entries()) {
      const rows = Array.from({ length: CONTRACTS_PER_SYMBOL }, (_, index) => symbol * CONTRACTS_PER_SYMBOL + index)
      const fitting = rows.filter(isFitting)
      expect(chosen >= 0).toBe(fitting.length > 0)
      if (chosen >= 0) expect(yieldOf(chosen)).toBeCloseTo(Math.max(...fitting.map(yieldOf)), 12)
    }
  })
})

describe('verdicts', () => {
  const measured = (change: Partial<Measurement>): Measurement => ({
    name: 'K1 European IV',
    timing: { minimum: 280, median: 300 },
    note: 'exact',
    wrong: null,
    ...change,
  })
  const at = (minimum: number) => ({ timing: { minimum, median: minimum } })

  test.each([
    [{}, 'pass'],
    [at(281), 'within 15%'],
    [at(323), 'MISS'],
    [at(Number.NaN), 'MISS'],
    [{ ...at(1), wrong: 'off by 1' }, 'WRONG'],
    [{ ...at(Number.NaN), thrown: 'no root' }, 'FAILED'],
    [{ name: 'K5 IV + greeks, two workers', ratio: 1.8 }, 'pass'],
    [{ name: 'K5 IV + greeks, two workers', ratio: 1.57 }, 'within 15%'],
    [{ name: 'K5 IV + greeks, two workers', ratio: 1.56 }, 'MISS'],
    [{ ...at(9e9), excuse: 'cores busy with other work' }, 'not judged: cores busy with other work'],
    [{ wrong: 'off', excuse: 'one core' }, 'WRONG'],
  ] as const)('%j: %s', (change, verdict) => {
    const row = rowOf(measured(change), 4)
    expect(row.verdict).toBe(verdict)
    expect(failed([row]).length).toBe(['MISS', 'WRONG', 'FAILED'].includes(verdict) ? 1 : 0)
  })

  test('prints a table and JSON; K1 at 280 ns with u = 4 ns is 70 u, 1.5 times C++', () => {
    const rows = [rowOf(measured({ name: 'u', ...at(4), note: '' }), 4), rowOf(measured({}), 4)]
    expect(toMarkdown(rows, 'Some processor').split('\n').slice(4)).toEqual([
      '| u | 4 | 4 | 1 | 1 | one Math.exp |  |',
      '| K1 European IV | 280 | 300 | 70 | 1.5 | ≤ 1.5 × C++ = 70 u | pass |',
      '',
      '- K1 European IV: exact',
      '',
    ])
    expect(JSON.parse(toJson(rows))).toEqual({ rows: [{ name: 'K1 European IV', ns: 280, u: 70, ratio: 1.5 }] })
  })
})
