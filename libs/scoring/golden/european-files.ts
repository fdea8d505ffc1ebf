import { computeEuropeanDelta, computeEuropeanGreeks, impliedEuropeanVolatility, priceEuropean } from '../src/index.ts'
import { checkTable } from './check-table.ts'
import { contractOf } from './contract-rows.ts'
import type { Check, CheckedFile } from './outcome.ts'
import { type CsvRow, cellOf, inputOf } from './table.ts'

const TERMS = ['type', 'spot', 'strike', 'rate'] as const
const GREEKS = ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'] as const

/** european.csv: Black-Scholes-Merton price and Greeks in natural units. */
export function checkEuropean(path: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'vol'],
    oneOf: [['t', 'days']],
    optional: ['id', 'div_yield'],
    results: GREEKS,
  }
  return checkTable(path, columns, europeanChecks)
}

function europeanChecks(row: CsvRow): Check[] {
  const contract = { ...contractOf(row), vol: inputOf(row, 'vol') }
  const { spot, strike, years, rate, dividendYield, vol } = contract
  const greeks = computeEuropeanGreeks(contract)
  const price = priceEuropean(contract)
  const larger = Math.max(spot, strike)
  const rootYears = Math.sqrt(years)
  // At expiration, theta has no volatility term.
  const decay = years > 0 ? vol / rootYears : 0
  const relative = 1e-11 * (cellOf(row, 'price') ?? 0)
  const carriesDigits = (cellOf(row, 'price') ?? 0) > 1e-6 * spot
  const figures: readonly (readonly [keyof typeof greeks, string, number | string, number])[] = [
    ['price', 'price', price, 1e-14 * larger],
    ['price', 'price from the Greeks', greeks.price, 1e-14 * larger],
    ...(carriesDigits ? ([['price', 'price, relative', price, relative]] as const) : []),
    ['delta', 'delta', greeks.delta, 1e-13],
    ['delta', 'delta alone', computeEuropeanDelta(contract), 1e-13],
    ['gamma', 'gamma', greeks.gamma, 1e-11 / spot],
    ['theta', 'theta', greeks.theta, 1e-13 * larger * (decay + Math.abs(rate) + dividendYield)],
    ['vega', 'vega', greeks.vega, 1e-13 * spot * rootYears],
    ['rho', 'rho', greeks.rho, 1e-13 * strike * years],
  ]
  return figures.flatMap(([column, quantity, got, tolerance]) => {
    const expected = cellOf(row, column)
    return expected === null ? [] : [{ quantity, expected, got, tolerance }]
  })
}

/** implied_vol.csv: volatility of a price within the row's `iv_tol`; an empty `iv` means no solution. */
export function checkImpliedVolatility(path: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'price', 'iv'],
    oneOf: [['t', 'days']],
    optional: ['id', 'div_yield', 'side', 'class'],
    results: ['iv_tol', 'iv'],
  }
  return checkTable(path, columns, (row) => {
    const expected = cellOf(row, 'iv')
    const { vol } = impliedEuropeanVolatility({ ...contractOf(row), price: inputOf(row, 'price') })
    const tolerance = cellOf(row, 'iv_tol') ?? 1e-12 * (expected ?? 0)
    return [{ quantity: 'iv', expected, got: vol, tolerance }]
  })
}
