import { DAYS_PER_YEAR, impliedAmericanVolatility, impliedVolatilityColumn, type TimedDividend } from '../src/index.ts'
import { contractAt, hasTimeValue, type PricedOption, roundTripError, roundTripProblem, scoringCalls } from './contracts.ts'
import { clock, timingOf } from './measure.ts'
import type { Measurement } from './report.ts'
import { CONTRACTS_PER_SYMBOL, type MarketColumns, type Universe } from './universe.ts'

const REPETITIONS = 7
/** Every so many of the dividend payers' calls is priced again to see that the volatility is right. */
const CHECKED_EVERY = 50

/**
 * K7: the volatilities of all calls of 20-60 days as a caller gets them: `impliedAmericanVolatility` on each, with the
 * next dividend of its symbol, whether it falls in the term or not. The call chooses the formula, and building what is
 * asked from the columns counts too. Against the European inversion of all of them in columns, in turn.
 */
export function measureScoringSet(universe: Universe): Measurement {
  const { columns } = universe
  const rows = scoringCalls(universe)
  const known = universe.symbols.map(({ cash, exDays }): TimedDividend[] =>
    cash > 0 ? [{ years: exDays / DAYS_PER_YEAR, cash }] : [],
  )
  const everything = take(columns, rows)
  const all = { vol: new Float64Array(rows.length), reason: new Uint8Array(rows.length) }
  const solved = new Float64Array(rows.length)
  const european: number[] = []
  const american: number[] = []
  for (let round = 0; round <= REPETITIONS; round += 1) {
    european.push(clock(() => impliedVolatilityColumn(everything, all)))
    american.push(clock(() => invertEach(columns, rows, known, solved)))
  }
  const [whole, right] = [timingOf(european.slice(1)), timingOf(american.slice(1))]
  return { name: 'K7 scoring set, American-correct', timing: right, ratio: right.minimum / whole.minimum, ...proof }
}
