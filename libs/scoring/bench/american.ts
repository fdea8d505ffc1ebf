import {
  DAYS_PER_YEAR,
  impliedAmericanVolatility,
  impliedVolatilityColumn,
  priceAmerican,
  type TimedDividend,
} from '../src/index.ts'
import { priceOnGrid } from '../src/option-math/american/grid.ts'
import { type Measurement, perItem, timeTasks } from './report.ts'
import {
  CONTRACTS_PER_SYMBOL,
  contractAt,
  dividendsAt,
  type MarketColumns,
  oneDividendCalls,
  type PricedOption,
  proveVolatilities,
  type SymbolTerms,
  scoringCalls,
  typeAt,
  type Universe,
} from './universe.ts'

const CALLS = 20_000
/** Maximum difference from the grid, an independent method. */
const GRID_TOLERANCE = 5e-5
const GRID_SAMPLES = 24

/** K6: American calls with one cash dividend before expiration, price and implied volatility. */
export async function measureOneDividend(universe: Universe): Promise<Measurement[]> {
  const calls = oneDividendCalls(universe, CALLS)
  const { pricing, inverting } = await timeTasks({
    pricing: () => calls.reduce((sum, { contract }) => sum + priceAmerican(contract).price, 0),
    inverting: () => calls.reduce((sum, quote) => sum + invert(quote), 0),
  })
  const off = gridError(calls)
  const { solved, text, wrong } = proveVolatilities(calls)
  return [
    {
      name: 'K6 one dividend, price',
      timing: perItem(pricing, calls.length),
      note: `${calls.length} calls of 20-60 days; largest difference from the grid ${off.toExponential(1)} K`,
      wrong: off <= GRID_TOLERANCE ? null : `differs from the grid by ${off} K`,
    },
    {
      name: 'K6 one dividend, IV',
      timing: perItem(inverting, calls.length),
      note: `${solved} volatilities (the others have no time value); ${text}`,
      wrong,
    },
  ]
}

const invert = ({ contract, price }: PricedOption): number => impliedAmericanVolatility({ ...contract, price }).vol ?? 0

function gridError(calls: readonly PricedOption[]): number {
  const step = Math.max(1, Math.floor(calls.length / GRID_SAMPLES))
  const sampled = calls.filter((_, index) => index % step === 0)
  const errors = sampled.map(({ contract, price }) => Math.abs(priceOnGrid(contract) - price) / contract.strike)
  return Math.max(...errors)
}

const SET_REPETITIONS = 7
/** Every nth call is priced again to check its volatility. */
const CHECKED_EVERY = 50

/**
 * K7: volatilities for all calls with 20-60 days left, with one invocation of `impliedAmericanVolatility` per call.
 * That function uses the closed form if there is no ex-date before expiration, and the one-dividend rule if there is
 * one. Compared with a European inversion of the same calls in columns.
 */
export async function measureScoringSet(universe: Universe): Promise<Measurement> {
  const rows = scoringCalls(universe)
  const payers = rows.filter((row) => dividendsAt(universe, row).length > 0)
  const everything = take(universe.columns, rows)
  const quoted = { ...universe, columns: withAmericanPrices(universe, payers) }
  const european = { vol: new Float64Array(rows.length), reason: new Uint8Array(rows.length) }
  const solved = new Float64Array(rows.length)
  const { plain, right } = await timeTasks(
    {
      plain: () => impliedVolatilityColumn(everything, european),
      right: () => invertEach(quoted, rows, solved),
    },
    SET_REPETITIONS,
  )
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

/** Days to the ex-date. It falls within every contract's term, so no contract uses the closed form. */
const EX_DAYS = 3

/**
 * K8: American implied volatility for all 250 contracts on one symbol with quarterly cash dividends, the next in three
 * days. Calls of up to two months use the one-dividend rule; longer calls and all puts use the grid.
 */
export async function measureChain(universe: Universe): Promise<Measurement> {
  const first = universe.symbols.findIndex(isTypicalPayer) * CONTRACTS_PER_SYMBOL
  const chain = Array.from({ length: CONTRACTS_PER_SYMBOL }, (_, offset): PricedOption => {
    const contract = contractAt(universe, first + offset)
    return { contract, price: priceAmerican(contract).price }
  })
  const onGrid = chain.filter(({ contract }) => priceAmerican(contract).model === 'american_grid').length
  const { timing } = await timeTasks({ timing: () => chain.reduce((sum, quote) => sum + invert(quote), 0) })
  const { solved, text, wrong } = proveVolatilities(chain)
  return {
    name: 'K8 one full chain, American',
    timing,
    note:
      `${chain.length} contracts, the next ex-date in ${EX_DAYS} days, ${onGrid} on the grid, ${solved} volatilities ` +
      `(the others equal exercise on the best day); ${text}`,
    wrong,
  }
}

const isTypicalPayer = ({ cash, atmVol, exDays }: SymbolTerms): boolean =>
  cash > 0 && atmVol > 0.2 && atmVol < 0.4 && exDays === EX_DAYS
