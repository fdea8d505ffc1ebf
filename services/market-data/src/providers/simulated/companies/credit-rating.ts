import { normalAt, type Stream } from '../random.ts'

/** Ratings, safest first. */
const RATINGS = [
  'AAA',
  'AA+',
  'AA',
  'AA-',
  'A+',
  'A',
  'A-',
  'BBB+',
  'BBB',
  'BBB-',
  'BB+',
  'BB',
  'BB-',
  'B+',
  'B',
] as const
const USUAL = 7
const USUAL_CAP_USD = 3e10

/**
 * Invents a credit rating, which is better for a larger or less indebted company. If debt is null, equity is negative.
 */
export function creditRatingOf(draws: Stream, marketCapUsd: number, debtToEquity: number | null): string {
  const size = 2.2 * Math.log10(marketCapUsd / USUAL_CAP_USD)
  const debt = debtToEquity === null ? 2 : Math.min(3, 1.2 * Math.log(Math.max(0.1, debtToEquity) / 0.8))
  const step = Math.round(USUAL - size + debt + 1.3 * normalAt(draws, 0))
  return RATINGS[Math.min(RATINGS.length - 1, Math.max(0, step))] ?? 'BBB'
}
