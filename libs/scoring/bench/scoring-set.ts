import {
  DAYS_PER_YEAR,
  impliedAmericanVolatility,
  impliedVolatilityColumn,
  priceAmerican,
  type TimedDividend,
} from '../src/index.ts'
import { contractAt, dividendsAt, proveVolatilities, scoringCalls } from './contracts.ts'
import { clock, timingOf } from './measure.ts'
import type { Measurement } from './report.ts'
import { CONTRACTS_PER_SYMBOL, type MarketColumns, typeAt, type Universe } from './universe.ts'

const REPETITIONS = 7
/** Every nth call is priced again to check its volatility. */
const CHECKED_EVERY = 50

/**
 * K7: volatilities for all calls with 20-60 days left, with one invocation of `impliedAmericanVolatility` per call.
 * That function uses the closed form if there is no ex-date before expiration, and the one-dividend rule if there is
 * one. Runs alternate with a European inversion of the same calls in columns.
 */
export function measureScoringSet(universe: Universe): Measurement {
  const rows = scoringCalls(universe)
  const payers = rows.filter((row) => dividendsAt(universe, row).length > 0)
  const everything = take(universe.columns, rows)
  const quoted = { ...universe, columns: withAmericanPrices(universe, payers) }
  const european = { vol: new Float64Array(rows.length), reason: new Uint8Array(rows.length) }
  const solved = new Float64Array(rows.length)
  const times: { readonly plain: number[]; readonly right: number[] } = { plain: [], right: [] }
  for (let round = 0; round <= REPETITIONS; round += 1) {
    times.plain.push(clock(() => impliedVolatilityColumn(everything, european)))
    times.right.push(clock(() => invertEach(quoted, rows, solved)))
  }
  const [plain, right] = [timingOf(times.plain.slice(1)), timingOf(times.right.slice(1))]
  const missing = rows.filter((_, index) => Number.isNaN(solved[index]))
  const checked = rows.filter((_, index) => index % CHECKED_EVERY === 0)
  const { text, wrong } = proveVolatilities(
    [...missing, ...checked].map((row) => ({
      contract: contractAt(quoted, row),
      price: quoted.columns.price[row] ?? Number.NaN,
    })),
  )
  const share = (100 * payers.length) / rows.length
  return {
    name: 'K7 scoring set, American-correct',
    timing: right,
    ratio: right.minimum / plain.minimum,
    note:
      `impliedAmericanVolatility on each of ${rows.length} calls, including the choice of formula and reading the ` +
      `columns, compared with ${Math.round(plain.minimum / 1e6)} ms for the European inversion of all columns; ` +
      `${share.toFixed(1)}% have one ex-date, ${missing.length} no time value; ` +
      text,
    wrong,
  }
}

/** Inverts each call with the next dividend on its symbol, whether or not it falls within the term. */
function invertEach({ symbols, columns }: Universe, rows: readonly number[], solved: Float64Array): void {
  const { spot, strike, years, rate, price } = columns
  const known = symbols.map(({ cash, exDays }): TimedDividend[] =>
    cash > 0 ? [{ years: exDays / DAYS_PER_YEAR, cash }] : [],
  )
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0
    const { vol } = impliedAmericanVolatility({
      type: typeAt(columns, row),
      spot: spot[row] ?? 0,
      strike: strike[row] ?? 0,
      years: years[row] ?? 0,
      rate: rate[row] ?? 0,
      dividends: known[Math.floor(row / CONTRACTS_PER_SYMBOL)] ?? [],
      price: price[row] ?? 0,
    })
    solved[index] = vol ?? Number.NaN
  }
}

/** Replaces the prices in some rows with American prices that include the cash dividends. */
function withAmericanPrices(universe: Universe, rows: readonly number[]): MarketColumns {
  const price = universe.columns.price.slice()
  for (const row of rows) price[row] = priceAmerican(contractAt(universe, row)).price
  return { ...universe.columns, price }
}

function take(columns: MarketColumns, rows: readonly number[]): MarketColumns {
  const from = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN)
  return {
    isCall: Uint8Array.from(rows, (row) => columns.isCall[row] ?? 0),
    spot: from(columns.spot),
    strike: from(columns.strike),
    days: from(columns.days),
    years: from(columns.years),
    rate: from(columns.rate),
    dividendYield: from(columns.dividendYield),
    vol: from(columns.vol),
    price: from(columns.price),
  }
}
