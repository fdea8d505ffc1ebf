import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { rateStock } from './rating.ts'
import { creditPoints } from './rating-parts.ts'
import { type RatingPartKey, roundPoints } from './rating-table.ts'
import type { RatingInputs } from './sub-score.ts'

const UNKNOWN: RatingInputs = {
  averageShareVolume: null,
  callVolume: null,
  ivRank: null,
  ivRankSource: null,
  noVolatility: null,
  price: null,
  sma20: null,
  rsi14: null,
  stochasticK: null,
  marketCapUsd: null,
  netMarginPct: null,
  debtToEquity: null,
  negativeEquity: false,
  creditRating: null,
  dividendYieldPct: null,
  bestCall: null,
  noBestCall: null,
  earnings: null,
  asOfDate: '2026-07-10',
}
const BEST_CALL = { spreadPctOfMid: 3, annualizedYieldPct: 35, expiration: '2026-08-21', liquidity: 'liquid' } as const
const FULL: RatingInputs = {
  ...UNKNOWN,
  averageShareVolume: 20e6,
  callVolume: 100,
  ivRank: 100,
  ivRankSource: 'implied',
  price: 101,
  sma20: 100,
  rsi14: 50,
  stochasticK: 50,
  marketCapUsd: 1e12,
  netMarginPct: 30,
  debtToEquity: 0.3,
  creditRating: 'A-',
  bestCall: BEST_CALL,
}

function partOf(change: Partial<RatingInputs>, key: RatingPartKey) {
  const part = rateStock({ ...FULL, ...change }).parts.find((candidate) => candidate.key === key)
  if (part === undefined) throw new Error(`no part ${key}`)
  return part
}
const points = (change: Partial<RatingInputs>, key: RatingPartKey) => partOf(change, key).points

