import type { Rating, ScreenStock } from '../../api/screen.ts'
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

const NO_CALL = 'No call 21 to 60 days out passes the liquidity and delta rules'

/** Why the figures of the best call are missing: what the source lacks goes before what the rules refuse. */
export function explainNoCall({ missingReason }: Pick<ScreenStock, 'missingReason'>): string {
  return missingReason ?? NO_CALL
}

/** Why there is no rating, in words. */
export function describeNoRating(stock: Pick<ScreenStock, 'rating' | 'missingReason'>): string {
  const { reason } = stock.rating
  if (reason === 'no_writable_call') return explainNoCall(stock)
  return stock.missingReason ?? reason?.replaceAll('_', ' ') ?? 'Not rated'
}

const BAR_WIDTH = 88
const GAP_WIDTH = 1
const tones = ['var(--tx3)', 'color-mix(in srgb, var(--tx3) 50%, transparent)'] as const

/** The parts of a rating side by side, as long as their points, as one CSS gradient: one element for a whole bar. */
export function drawParts({ parts, max }: Rating): string {
  const stops: string[] = []
  let from = 0
  const draw = (color: string, points: number) => {
    const to = from + (points / max) * BAR_WIDTH
    const end = Math.max(from, to - GAP_WIDTH)
    stops.push(`${color} ${formatPx(from)} ${formatPx(end)}`, `transparent ${formatPx(end)} ${formatPx(to)}`)
    from = to
  }
  const judged = parts.filter(({ points }) => points > 0)
  judged.forEach(({ points }, index) => {
    draw(tones[index % 2 === 0 ? 0 : 1], points)
  })
  stops.push(`var(--bg3) ${formatPx(from)} ${formatPx(BAR_WIDTH)}`)
  return `linear-gradient(90deg, ${stops.join(', ')})`
}

const formatPx = (length: number) => `${Math.round(length * 10) / 10}px`
