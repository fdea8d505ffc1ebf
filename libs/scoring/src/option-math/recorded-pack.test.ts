import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { type CsvRow, numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { daysBetween } from '../calendar/iso-date.ts'
import { computeAmericanDelta } from './american/american.ts'
import { chooseMethod } from './american/american-method.ts'
import type { ContractTerms } from './contract.ts'
import type { TimedDividend } from './dividends.ts'
import { type QuoteVol, solveQuoteVol } from './quotes.ts'
import { continuousFromBondEquivalent } from './rates.ts'

const AS_OF = '2026-07-10'
const PACK = 'market-data/us-2026-07-10'
/** One-month Treasury of the day, as the pack's README says. */
const RATE = continuousFromBondEquivalent(3.7)
/**
 * Every contract of the closed forms is solved; of the dearer methods one in so many, which is all that a test may
 * cost.
 */
const ONE_IN = { bsm: 1, american_one_dividend: 1, american_boundary: 50, american_grid: 500 } as const

interface Quoted {
  readonly row: CsvRow
  readonly days: number
  readonly terms: ContractTerms
}

/** All 343,373 contracts with the terms they are valued on. */
function* listContracts(chains: string, dividendsPath: string, qualityPath: string): Generator<Quoted> {
  const dividends = new Map<string, TimedDividend[]>()
  for (const row of readCsv(dividendsPath)) {
    if (row.after_as_of !== '1') continue
    const years = daysBetween(AS_OF, row.ex_date ?? '') / 365
    const known = dividends.get(row.symbol ?? '') ?? []
    dividends.set(row.symbol ?? '', [...known, { years, cash: numberOf(row, 'cash_amount') }])
  }
  const daysTo = new Map<string, number>()
  for (const { symbol = '', underlying_price } of readCsv(qualityPath)) {
    const market = { spot: Number(underlying_price), rate: RATE, dividends: dividends.get(symbol) ?? [] }
    for (const row of readCsv(join(chains, `${symbol}.csv.gz`))) {
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
 * Our delta from the mid less the recorded one; null where the source gave none or the spread is 15 % of the mid or
 * more.
 */
function deltaDifference({ row, terms }: Quoted, { vol, mid }: QuoteVol): number | null {
  const { bid, ask } = quoteOf(row)
  if (vol === null || row.delta === '' || bid === null || ask === null || ask - bid >= 0.15 * mid) return null
  return computeAmericanDelta({ ...terms, vol }) - numberOf(row, 'delta')
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN
}
const quantileOfSizes = (values: readonly number[], share: number) => quantile(values.map(Math.abs), share)

const files = [`${PACK}/dividends.csv`, `${PACK}/quality.csv`, `${PACK}/chains`] as const
testShared(
  'every recorded quote has a volatility or a reason, and deltas agree',
  files,
  (dividends, quality, chains) => {
    expect(readdirSync(chains).length).toBe(501)
    const outcomes: Record<string, number> = {}
    const count = (outcome: string) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    const outOfTheMoney: number[] = []
    const ofTheRating: number[] = []
    const allCalls: number[] = []
    let contracts = 0
    for (const quoted of listContracts(chains, dividends, quality)) {
      contracts += 1
      const { method } = chooseMethod(quoted.terms)
      if (contracts % ONE_IN[method] !== 0) continue
      const solved = solveQuoteVol({ ...quoted.terms, ...quoteOf(quoted.row) })
      count(solved.vol === null ? solved.reason : solved.vol > 0 && Number.isFinite(solved.vol) ? method : 'odd')
      const difference = quoted.terms.type === 'call' ? deltaDifference(quoted, solved) : null
      if (difference === null) continue
      allCalls.push(difference)
      if (quoted.days >= 20 && quoted.days <= 60) ofTheRating.push(difference)
      if (quoted.days <= 180 && quoted.terms.strike >= quoted.terms.spot) outOfTheMoney.push(difference)
    }
    expect(contracts).toBe(343_373)
    for (const never of ['odd', 'invalid', 'not_converged', 'expired']) expect(outcomes[never]).toBeUndefined()
    expect(outcomes.bsm).toBeGreaterThan(100_000)
    expect(outcomes.american_one_dividend).toBeGreaterThan(25_000)
    expect(outcomes.american_boundary).toBeGreaterThan(1_000)
    expect(outcomes.american_grid).toBeGreaterThan(40)
    expect(outOfTheMoney.length).toBeGreaterThan(10_000)
    expect(quantileOfSizes(outOfTheMoney, 0.5)).toBeLessThanOrEqual(0.003)
    expect(quantileOfSizes(outOfTheMoney, 0.95)).toBeLessThanOrEqual(0.02)
    // Calls of 20-60 days, which the rating looks at, in the money and out: in each direction by itself.
    expect(ofTheRating.length).toBeGreaterThan(10_000)
    expect(quantileOfSizes(ofTheRating, 0.5)).toBeLessThanOrEqual(0.003)
    const recordedLessOwn = ofTheRating.map((difference) => -difference)
    expect(quantile(recordedLessOwn, 0.95)).toBeLessThanOrEqual(0.02)
    expect(quantile(ofTheRating, 0.95)).toBeLessThanOrEqual(0.02)
    // In the money the source smooths over the strikes, and far out it knows other rates and dividends than the pack.
    expect(quantileOfSizes(allCalls, 0.5)).toBeLessThanOrEqual(0.006)
    expect(quantileOfSizes(allCalls, 0.95)).toBeLessThanOrEqual(0.045)
  },
)
