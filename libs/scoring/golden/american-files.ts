import { computeAmericanGreeks, impliedAmericanVolatility, priceAmerican } from '../src/index.ts'
import { checkTable } from './check-table.ts'
import { contractOf, dividendContractOf } from './contract-rows.ts'
import type { Check, CheckedFile } from './outcome.ts'
import { type CsvRow, cellOf, inputOf } from './table.ts'

const TERMS = ['type', 'spot', 'strike', 'rate'] as const
/** Tolerance for an American price as a fraction of the strike: on screen, and in a slow, accurate mode. */
const YIELD_PRICE = { screen: 2e-5, reference: 1e-6 }
const DIVIDEND_PRICE = { screen: 1e-4, reference: 1e-6 }
/** Tolerance for a volatility: this value, plus this fraction of the strike over vega. */
const QUOTE_VOL = { screen: 1e-4, reference: 1e-6 }

/** american_yield.csv: price, Greeks, and the volatility recovered from the price if vega is not negligible. */
export function checkAmericanYield(path: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'vol'],
    oneOf: [['t', 'days']],
    optional: ['id', 'div_yield', 'exercise_now'],
    results: ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'],
  }
  return checkTable(path, columns, yieldChecks)
}

function yieldChecks(row: CsvRow): Check[] {
  const contract = { ...contractOf(row), vol: inputOf(row, 'vol') }
  const { spot, strike, years, vol } = contract
  const greeks = computeAmericanGreeks(contract)
  const checks: Check[] = []
  const price = cellOf(row, 'price')
  const vega = cellOf(row, 'vega')
  if (price !== null) {
    const tolerance = YIELD_PRICE.screen * strike
    const reference = YIELD_PRICE.reference * strike
    checks.push({ quantity: 'price', expected: price, got: priceAmerican(contract).price, tolerance, reference })
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
export function checkAmericanDiscrete(path: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'vol', 'dividends'],
    oneOf: [['t', 'days']],
    optional: ['id', 'model', 'div_yield', 'price_tol'],
    results: ['price', 'delta', 'gamma', 'vega'],
  }
  return checkTable(path, columns, discreteChecks)
}

function discreteChecks(row: CsvRow): Check[] {
  const contract = { ...dividendContractOf(row), vol: inputOf(row, 'vol') }
  const { type, spot, strike } = contract
  const greeks = computeAmericanGreeks(contract)
  const checks: Check[] = []
  const price = cellOf(row, 'price')
  if (price !== null) {
    const known = cellOf(row, 'price_tol') ?? 0
    const tolerance = known + DIVIDEND_PRICE.screen * strike
    const reference = type === 'call' ? { reference: known + DIVIDEND_PRICE.reference * strike } : {}
    checks.push({ quantity: 'price', expected: price, got: priceAmerican(contract).price, tolerance, ...reference })
    checks.push({ quantity: 'price from the Greeks', expected: price, got: greeks.price, tolerance })
  }
  const absolute = { delta: 5e-4, gamma: 5e-4 / spot, vega: 5e-4 * strike }
  return [...checks, ...greekChecks(row, greeks, absolute, 0.01)]
}

/** american_iv.csv: volatility of a rounded quote; an empty `iv` means no solution. */
export function checkAmericanVolatility(path: string): CheckedFile {
  const columns = {
    required: [...TERMS, 'dividends', 'price', 'iv', 'vega'],
    oneOf: [['t', 'days']],
    optional: ['id', 'model', 'div_yield'],
    results: ['iv'],
  }
  return checkTable(path, columns, quoteChecks)
}

function quoteChecks(row: CsvRow): Check[] {
  const contract = dividendContractOf(row)
  const got = impliedAmericanVolatility({ ...contract, price: inputOf(row, 'price') }).vol
  const expected = cellOf(row, 'iv')
  if (expected === null) return [{ quantity: 'iv', expected, got, tolerance: 0 }]
  const vega = inputOf(row, 'vega')
  if (!(vega > 0)) throw new Error(`vega is not positive, so iv has no tolerance: ${vega}`)
  const within = (limit: number) => limit + (limit * contract.strike) / vega
  return [
    { quantity: 'iv', expected, got, tolerance: within(QUOTE_VOL.screen), reference: within(QUOTE_VOL.reference) },
  ]
}
