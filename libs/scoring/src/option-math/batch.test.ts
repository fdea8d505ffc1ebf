import fc, { drawsRareCases } from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { greekColumns, impliedVolatilityColumn, sweepColumns } from './batch.ts'
import {
  allocateGreekColumns,
  allocatePricedColumns,
  allocateQuoteColumns,
  allocateSweepColumns,
  type ContractColumns,
  namedColumns,
  type SweepColumns,
} from './batch-columns.ts'
import type { PricedContract } from './contract.ts'
import { computeEuropeanGreeks, type NaturalGreeks } from './european.ts'
import { impliedEuropeanVolatility, noVolatilityReason } from './implied-volatility.ts'

interface Drawn {
  readonly type: 'call' | 'put'
  readonly spot: number
  readonly strike: number
  readonly years: number
  readonly rate: number
  readonly dividendYield: number
  readonly vol: number
  readonly price: number
}

/** A number in the range, except that one in ten is zero, negative or not finite. */
const odd = (min: number, max: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.double({ min, max, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
  )
const contracts: fc.Arbitrary<Drawn> = fc.record({
  type: fc.constantFrom('call', 'put'),
  spot: odd(20, 200),
  strike: odd(20, 200),
  years: odd(0.001, 3),
  rate: fc.oneof({ weight: 19, arbitrary: odd(-0.02, 0.1) }, fc.constantFrom(-1e4, 1e4)),
  dividendYield: odd(0, 0.08),
  vol: odd(0.01, 2),
  price: odd(0, 60),
})

function fill(columns: ContractColumns & { price?: Float64Array; vol?: Float64Array }, rows: readonly Drawn[]): void {
  const { isCall, ...floats } = columns
  for (const [row, drawn] of rows.entries()) {
    isCall[row] = drawn.type === 'call' ? 1 : 0
    for (const [name, column] of Object.entries(floats)) column[row] = drawn[name as keyof typeof floats]
  }
}

const quotesOf = (rows: readonly Drawn[], isShared = false) => {
  const quotes = allocateQuoteColumns(rows.length, isShared)
  fill(quotes, rows)
  return quotes
}

function greeksOrNull(contract: PricedContract): NaturalGreeks | null {
  try {
    return computeEuropeanGreeks(contract)
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return null
  }
}

describe('columns match single contracts bit for bit', () => {
  test('implied volatility, with a reason if there is none', () => {
    const seen = new Set<string | null>()
    fc.assert(
      fc.property(fc.array(contracts, { minLength: 1, maxLength: 20 }), (rows) => {
        const out = { vol: new Float64Array(rows.length), reason: new Uint8Array(rows.length) }
        impliedVolatilityColumn(quotesOf(rows), out)
        for (const [row, drawn] of rows.entries()) {
          const single = impliedEuropeanVolatility(drawn)
          const reason = noVolatilityReason(out.reason[row] ?? Number.NaN)
          seen.add(reason)
          expect(out.vol[row]).toBe(single.vol ?? Number.NaN)
          expect(reason).toBe('reason' in single ? single.reason : null)
        }
      }),
    )
    if (!drawsRareCases) return
    expect([...seen].sort()).toEqual([
      'above_upper_bound',
      'below_lower_bound',
      'expired',
      'invalid',
      'no_time_value',
      null,
    ])
  })

  test('price and Greeks, NaN where the single-contract function throws', () => {
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(fc.array(contracts, { minLength: 1, maxLength: 20 }), (rows) => {
        const priced = allocatePricedColumns(rows.length)
        fill(priced, rows)
        const out = allocateGreekColumns(rows.length)
        greekColumns(priced, out)
        for (const [row, { price: _, ...contract }] of rows.entries()) {
          if (contract.spot === 0) continue
          const single = greeksOrNull(contract)
          seen.add(single === null)
          for (const [name, column] of namedColumns(out)) {
            expect(column[row]).toBe(single === null ? Number.NaN : single[name as 'price'])
          }
        }
      }),
    )
    if (drawsRareCases) expect(seen.size).toBe(2)
  })

  test('a sweep equals the inversion followed by the Greeks, even in shared memory and in parts', () => {
    fc.assert(
      fc.property(fc.array(contracts, { maxLength: 40, size: 'max' }), fc.nat(40), (rows, cut) => {
        const quotes = quotesOf(rows)
        const inOne = allocateSweepColumns(rows.length)
        sweepColumns(quotes, inOne)
        const out = { ...allocateGreekColumns(rows.length), vol: inOne.vol, reason: inOne.reason }
        const solved = { vol: new Float64Array(rows.length), reason: new Uint8Array(rows.length) }
        impliedVolatilityColumn(quotes, solved)
        greekColumns({ ...quotes, vol: solved.vol }, out)
        const { delta, gamma, theta, vega } = out
        expect(inOne).toEqual({ ...solved, delta, gamma, theta, vega })
        const inParts = allocateSweepColumns(rows.length, true)
        const middle = Math.min(cut, rows.length)
        sweepColumns(quotesOf(rows, true), inParts, middle)
        sweepColumns(quotesOf(rows, true), inParts, 0, middle)
        expect(numbersOf(inParts)).toEqual(numbersOf(inOne))
      }),
    )
  })
})

const numbersOf = (out: SweepColumns): number[][] => namedColumns(out).map(([, column]) => Array.from(column))

test('a sweep over more rows than one block computes each row', () => {
  const rows = Array.from({ length: 2500 }, (_, row) => ({
    ...({ type: 'call', spot: 100, strike: 100, years: 1, rate: 0, dividendYield: 0, vol: 0 } as const),
    price: 1 + row / 100,
  }))
  const out = allocateSweepColumns(rows.length)
  sweepColumns(quotesOf(rows), out)
  for (const [row, quote] of rows.entries()) expect(out.vol[row]).toBe(impliedEuropeanVolatility(quote).vol)
  // At the money with a rate of 0, the delta is N(σ√T/2), and the price S·(2·delta − 1).
  for (const [row, { price }] of rows.entries()) expect(100 * (2 * (out.delta[row] ?? 0) - 1)).toBeCloseTo(price, 11)
})

test('a put on a stock with nothing left is worth its strike', () => {
  const priced = allocatePricedColumns(1)
  fill(priced, [{ type: 'put', spot: 0, strike: 40, years: 0.5, rate: 0.1, dividendYield: 0, vol: 0.2, price: 0 }])
  const out = allocateGreekColumns(1)
  greekColumns(priced, out)
  expect(out.price[0]).toBeCloseTo(40 * Math.exp(-0.05), 12)
  expect(out.delta[0]).toBe(-1)
})

test.each([
  ['spot', { spot: -1 }],
  ['strike', { strike: 0 }],
  ['volatility', { vol: -0.2 }],
  ['infinite years', { years: Number.NEGATIVE_INFINITY }],
  ['rate that overflows', { rate: -1e4 }],
  ['legs that overflow together', { spot: 1e308, strike: 1e308 }],
])('a row with an invalid %s is all NaN, and its neighbor is not', (_, change) => {
  const terms = { spot: 100, strike: 95, years: 0.5, rate: 0.04, dividendYield: 0, vol: 0.3, price: 0 }
  const good: Drawn = { type: 'call', ...terms }
  const priced = allocatePricedColumns(2)
  fill(priced, [{ ...good, ...change }, good])
  const out = allocateGreekColumns(2)
  greekColumns(priced, out)
  for (const [name, [broken, whole]] of namedColumns(out).map(([name, column]) => [name, [...column]] as const)) {
    expect([name, broken, Number.isFinite(whole)]).toEqual([name, Number.NaN, true])
  }
})

describe('invalid input', () => {
  const quotes = allocateQuoteColumns(3)

  test.each(Object.entries(quotes).filter(([name]) => name !== 'isCall'))('quotes: %s', (name, column) => {
    const short = { ...quotes, [name]: column.subarray(1) }
    expect(() => sweepColumns(short, allocateSweepColumns(3))).toThrow(`${name} must have 3 rows, got 2`)
  })

  test.each(Object.entries(allocateSweepColumns(3)))('results of a sweep: %s', (name, column) => {
    const short = { ...allocateSweepColumns(3), [name]: column.subarray(1) }
    expect(() => sweepColumns(quotes, short)).toThrow(`${name} must have 3 rows, got 2`)
  })

  test.each(Object.entries(allocateGreekColumns(3)))('Greeks: %s', (name, column) => {
    const short = { ...allocateGreekColumns(3), [name]: column.subarray(1) }
    expect(() => greekColumns(allocatePricedColumns(3), short)).toThrow(`${name} must have 3 rows, got 2`)
  })

  test('rejects a column of a different length by name', () => {
    expect(() => sweepColumns({ ...quotes, price: new Float64Array(2) }, allocateSweepColumns(3))).toThrow(
      new RangeError('price must have 3 rows, got 2'),
    )
    expect(() => impliedVolatilityColumn(quotes, allocateSweepColumns(4))).toThrow('vol must have 3 rows, got 4')
    expect(() => greekColumns(allocatePricedColumns(3), allocateGreekColumns(0))).toThrow(
      'price must have 3 rows, got 0',
    )
  })

  test.each([
    [-1, 2],
    [2, 1],
    [0, 4],
    [0.5, 2],
    [0, Number.NaN],
  ])('rows %d to %d', (from, to) => {
    expect(() => sweepColumns(quotes, allocateSweepColumns(3), from, to)).toThrow(RangeError)
  })

  test('accepts an empty range', () => {
    const out = allocateSweepColumns(3)
    sweepColumns(quotes, out, 3, 3)
    expect(out).toEqual(allocateSweepColumns(3))
    expect(noVolatilityReason(0)).toBeNull()
  })
})
