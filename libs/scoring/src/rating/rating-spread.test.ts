import { expect, test } from '@jest/globals'
import { rateStock } from './rating.ts'

const share = (scores: readonly number[], from: number) =>
  scores.filter((score) => score >= from).length / scores.length

/** Largest share of the stocks in one band of D45: Strong, Good, Fair, Weak, Avoid. */
function largestBand(scores: readonly number[]): number {
  const from = [1, share(scores, 19), share(scores, 26), share(scores, 36), share(scores, 40), 0]
  return Math.max(...from.slice(1).map((next, index) => (from[index] ?? 0) - next))
}

/** Evenly spread numbers of 0-1 without chance: the fractions of the multiples of an irrational number. */
const spread = (index: number, root: number) => (index * Math.sqrt(root)) % 1

test('on an invented market of 1,000 stocks no band holds most of them', () => {
  const scores = Array.from({ length: 1000 }, (_, index) => {
    const between = (root: number, low: number, high: number) => low + (high - low) * spread(index + 1, root)
    const { score } = rateStock({
      averageShareVolume: 10 ** between(2, 5, 8),
      callVolume: 10 ** between(3, 0, 4),
      ivRank: between(5, 0, 100),
      ivRankSource: 'implied',
      noVolatility: null,
      price: between(7, 94, 106),
      sma20: 100,
      rsi14: between(11, 30, 70),
      stochasticK: between(13, 0, 100),
      marketCapUsd: 10 ** between(17, 9, 12.3),
      netMarginPct: between(19, -10, 40),
      debtToEquity: between(23, 0, 3),
      negativeEquity: false,
      creditRating: null,
      dividendYieldPct: between(29, 0, 4),
      bestCall: {
        spreadPctOfMid: 10 ** between(31, 0.3, 1.6),
        annualizedYieldPct: between(37, 5, 45),
        expiration: '2026-08-21',
        liquidity: spread(index, 43) < 0.3 ? 'thin' : 'liquid',
      },
      noBestCall: null,
      earnings: spread(index, 41) < 0.5 ? { date: '2026-08-01', session: null } : null,
      asOfDate: '2026-07-10',
    })
    return score ?? Number.NaN
  })
  expect(largestBand(scores)).toBeLessThan(0.65)
  expect(share(scores, 26)).toBeGreaterThan(0.5)
  expect(share(scores, 40)).toBeLessThan(0.3)
})