describe('the rating', () => {
  test('the best inputs score 60 of 60', () => {
    const rating = rateStock(FULL)
    expect(rating).toMatchObject({ score: 60, core: 50, max: 60, version: '2', coverage: 1, reason: null })
    expect(rating.parts.map(({ key, points: given, max }) => [key, given, max])).toEqual([
      ['liquidity_volume', 6, 6],
      ['liquidity_spread', 4, 4],
      ['iv_rank', 15, 15],
      ['technical', 10, 10],
      ['quality', 15, 15],
      ['income', 10, 10],
    ])
    for (const { unknown, explanation } of rating.parts) {
      expect(unknown).toBe(false)
      expect(explanation).toMatch(/^[A-Z0-9].*\.$/)
    }
  })

  test('matches a stock computed by hand', () => {
    const rating = rateStock({
      ...FULL,
      averageShareVolume: 2e6, // 6 · log(20) / log(200) = 3.3924…
      callVolume: 40, // × 0.7 = 2.3747
      ivRank: 37, // 4.5
      rsi14: 66, // 1.6
      price: 94.3, // −5.7% → 0.15
      stochasticK: 20, // 1.8
      marketCapUsd: 50e9, // 5 · ln(166.67) / ln(3333.3) = 3.1535…
      netMarginPct: 8.1, // 1.08
      debtToEquity: 0.81, // 2.1
      creditRating: 'BBB+', // 2
      bestCall: { ...BEST_CALL, spreadPctOfMid: 12, annualizedYieldPct: 17 }, // 4 · ln(35/12)/ln(35/3) = 1.7430…
      earnings: { date: '2026-07-30', session: 'before_open' }, // 4 halved
    })
    expect(rating.parts.map((part) => part.points)).toEqual([2.37, 1.74, 4.5, 3.55, 8.33, 2])
    expect(rating.core).toBe(20.49)
    expect(rating.score).toBe(22.49)
    expect(rating.parts[3]?.inputs).toMatchObject({ rsiPoints: 1.6, priceVsSma20Points: 0.15, stochasticPoints: 1.8 })
    expect(rating.parts[4]?.inputs).toMatchObject({
      marketCapPoints: 3.15,
      netMarginPoints: 1.08,
      debtToEquityPoints: 2.1,
      creditPoints: 2,
      creditFrom: 'credit_rating',
    })
    expect(rating.parts[5]?.explanation).toBe(
      'The best call pays 17.0% a year at the bid; halved because earnings on Jul 30, 2026 come before expiration.',
    )
  })

  test('without a best call there is no score, but the core score and the parts are still computed', () => {
    const rating = rateStock({ ...FULL, bestCall: null })
    expect(rating).toMatchObject({ score: null, reason: 'no_writable_call', core: 46, coverage: 46 / 60 })
    expect(rating.parts.filter(({ unknown }) => unknown).map(({ key }) => key)).toEqual(['liquidity_spread', 'income'])
  })

  test('without known inputs, score and coverage are 0', () => {
    const rating = rateStock(UNKNOWN)
    expect(rating).toMatchObject({ score: null, core: 0, coverage: 0 })
    expect(rating.parts.every(({ unknown, points: given }) => unknown && given === 0)).toBe(true)
    expect(rating.parts[4]?.explanation).toBe(
      'Market cap, net margin, debt to equity and credit rating and dividend record unknown.',
    )
  })

  test.each([
    [{ callVolume: null }, 57 / 60],
    [{ averageShareVolume: null }, 54 / 60],
    [{ ivRank: null }, 45 / 60],
    [{ rsi14: null }, 56 / 60],
    [{ sma20: null }, 57 / 60],
    [{ stochasticK: null }, 57 / 60],
    [{ marketCapUsd: null }, 55 / 60],
    [{ netMarginPct: null }, 56 / 60],
    [{ debtToEquity: null }, 57 / 60],
    [{ creditRating: null }, 57 / 60],
    [{ creditRating: 'NR', dividendYieldPct: 0 }, 1],
    [{ earnings: null }, 1],
  ])('%j: coverage %d', (change, coverage) => {
    expect(rateStock({ ...FULL, ...change }).coverage).toBeCloseTo(coverage, 12)
  })

  test.each([
    [null, 'The IV rank is unknown. There is not enough history yet.'],
    ['No options are listed.', 'The IV rank is unknown. No options are listed.'],
  ])('an unknown IV rank explains why: %p', (noVolatility, explanation) => {
    expect(partOf({ ivRank: null, noVolatility }, 'iv_rank')).toMatchObject({ unknown: true, explanation })
  })

  test.each(['liquidity_spread', 'income'] as const)(
    '%s without a best call names the rule that stopped the closest call',
    (key) => {
      expect(partOf({ bestCall: null, noBestCall: 'no_quote' }, key).explanation).toBe(
        'No call on this stock meets the best-call rules: none has both a bid and an ask. This part cannot be scored.',
      )
      expect(partOf({ bestCall: null }, key).explanation).toBe(
        'No call on this stock meets the best-call rules. This part cannot be scored.',
      )
    },
  )

  test('a partly unknown part scores its known inputs and is not marked unknown', () => {
    const technical = partOf({ rsi14: null }, 'technical')
    expect(technical).toMatchObject({ points: 6, unknown: false })
    expect(technical.inputs.rsiPoints).toBeNull()
    expect(technical.explanation).toContain('RSI unknown')
    expect(points({ callVolume: null }, 'liquidity_volume')).toBe(3)
  })
})

