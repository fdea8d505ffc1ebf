import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { contractOf, type GoldenCase, rowOf } from '../../test/golden-contract.ts'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import type { PricedContract } from './contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, priceEuropean } from './european.ts'

testShared('golden/european.csv, all rows', ['golden/european.csv'], (path) => {
  const failures: string[] = []
  const rows = readCsv(path)
  for (const row of rows) {
    const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
    const { spot, strike, years, rate, dividendYield, vol } = contract
    const got = computeEuropeanGreeks(contract)
    const larger = Math.max(spot, strike)
    const tolerances = {
      price: numberOf(row, 'price') > 1e-6 * spot ? 1e-11 * numberOf(row, 'price') : 1e-14 * larger,
      delta: 1e-13,
      gamma: 1e-11 / spot,
      vega: 1e-13 * spot * Math.sqrt(years),
      rho: 1e-13 * strike * years,
      theta: 1e-13 * larger * (vol / Math.sqrt(years) + Math.abs(rate) + dividendYield),
    }
    for (const [name, tolerance] of Object.entries(tolerances)) {
      const want = numberOf(row, name)
      const value = got[name as keyof typeof tolerances]
      if (!(Math.abs(value - want) <= tolerance)) failures.push(`row ${row.id} ${name}: expected ${want}, got ${value}`)
    }
    if (!(Math.abs(priceEuropean(contract) - numberOf(row, 'price')) <= 1e-14 * larger)) failures.push(`row ${row.id}`)
    const relative = Math.abs(got.price / numberOf(row, 'price') - 1)
    if (numberOf(row, 'price') > 0 && !(relative <= 1e-11)) failures.push(`row ${row.id}: price off by ${relative}`)
    if (computeEuropeanDelta(contract) !== got.delta) failures.push(`row ${row.id}: two deltas`)
  }
  expect(failures).toEqual([])
  expect(rows.length).toBeGreaterThan(600)
})

testShared('golden/edges.json, European cases', ['golden/edges.json'], (path) => {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
  const european = cases.filter(({ kind }) => kind === 'european')
  expect(european.length).toBeGreaterThan(9)
  for (const edge of european) {
    const row = rowOf(edge)
    const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
    const got = computeEuropeanGreeks(contract)
    for (const [name, want] of Object.entries(edge.expect)) {
      const value = got[name as 'price' | 'delta' | 'gamma' | 'vega']
      if (want === null) expect(Number.isFinite(value)).toBe(true)
      else expect(Math.abs(value - Number(want))).toBeLessThanOrEqual(1e-9 * contract.strike)
    }
    for (const value of [got.theta, got.rho]) expect(Number.isFinite(value)).toBe(true)
  }
})

testShared('golden/edges.json, American options that equal the European', ['golden/edges.json'], (path) => {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
  const equal = cases.filter(({ kind, expect: wanted }) => kind === 'american' && wanted.rel_tol !== undefined)
  expect(equal.length).toBe(5)
  for (const edge of equal) {
    const row = rowOf(edge)
    const price = priceEuropean({ ...contractOf(row), vol: numberOf(row, 'vol') })
    expect(Math.abs(price / Number(edge.expect.price) - 1)).toBeLessThanOrEqual(Number(edge.expect.rel_tol))
  }
})

