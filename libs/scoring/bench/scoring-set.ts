import { impliedAmericanVolatility, impliedVolatilityColumn } from '../src/index.ts'
import {
  dividendsAt,
  hasTimeValue,
  oneDividendCalls,
  type PricedOption,
  roundTripError,
  roundTripProblem,
  scoringCalls,
} from './contracts.ts'
import { clock, timingOf } from './measure.ts'
import type { Measurement } from './report.ts'
import type { MarketColumns, Universe } from './universe.ts'

const REPETITIONS = 5
/** Every so many of the dividend payers' calls is priced again to see that the volatility is right. */
const CHECKED_EVERY = 50

/**
 * K7: the volatilities of all calls of 20-60 days, each by the formula it needs: closed form without an ex-date before
 * expiration, the one-dividend rule with one. Against the European inversion of all of them, in turn.
 */
export function measureScoringSet(universe: Universe): Measurement {
  const rows = scoringCalls(universe)
  const everything = take(universe.columns, rows)
  const held = rows.filter((row) => dividendsAt(universe, row).length === 0)
  const closedForm = take(universe.columns, held)
  const payers = oneDividendCalls(universe)
  const all = openVolatilities(rows.length)
  const plain = openVolatilities(held.length)
  const solved = new Float64Array(payers.length)
  const european: number[] = []
  const american: number[] = []
  for (let round = 0; round <= REPETITIONS; round += 1) {
    european.push(clock(() => impliedVolatilityColumn(everything, all)))
    american.push(clock(() => invertEach(closedForm, plain, payers, solved)))
  }
  const [whole, right] = [timingOf(european.slice(1)), timingOf(american.slice(1))]
  const missing = plain.vol.filter(Number.isNaN).length + solved.filter(Number.isNaN).length
  const silent = payers.filter((call, index) => Number.isNaN(solved[index]) && hasTimeValue(call)).length
  const checked = payers.filter((_, index) => index % CHECKED_EVERY === 0 && !Number.isNaN(solved[index]))
  const back = roundTripError(checked)
  const share = (100 * payers.length) / rows.length
  return {
    name: 'K7 scoring set, American-correct',
    timing: right,
    ratio: right.minimum / whole.minimum,
    note:
      `${rows.length} calls, ${share.toFixed(1)} % with one ex-date; all-European ${Math.round(whole.minimum / 1e6)} ms; ` +
      `${missing} without time value; round trip of the price within ${back.toExponential(1)} K`,
    wrong: silent > 0 ? `${silent} calls with time value have no volatility` : roundTripProblem(back),
  }
}

function invertEach(
  closedForm: MarketColumns,
  plain: ReturnType<typeof openVolatilities>,
  payers: readonly PricedOption[],
  solved: Float64Array,
): void {
  impliedVolatilityColumn(closedForm, plain)
  for (const [index, { contract, price }] of payers.entries()) {
    solved[index] = impliedAmericanVolatility({ ...contract, price }).vol ?? Number.NaN
  }
}

const openVolatilities = (count: number) => ({ vol: new Float64Array(count), reason: new Uint8Array(count) })

/** Some rows of all columns. */
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
