import { expect, test } from '@jest/globals'
import { analyze } from '../../test/analysis.ts'
import { openPack } from '../../test/recorded-pack.ts'
import { sharedPath } from '../../test/shared-data.ts'
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
      },
      earningsDate: spread(index, 41) < 0.5 ? '2026-08-01' : null,
      asOfDate: '2026-07-10',
    })
    return score ?? Number.NaN
  })
  expect(largestBand(scores)).toBeLessThan(0.65)
  expect(share(scores, 26)).toBeGreaterThan(0.5)
  expect(share(scores, 40)).toBeLessThan(0.3)
})

test('on the recorded market the ratings spread over the bands and every figure is in range', () => {
  const directory = sharedPath('market-data/us-2026-07-10')
  if (directory === null) return
  const pack = openPack(directory, '2026-07-10')
  const analyses = pack.symbols.flatMap((symbol) => {
    const facts = pack.load(symbol)
    return facts === null ? [] : [{ symbol, ...analyze(facts, pack) }]
  })
  expect(analyses.length).toBeGreaterThan(490)
  for (const { symbol, atm, bestCall, rating } of analyses) {
    const { best } = bestCall
    expect([symbol, rating.score === null]).toEqual([symbol, best === null])
    if (atm.impliedVolatility !== null)
      expect([symbol, atm.impliedVolatility > 0.05 && atm.impliedVolatility < 3]).toEqual([symbol, true])
    if (best !== null)
      expect([symbol, best.delta > 0.149 && best.delta < 0.301 && best.bid > 0]).toEqual([symbol, true])
  }
  const withoutVol = analyses.filter(({ atm }) => atm.impliedVolatility === null).length
  expect(withoutVol).toBeLessThan(25)
  const scores = analyses.flatMap(({ rating }) => (rating.score === null ? [] : [rating.score])).sort((a, b) => a - b)
  expect(scores.length).toBeGreaterThan(250)
  const median = scores[Math.floor(scores.length / 2)] ?? 0
  expect(median).toBeGreaterThan(28)
  expect(median).toBeLessThan(37)
  const bands = [share(scores, 40), share(scores, 36), share(scores, 26)] as const
  expect(bands[0]).toBeGreaterThan(0.05)
  expect(bands[0]).toBeLessThan(0.3)
  expect(bands[1]).toBeGreaterThan(0.15)
  expect(bands[1]).toBeLessThan(0.5)
  expect(bands[2]).toBeGreaterThan(0.7)
  expect(bands[2]).toBeLessThan(0.97)
  expect(largestBand(scores)).toBeLessThan(0.65)
}, 60_000)