describe('worked by hand', () => {
  // Hull, Options, Futures and Other Derivatives, example of the Black-Scholes chapter: call 4.76, put 0.81.
  const hull = { spot: 42, strike: 40, years: 0.5, rate: 0.1, vol: 0.2 }

  test('a textbook call and put', () => {
    expect(priceEuropean({ ...hull, type: 'call' })).toBeCloseTo(4.76, 2)
    expect(priceEuropean({ ...hull, type: 'put' })).toBeCloseTo(0.81, 2)
    expect(computeEuropeanDelta({ ...hull, type: 'call' })).toBeCloseTo(0.7791, 4)
  })

  // 60-digit prices of calls far out of the money, rate 0: spot, strike, years, volatility, price.
  test.each([
    [100, 150, 0.25, 0.1, 1.8672551913332252e-16],
    [100, 200, 1, 0.08, 2.8885647679093054e-18],
    [100, 103, 1 / 365, 0.05, 1.6196102004517289e-31],
    [100, 100.5, 1 / 365, 0.01, 4.2942123121379546e-24],
    [64, 128, 0.0625, 0.5, 2.8214333492165705e-8],
  ])('a price of next to nothing keeps its digits: %d against %d', (spot, strike, years, vol, price) => {
    const call = priceEuropean({ type: 'call', spot, strike, years, rate: 0, vol })
    const put = priceEuropean({ type: 'put', spot: strike, strike: spot, years, rate: 0, vol })
    expect(Math.abs(call / price - 1)).toBeLessThan(1e-11)
    expect(Math.abs(put / price - 1)).toBeLessThan(1e-11)
  })

  test('escrowed dividends: spot less their present value, those of today and after expiration left out', () => {
    const dividends = [
      { years: 0, cash: 5 },
      { years: 0.25, cash: 1 },
      { years: 0.5, cash: 0.5 },
      { years: 0.51, cash: 7 },
    ]
    const spot = hull.spot - Math.exp(-0.025) - 0.5 * Math.exp(-0.05)
    const escrowed = { ...hull, type: 'call', dividends } as const
    expect(priceEuropean(escrowed)).toBeCloseTo(priceEuropean({ ...hull, type: 'call', spot }), 12)
    expect(computeEuropeanGreeks(escrowed).model).toBe('bsm_escrowed')
    expect(computeEuropeanGreeks({ ...escrowed, dividends: dividends.slice(3) }).model).toBe('bsm')
  })

  test('a dividend larger than the stock leaves a call worth nothing and a put worth its strike', () => {
    const dividends = [{ years: 0.1, cash: 100 }]
    expect(priceEuropean({ ...hull, type: 'call', dividends })).toBe(0)
    expect(priceEuropean({ ...hull, type: 'put', dividends })).toBeCloseTo(40 * Math.exp(-0.05), 12)
    expect(computeEuropeanGreeks({ ...hull, type: 'put', dividends })).toMatchObject({ gamma: 0, vega: 0, delta: -1 })
  })

  test.each([
    ['spot', { spot: 0 }],
    ['strike', { strike: -1 }],
    ['vol', { vol: -0.1 }],
    ['rate', { rate: Number.NaN }],
    ['years', { years: Number.POSITIVE_INFINITY }],
  ])('a broken %s is refused by name', (name, change) => {
    const broken: PricedContract = { ...hull, type: 'call', ...change }
    expect(() => priceEuropean(broken)).toThrow(`${name} must be`)
    expect(() => computeEuropeanDelta(broken)).toThrow(RangeError)
    expect(() => computeEuropeanGreeks(broken)).toThrow(RangeError)
  })
})

const contracts = fc.record({
  spot: fc.double({ min: 5, max: 1000, noNaN: true }),
  moneyness: fc.double({ min: 0.5, max: 2, noNaN: true }),
  years: fc.double({ min: 0.01, max: 3, noNaN: true }),
  rate: fc.double({ min: -0.02, max: 0.1, noNaN: true }),
  dividendYield: fc.double({ min: 0, max: 0.08, noNaN: true }),
  vol: fc.double({ min: 0.05, max: 2, noNaN: true }),
  cash: fc.double({ min: 0, max: 0.02, noNaN: true }),
})
type Drawn = Parameters<Parameters<typeof contracts.map>[0]>[0]
const build = ({ moneyness, cash, ...terms }: Drawn): Omit<PricedContract, 'type'> => ({
  ...terms,
  strike: terms.spot * moneyness,
  dividends: [{ years: terms.years / 3, cash: cash * terms.spot }],
})

