import type { ScreenStock } from '../../api/screener.ts'
import { formatRating } from '../format/numbers.ts'
import { Unknown } from '../ui/figures.tsx'
import classes from './rating.module.css'
import { describeNoRating, drawParts, findBand, hasLowCoverage, type RatingBand } from './rating-view.ts'

interface RatingCellProps {
  readonly stock: ScreenStock
}

/** A rating and its parts. Inside a `RatingsScope`, it opens the breakdown. */
export function RatingCell({ stock }: RatingCellProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-label={describeRating(stock)}
      aria-haspopup="dialog"
      aria-expanded={false}
      data-rating-of={stock.symbol}
    >
      <RatingFigure stock={stock} />
      <PartsBar stock={stock} />
    </button>
  )
}

function RatingFigure({ stock }: RatingCellProps) {
  const { rating } = stock
  if (rating.score === null) {
    return (
      <span className={classes.cellFigure}>
        <Unknown reason={describeNoRating(stock)} />
      </span>
    )
  }
  return (
    <span className={classes.cellFigure} data-thin={hasLowCoverage(rating) || undefined}>
      <RatingGlyph band={findBand(rating.score)} />
      {formatRating(rating.score)}
    </span>
  )
}

function PartsBar({ stock: { rating } }: RatingCellProps) {
  return (
    <span
      className={classes.partsBar}
      data-thin={hasLowCoverage(rating) || undefined}
      style={{ backgroundImage: drawParts(rating) }}
    />
  )
}

function describeRating(stock: ScreenStock): string {
  const { symbol, rating } = stock
  if (rating.score === null) return `${symbol}, Callwright Rating not available: ${describeNoRating(stock)}`
  const thin = hasLowCoverage(rating) ? ', based on less than half of the points' : ''
  return `${symbol}, Callwright Rating ${formatRating(rating.score)} of ${rating.max}, ${findBand(rating.score).word}${thin}`
}

/** Icon for a rating band that does not depend on color: a star, or a full, three-quarter, half or quarter disc. */
export function RatingGlyph({ band, size = 13 }: { readonly band: RatingBand; readonly size?: number }) {
  const { glyph, color } = band
  if (glyph === 'star') {
    return (
      <svg width={size} height={size} viewBox="0 0 14 14" fill={color} aria-hidden="true">
        <path d="M7 1 8.85 5 13.2 5.5 10 8.5 10.8 12.8 7 10.7 3.2 12.8 4 8.5 .8 5.5 5.15 5z" />
      </svg>
    )
  }
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.25" fill="none" stroke={color} strokeWidth="1.5" />
      <path d={discs[glyph]} fill={color} />
    </svg>
  )
}

const discs = {
  full: 'M7 2a5 5 0 1 1 0 10A5 5 0 0 1 7 2z',
  'three-quarter': 'M7 7V2a5 5 0 1 1-5 5z',
  half: 'M7 2a5 5 0 0 1 0 10z',
  quarter: 'M7 7V2a5 5 0 0 1 5 5z',
} as const
