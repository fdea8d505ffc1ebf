import {
  computeAmericanGreeks,
  computeEuropeanDelta,
  computeEuropeanGreeks,
  impliedAmericanVolatility,
  impliedEuropeanVolatility,
  priceAmerican,
  priceEuropean,
} from '../src/index.ts'
import { type Check, type CheckedFile, outcomeOf } from './checks.ts'
import {
  type ColumnSet,
  type CsvRow,
  cellOf,
  contractOf,
  dividendContractOf,
  idOf,
  inputOf,
  readTable,
} from './rows.ts'

const TERMS = ['type', 'spot', 'strike', 'rate'] as const
const GREEKS = ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'] as const

/** european.csv: Black-Scholes-Merton price and Greeks in natural units. */
export function checkEuropean(text: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'vol'],
    oneOf: [['t', 'days']],
    optional: ['id', 'div_yield'],
    results: GREEKS,
  }
  return checkTable(text, columns, europeanChecks)
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
export function checkImpliedVolatility(text: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'price', 'iv'],
    oneOf: [['t', 'days']],
    optional: ['id', 'div_yield', 'side', 'class'],
    results: ['iv_tol', 'iv'],
  }
  return checkTable(text, columns, (row) => {
    const expected = cellOf(row, 'iv')
    const { vol } = impliedEuropeanVolatility({ ...contractOf(row), price: inputOf(row, 'price') })
    const tolerance = cellOf(row, 'iv_tol') ?? 1e-12 * (expected ?? 0)
    return [{ quantity: 'iv', expected, got: vol, tolerance }]
  })
}

/** Tolerance for an American price as a fraction of the strike. */
const YIELD_PRICE = 2e-5
const DIVIDEND_PRICE = 1e-4
/** Tolerance for a volatility: this value, plus this fraction of the strike over vega. */
const QUOTE_VOL = 1e-4

/** american_yield.csv: price, Greeks, and the volatility recovered from the price if vega is not negligible. */
export function checkAmericanYield(text: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'vol'],
    oneOf: [['t', 'days']],
    optional: ['id', 'div_yield', 'exercise_now'],
    results: ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'],
  }
  return checkTable(text, columns, yieldChecks)
}

function yieldChecks(row: CsvRow): Check[] {
  const contract = { ...contractOf(row), vol: inputOf(row, 'vol') }
  const { spot, strike, years, vol } = contract
  const greeks = computeAmericanGreeks(contract)
  const checks: Check[] = []
  const price = cellOf(row, 'price')
  const vega = cellOf(row, 'vega')
  if (price !== null) {
    const tolerance = YIELD_PRICE * strike
    checks.push({ quantity: 'price', expected: price, got: priceAmerican(contract).price, tolerance })
    checks.push({ quantity: 'price from the Greeks', expected: price, got: greeks.price, tolerance })
    if (vega !== null && vega > 1e-3 * spot * Math.sqrt(years)) {
      const got = impliedAmericanVolatility({ ...contract, price }).vol
      checks.push({ quantity: 'iv', expected: vol, got, tolerance: tolerance / vega })
    }
  }
  const absolute = { delta: 2e-4, gamma: 2e-4 / spot, theta: 2e-3 * strike, vega: 5e-4 * strike, rho: 5e-4 * strike }
  return [...checks, ...greekChecks(row, greeks, absolute, 0.005)]
}

/** Checks Greeks within a relative plus an absolute tolerance; skips empty cells. */
function greekChecks<N extends string>(
  row: CsvRow,
  got: Readonly<Record<NoInfer<N>, number>>,
  absolute: Readonly<Record<N, number>>,
  relative: number,
): Check[] {
  return (Object.keys(absolute) as N[]).flatMap((name) => {
    const expected = cellOf(row, name)
    if (expected === null) return []
    return [{ quantity: name, expected, got: got[name], tolerance: relative * Math.abs(expected) + absolute[name] }]
  })
}

/** american_discrete.csv: price and Greeks with cash dividends, both dividend models. */
export function checkAmericanDiscrete(text: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'vol', 'dividends'],
    oneOf: [['t', 'days']],
    optional: ['id', 'model', 'div_yield', 'price_tol'],
    results: ['price', 'delta', 'gamma', 'vega'],
  }
  return checkTable(text, columns, discreteChecks)
}

function discreteChecks(row: CsvRow): Check[] {
  const contract = { ...dividendContractOf(row), vol: inputOf(row, 'vol') }
  const { spot, strike } = contract
  const greeks = computeAmericanGreeks(contract)
  const checks: Check[] = []
  const price = cellOf(row, 'price')
  if (price !== null) {
    const known = cellOf(row, 'price_tol') ?? 0
    const tolerance = known + DIVIDEND_PRICE * strike
    checks.push({ quantity: 'price', expected: price, got: priceAmerican(contract).price, tolerance })
    checks.push({ quantity: 'price from the Greeks', expected: price, got: greeks.price, tolerance })
  }
  const absolute = { delta: 5e-4, gamma: 5e-4 / spot, vega: 5e-4 * strike }
  return [...checks, ...greekChecks(row, greeks, absolute, 0.01)]
}

/** american_iv.csv: volatility of a rounded quote; an empty `iv` means no solution. */
export function checkAmericanVolatility(text: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'dividends', 'price', 'iv', 'vega'],
    oneOf: [['t', 'days']],
    optional: ['id', 'model', 'div_yield'],
    results: ['iv'],
  }
  return checkTable(text, columns, quoteChecks)
}

function quoteChecks(row: CsvRow): Check[] {
  const contract = dividendContractOf(row)
  const got = impliedAmericanVolatility({ ...contract, price: inputOf(row, 'price') }).vol
  const expected = cellOf(row, 'iv')
  if (expected === null) return [{ quantity: 'iv', expected, got, tolerance: 0 }]
  const vega = inputOf(row, 'vega')
  if (!(vega > 0)) throw new Error(`vega is not positive, so iv has no tolerance: ${vega}`)
  return [{ quantity: 'iv', expected, got, tolerance: QUOTE_VOL + (QUOTE_VOL * contract.strike) / vega }]
}

function checkTable(text: string, columns: ColumnSet, check: (row: CsvRow) => readonly Check[]): CheckedFile {
  const { rows, ignored } = readTable(text, columns)
  return { outcomes: rows.map((row, index) => outcomeOf(idOf(row, index), row, () => check(row))), ignored }
}