describe('properties', () => {
  test('put-call parity of price and every greek', () => {
    fc.assert(
      fc.property(contracts, (drawn) => {
        const contract = build(drawn)
        const call = computeEuropeanGreeks({ ...contract, type: 'call' })
        const put = computeEuropeanGreeks({ ...contract, type: 'put' })
        const { strike, years, rate, dividendYield = 0, spot } = contract
        const paid = drawn.cash * spot * Math.exp((-rate * years) / 3)
        const stock = (spot - paid) * Math.exp(-dividendYield * years)
        expect(call.price - put.price).toBeCloseTo(stock - strike * Math.exp(-rate * years), 9)
        expect(call.delta - put.delta).toBeCloseTo(Math.exp(-dividendYield * years), 12)
        expect(call.gamma).toBeCloseTo(put.gamma, 12)
        expect(call.vega).toBeCloseTo(put.vega, 9)
      }),
    )
  })

  test('bounds, and order in spot, strike and volatility', () => {
    fc.assert(
      fc.property(contracts, fc.double({ min: 1.001, max: 1.5, noNaN: true }), (drawn, factor) => {
        const call = { ...build(drawn), type: 'call' } as const
        const price = priceEuropean(call)
        const slack = 1e-10 * call.spot
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(call.spot + slack)
        expect(priceEuropean({ ...call, spot: call.spot * factor })).toBeGreaterThanOrEqual(price - slack)
        expect(priceEuropean({ ...call, vol: call.vol * factor })).toBeGreaterThanOrEqual(price - slack)
        expect(priceEuropean({ ...call, strike: call.strike * factor })).toBeLessThanOrEqual(price + slack)
        expect(computeEuropeanDelta(call)).toBeGreaterThanOrEqual(0)
        expect(computeEuropeanDelta(call)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('convex in strike, and the same in any currency', () => {
    fc.assert(
      fc.property(
        contracts,
        fc.constantFrom('call', 'put'),
        fc.double({ min: 0.01, max: 0.4, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (drawn, type, width, factor) => {
          const contract = { ...build(drawn), type }
          const { spot, strike, dividends = [] } = contract
          const at = (strikeNow: number) => priceEuropean({ ...contract, strike: strikeNow })
          const wings = 0.5 * (at(strike * (1 - width)) + at(strike * (1 + width)))
          expect(wings).toBeGreaterThanOrEqual(at(strike) - 1e-13 * (spot + strike))
          const scaled = {
            ...contract,
            spot: spot * factor,
            strike: strike * factor,
            dividends: dividends.map((paid) => ({ ...paid, cash: paid.cash * factor })),
          }
          expect(Math.abs(priceEuropean(scaled) / factor - at(strike))).toBeLessThanOrEqual(1e-13 * (spot + strike))
          expect(computeEuropeanGreeks(scaled).delta).toBeCloseTo(computeEuropeanGreeks(contract).delta, 12)
        },
      ),
    )
  })

  test('at any volatility, time and distance from the money every figure is finite, and price and greeks agree', () => {
    const wide = fc.record({
      type: fc.constantFrom('call', 'put'),
      spot: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      strike: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      years: fc.oneof(fc.double({ min: -1, max: 30, noNaN: true }), fc.constant(1e-9)),
      rate: fc.double({ min: -0.1, max: 0.3, noNaN: true }),
      dividendYield: fc.double({ min: -0.1, max: 0.3, noNaN: true }),
      vol: fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.constant(1e-9), fc.constant(1e3)),
    } as const)
    fc.assert(
      fc.property(wide, (contract) => {
        const { model, ...figures } = computeEuropeanGreeks(contract)
        expect(model).toBe('bsm')
        expect(Object.values(figures).every(Number.isFinite)).toBe(true)
        expect(figures.price).toBe(priceEuropean(contract))
        expect(figures.delta + 0).toBe(computeEuropeanDelta(contract) + 0)
      }),
      { numRuns: 1000 },
    )
  })

  test('greeks are the slopes of the price, escrowed dividends included', () => {
    fc.assert(
      fc.property(contracts, fc.constantFrom('call', 'put'), (drawn, type) => {
        const contract = { ...build(drawn), type }
        const { spot, years, rate, vol } = contract
        const got = computeEuropeanGreeks(contract)
        const slope = (step: number, moved: (by: number) => PricedContract) =>
          (priceEuropean(moved(step)) - priceEuropean(moved(-step))) / (2 * step)
        const later = (by: number) => ({
          ...contract,
          years: years - by,
          dividends: (contract.dividends ?? []).map((paid) => ({ ...paid, years: paid.years - by })),
        })
        const close = (value: number, by: number) => Math.abs(value - by) <= 2e-5 * (Math.abs(by) + spot)
        expect(close(got.delta * spot, slope(spot * 1e-4, (by) => ({ ...contract, spot: spot + by })) * spot)).toBe(
          true,
        )
        expect(
          close(
            got.vega,
            slope(vol * 1e-4, (by) => ({ ...contract, vol: vol + by })),
          ),
        ).toBe(true)
        expect(
          close(
            got.rho,
            slope(1e-5, (by) => ({ ...contract, rate: rate + by })),
          ),
        ).toBe(true)
        expect(close(got.theta, slope(years * 1e-4, later))).toBe(true)
      }),
    )
  })
})
