import { RATING_PARTS } from '@callwright/scoring'
import type { StockRating } from '../../api/ratings.ts'
import type { Rating, ScreenStock } from '../../api/screener.ts'
import { formatPlace, formatPoints, roundPoints } from '../format/numbers.ts'
import { formatDay } from '../format/times.ts'

/** Shown where ratings use the user's own weights. */
export const OWN_WEIGHTS_NOTE = 'Uses your own weights. Rating history is available for the Callwright Rating only.'

export type BandGlyph = 'star' | 'full' | 'three-quarter' | 'half' | 'quarter'

/**
 * Band on the 60-point scale. Users who cannot tell its color see the glyph, and those who cannot see the glyph have
 * the word.
 */
export interface RatingBand {
  readonly from: number
  readonly glyph: BandGlyph
  readonly color: string
  readonly word: string
}

const bands: readonly RatingBand[] = [
  { from: 40, glyph: 'star', color: 'var(--rating-5)', word: 'Strong' },
  { from: 36, glyph: 'full', color: 'var(--rating-4)', word: 'Good' },
  { from: 26, glyph: 'three-quarter', color: 'var(--rating-3)', word: 'Fair' },
  { from: 19, glyph: 'half', color: 'var(--rating-2)', word: 'Weak' },
]
const lowest: RatingBand = { from: 0, glyph: 'quarter', color: 'var(--rating-1)', word: 'Avoid' }

export function findBand(score: number): RatingBand {
  return bands.find(({ from }) => roundPoints(score) >= from) ?? lowest
}

/** Lists the lowest rating in each band: `Strong from 40, Good from 36, …`. */
export const listBands = () =>
  [...bands.map(({ word, from }) => `${word} from ${from}`), `else ${lowest.word}`].join(', ')

const LOW_COVERAGE = 0.5

/** Whether the rating is grayed out because too many inputs are unknown. */
export function hasLowCoverage({ coverage }: Pick<Rating, 'coverage'>): boolean {
  return coverage !== null && coverage < LOW_COVERAGE
}

const NO_CALL = 'No call 21 to 60 days out passes the liquidity and delta rules'

/** Explains why there is no best call. If data is missing, says so rather than naming a rule that failed. */
export function explainNoCall({ missingReason }: Pick<ScreenStock, 'missingReason'>): string {
  return missingReason ?? NO_CALL
}

/** Explains why there is no rating. */
export function describeNoRating(stock: Pick<ScreenStock, 'rating' | 'missingReason'>): string {
  const { reason } = stock.rating
  if (reason === 'no_writable_call') return explainNoCall(stock)
  return stock.missingReason ?? reason?.replaceAll('_', ' ') ?? 'Not rated'
}

const BAR_WIDTH = 88
const GAP_WIDTH = 1
const tones = ['var(--text-faint)', 'color-mix(in srgb, var(--text-faint) 50%, transparent)'] as const

/** Draws a rating's parts in proportion to their points. A CSS gradient keeps the bar to a single element. */
export function drawParts({ points, max }: Pick<Rating, 'points' | 'max'>): string {
  const stops: string[] = []
  let from = 0
  const draw = (color: string, length: number) => {
    const to = from + (length / max) * BAR_WIDTH
    const end = Math.max(from, to - GAP_WIDTH)
    stops.push(`${color} ${formatPx(from)} ${formatPx(end)}`, `transparent ${formatPx(end)} ${formatPx(to)}`)
    from = to
  }
  const judged = points.map((each) => each ?? 0).filter((each) => each > 0)
  judged.forEach((each, index) => {
    draw(tones[index % 2 === 0 ? 0 : 1], each)
  })
  stops.push(`var(--surface-strong) ${formatPx(from)} ${formatPx(BAR_WIDTH)}`)
  return `linear-gradient(90deg, ${stops.join(', ')})`
}

const formatPx = (length: number) => `${Math.round(length * 10) / 10}px`

/** One part of a rating in the breakdown. `points` is null if unknown or not loaded yet. */
export interface PartView {
  readonly key: string
  readonly label: string
  readonly points: number | null
  readonly max: number | null
  /** Explanation of the points; null until it has loaded. */
  readonly why: string | null
  readonly unknown: boolean
}

/**
 * Lists the parts with everything known about them. Until the explanations load, that is only the points from the row.
 */
export function listParts(rating: Rating, detail: StockRating | undefined, ownWeights: boolean): readonly PartView[] {
  if (detail !== undefined && detail.parts.length > 0) {
    return detail.parts.map(({ key, label, points, max, unknown, explanation }) => ({
      key,
      label,
      points: unknown ? null : points,
      max,
      why: explanation,
      unknown,
    }))
  }
  return RATING_PARTS.map(({ key, label, max }, index) => {
    const points = rating.points[index] ?? null
    return { key, label, points, max: ownWeights ? null : max, why: null, unknown: points === null }
  })
}

/** Change since the last session: `▲ +1.25 since Jul 9`. */
export interface ChangeView {
  readonly direction: 'up' | 'down' | 'same'
  readonly text: string
}

export function describeChange({ change, previous }: Rating): ChangeView | null {
  if (change === null || previous === null) return null
  const since = `since ${formatDay(previous.date)}`
  const points = formatPoints(Math.abs(change))
  if (roundPoints(change) === 0) return { direction: 'same', text: `Unchanged ${since}` }
  return change > 0
    ? { direction: 'up', text: `+${points} ${since}` }
    : { direction: 'down', text: `\u2212${points} ${since}` }
}

/** Share of the points whose inputs are known, as text; null if the coverage is unknown. */
export function describeCoverage({ coverage }: Pick<Rating, 'coverage'>): string | null {
  if (coverage === null) return null
  return coverage >= 1
    ? 'All inputs are available.'
    : `Inputs are available for ${formatPlace(coverage * 100)}% of the points.`
}
