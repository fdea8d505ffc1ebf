import { join } from 'node:path'
import { type CsvRow, numberOf, readCsv } from '../golden/rows.ts'
import { daysBetween } from '../src/calendar/iso-date.ts'
import { computeAmericanDelta, priceAmerican } from '../src/option-math/american/american.ts'
import { chooseMethod } from '../src/option-math/american/american-contract.ts'
import type { ContractTerms } from '../src/option-math/contract.ts'
import type { TimedDividend } from '../src/option-math/dividends.ts'
import { type QuoteVol, solveQuoteVol } from '../src/option-math/quotes.ts'
import { continuousFromBondEquivalent } from '../src/option-math/rates.ts'

/*
 * Solves every quote in a folder's recorded pack, or only those of every nth stock, then reprices each volatility and
 * compares deltas. Prints the result as JSON (`SolvedPack`). Runs in its own process, because code in the test runner's
 * module system is ten times slower.
 */

const AS_OF = '2026-07-10'
/** That day's one-month Treasury rate, from the pack's README. */
const RATE = continuousFromBondEquivalent(3.7)

/** Absolute differences between our delta and the recorded one: count, median and 95th percentile. */
export interface DeltaDistance {
  readonly count: number
  readonly median: number
  readonly most: number
}

export interface SolvedPack {
  readonly contracts: number
  /** Number of quotes with a volatility, by method, and without one, by reason; `odd` counts invalid volatilities. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Largest difference between the price at a volatility and the mid, in units of the larger of stock and strike. */
  readonly worstMiss: number
  /**
   * Out-of-the-money calls up to 180 days; then all calls with 20-60 days left, which the rating uses; then all calls.
   */
  readonly outOfTheMoney: DeltaDistance
  readonly ofTheRating: DeltaDistance
  readonly allCalls: DeltaDistance
}

interface Quoted {
  readonly row: CsvRow
  readonly days: number
  readonly terms: ContractTerms
}

/** Contracts of every nth stock, with their pricing terms. */
function* listContracts(folder: string, one: number): Generator<Quoted> {
  const dividends = new Map<string, TimedDividend[]>()
  for (const row of readCsv(join(folder, 'dividends.csv'))) {
    if (row.after_as_of !== '1') continue
    const years = daysBetween(AS_OF, row.ex_date ?? '') / 365
    const known = dividends.get(row.symbol ?? '') ?? []
    dividends.set(row.symbol ?? '', [...known, { years, cash: numberOf(row, 'cash_amount') }])
  }
  const daysTo = new Map<string, number>()
  const stocks = readCsv(join(folder, 'quality.csv')).filter((_row, index) => index % one === 0)
  for (const { symbol = '', underlying_price } of stocks) {
    const market = { spot: Number(underlying_price), rate: RATE, dividends: dividends.get(symbol) ?? [] }
    for (const row of readCsv(join(folder, 'chains', `${symbol}.csv.gz`))) {
      const { expiration = '', type } = row
      const days = daysTo.get(expiration) ?? daysBetween(AS_OF, expiration)
      daysTo.set(expiration, days)
      const terms = { ...market, strike: numberOf(row, 'strike'), years: days / 365 }
      yield { row, days, terms: { ...terms, type: type === 'C' ? 'call' : 'put' } }
    }
  }
}

const quoteOf = (row: CsvRow) => ({ bid: row.bid ? Number(row.bid) : null, ask: row.ask ? Number(row.ask) : null })

/**
 * Our delta, from the mid, minus the recorded delta; null if none was recorded or the spread is 15% of the mid or
 * more.
 */
function deltaDifference({ row, terms }: Quoted, { vol, mid }: QuoteVol): number | null {
  const { bid, ask } = quoteOf(row)
  if (vol === null || row.delta === '' || bid === null || ask === null || ask - bid >= 0.15 * mid) return null
  return computeAmericanDelta({ ...terms, vol }) - numberOf(row, 'delta')
}

function distanceOf(differences: readonly number[]): DeltaDistance {
  const sizes = differences.map(Math.abs).sort((a, b) => a - b)
  const sizeAt = (share: number) => sizes[Math.floor(share * sizes.length)] ?? Number.NaN
  return { count: sizes.length, median: sizeAt(0.5), most: sizeAt(0.95) }
}

function solvePack(folder: string, one: number): SolvedPack {
  const outcomes: Record<string, number> = {}
  const outOfTheMoney: number[] = []
  const ofTheRating: number[] = []
  const allCalls: number[] = []
  let contracts = 0
  let worstMiss = 0
  for (const quoted of listContracts(folder, one)) {
    contracts += 1
    const { days, terms } = quoted
    const solved = solveQuoteVol({ ...terms, ...quoteOf(quoted.row) })
    const isVol = solved.vol !== null && solved.vol > 0 && Number.isFinite(solved.vol)
    const outcome = solved.vol === null ? solved.reason : isVol ? chooseMethod(terms).method : 'odd'
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (solved.vol === null) continue
    const miss = Math.abs(priceAmerican({ ...terms, vol: solved.vol }).price - solved.mid)
    worstMiss = Math.max(worstMiss, miss / Math.max(terms.spot, terms.strike))
    const difference = terms.type === 'call' ? deltaDifference(quoted, solved) : null
    if (difference === null) continue
    allCalls.push(difference)
    if (days >= 20 && days <= 60) ofTheRating.push(difference)
    if (days <= 180 && terms.strike >= terms.spot) outOfTheMoney.push(difference)
  }
  return {
    contracts,
    outcomes,
    worstMiss,
    outOfTheMoney: distanceOf(outOfTheMoney),
    ofTheRating: distanceOf(ofTheRating),
    allCalls: distanceOf(allCalls),
  }
}

const [, , folder = '', one = '1'] = process.argv
process.stdout.write(JSON.stringify(solvePack(folder, Number(one))))
