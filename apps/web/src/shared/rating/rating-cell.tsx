import type { ScreenStock } from '../../api/screener.ts'
import { formatRating } from '../format/numbers.ts'
import { Unknown } from '../ui/unknown.tsx'
import classes from './rating-cell.module.css'
import { RatingGlyph } from './rating-glyph.tsx'
import { describeNoRating, drawParts, findBand, hasLowCoverage } from './rating-view.ts'
import { ratingButton } from './use-open-rating.ts'

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
      {...ratingButton(stock.symbol)}
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
      <span className={classes.figure}>
        <Unknown reason={describeNoRating(stock)} />
      </span>
    )
  }
  return (
    <span className={classes.figure} data-thin={hasLowCoverage(rating) || undefined}>
      <RatingGlyph band={findBand(rating.score)} />
      {formatRating(rating.score)}
    </span>
  )
}

function PartsBar({ stock: { rating } }: RatingCellProps) {
  return (
    <span
      className={classes.parts}
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