describe('rules that are not curves', () => {
  test.each([
    [{ date: '2026-07-10', session: null }, 5],
    [{ date: '2026-08-20', session: 'after_close' }, 5],
    [{ date: '2026-08-21', session: null }, 5],
    [{ date: '2026-08-21', session: 'before_open' }, 5],
    [{ date: '2026-08-21', session: 'after_close' }, 10],
    [{ date: '2026-08-22', session: 'before_open' }, 10],
    [{ date: '2026-07-09', session: null }, 10],
    [null, 10],
  ] as const)('earnings %j: income %d', (earnings, given) => {
    expect(points({ earnings }, 'income')).toBe(given)
  })

  test('a thin best call halves the income, earnings halve it again, and the explanation says so', () => {
    const bestCall = { ...BEST_CALL, liquidity: 'thin' as const }
    expect(partOf({ bestCall }, 'income')).toMatchObject({
      points: 5,
      inputs: { liquidity: 'thin' },
      explanation:
        'The best call pays 35.0% a year at the bid; halved because it is thinly traded (no liquid call on this stock); ' +
        'next earnings date unknown, so no deduction.',
    })
    expect(points({ bestCall, earnings: { date: '2026-07-30', session: null } }, 'income')).toBe(2.5)
    expect(rateStock({ ...FULL, bestCall }).core).toBe(50)
  })

  test('unknown or past earnings are explained, and null in the inputs', () => {
    for (const earnings of [null, { date: '2026-07-09', session: null }]) {
      const income = partOf({ earnings }, 'income')
      expect(income.inputs).toMatchObject({ earningsDate: null, earningsBeforeExpiration: null })
      expect(income.explanation).toContain('next earnings date unknown, so no deduction')
    }
  })

  test.each([
    [{ debtToEquity: null, negativeEquity: true }, 12],
    [{ debtToEquity: -3 }, 12],
    [{ debtToEquity: 0.1, negativeEquity: true }, 12],
    [{ debtToEquity: null }, 12],
    [{ creditRating: null, dividendYieldPct: 0.5 }, 15],
    [{ creditRating: null, dividendYieldPct: 0.4999 }, 13],
    [{ creditRating: null, dividendYieldPct: 0.0001 }, 13],
    [{ creditRating: null, dividendYieldPct: 0 }, 12],
    [{ creditRating: null, dividendYieldPct: null }, 12],
    [{ creditRating: 'B', dividendYieldPct: 4 }, 12],
    [{ creditRating: 'NR', dividendYieldPct: 4 }, 15],
  ])('%j: quality %d', (change, given) => {
    expect(points(change, 'quality')).toBe(given)
  })

  test.each([
    ['AAA', 3],
    ['AA+', 3],
    ['A-', 3],
    ['Aa3', 3],
    ['A2', 3],
    ['BBB+', 2],
    ['BBB-', 2],
    ['Baa1', 2],
    ['BB+', 1],
    ['Ba3', 1],
    ['B+', 0],
    ['Caa1', 0],
    ['D', 0],
    [' bbb ', 2],
    ['NR', null],
    ['', null],
    ['ABC', null],
  ])('credit rating %p: %p', (creditRating, given) => {
    expect(creditPoints(creditRating)).toBe(given)
  })

  test('rejects an invalid price or average by name', () => {
    expect(() => rateStock({ ...FULL, price: 0 })).toThrow('price must be')
    expect(() => rateStock({ ...FULL, sma20: -1 })).toThrow('sma20 must be')
  })
})

test('points round half up to two decimals', () => {
  expect([1.005, 1.004_999, 2.675, 0.125, 0].map(roundPoints)).toEqual([1.01, 1, 2.68, 0.13, 0])
})

test('the score is the exact decimal sum of its parts and stays within 0 to 60', () => {
  const known = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }))
  const drawn = fc.record({
    averageShareVolume: known(0, 1e8),
    callVolume: known(0, 500),
    ivRank: known(0, 100),
    rsi14: known(0, 100),
    price: known(1, 500),
    sma20: known(1, 500),
    stochasticK: known(0, 100),
    marketCapUsd: known(0, 5e12),
    netMarginPct: known(-200, 90),
    debtToEquity: known(-5, 9),
    dividendYieldPct: known(0, 9),
    bestCall: fc.option(
      fc.record({
        spreadPctOfMid: fc.double({ min: 0, max: 40, noNaN: true }),
        annualizedYieldPct: fc.double({ min: 0, max: 200, noNaN: true }),
        expiration: fc.constant('2026-08-21'),
        liquidity: fc.constantFrom('liquid' as const, 'thin' as const),
      }),
    ),
  })
  fc.assert(
    fc.property(drawn, (inputs) => {
      const { score, core, coverage, parts } = rateStock({ ...UNKNOWN, ...inputs })
      const cents = (value: number) => Math.round(value * 100)
      const sum = parts.reduce((total, part) => total + cents(part.points), 0)
      for (const part of parts) {
        expect(part.points).toBe(cents(part.points) / 100)
        expect(part.points).toBeGreaterThanOrEqual(0)
        expect(part.points).toBeLessThanOrEqual(part.max)
        if (part.unknown) expect(part.points).toBe(0)
      }
      expect(coverage).toBeGreaterThanOrEqual(0)
      expect(coverage).toBeLessThanOrEqual(1)
      expect(score).toBe(inputs.bestCall === null ? null : sum / 100)
      expect(cents(core)).toBe(sum - cents(parts.at(-1)?.points ?? 0))
    }),
  )
})
