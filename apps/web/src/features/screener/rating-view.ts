import type { Rating } from '../../api/screen.ts'
import { roundPoints } from '../../shared/format/numbers.ts'

export type BandGlyph = 'star' | 'full' | 'three-quarter' | 'half' | 'quarter'

/** A rating's band on the scale of 60: its glyph works without colour, its word without either. */
export interface RatingBand {
  readonly from: number
  readonly glyph: BandGlyph
  readonly color: string
  readonly word: string
}

const bands: readonly RatingBand[] = [
  { from: 40, glyph: 'star', color: 'var(--r5)', word: 'Strong' },
  { from: 36, glyph: 'full', color: 'var(--r4)', word: 'Good' },
  { from: 26, glyph: 'three-quarter', color: 'var(--r3)', word: 'Fair' },
  { from: 19, glyph: 'half', color: 'var(--r2)', word: 'Weak' },
]
const lowest: RatingBand = { from: 0, glyph: 'quarter', color: 'var(--r1)', word: 'Avoid' }

export function findBand(score: number): RatingBand {
  return bands.find(({ from }) => roundPoints(score) >= from) ?? lowest
}

const LOW_COVERAGE = 0.5

/** Whether too little could be judged for the rating to stand at full strength. */
export function isThinlyJudged({ coverage }: Rating): boolean {
  return coverage !== null && coverage < LOW_COVERAGE
}

const reasons: Readonly<Record<string, string>> = { no_writable_call: 'no writable call' }

/** Why there is no rating, in words. */
export function describeNoRating({ reason }: Rating): string {
  if (reason === null) return 'not rated'
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}
