import type { ScreenStock } from '../../api/screen.ts'
import { formatRating } from '../../shared/format/numbers.ts'
import { Unknown } from '../../shared/ui/unknown.tsx'
import { RatingBreakdown } from './rating-breakdown.tsx'
import classes from './rating-cell.module.css'
import { RatingGlyph } from './rating-glyph.tsx'
import { describeNoRating, findBand, isThinlyJudged } from './rating-view.ts'
import { useRatingButton } from './use-rating-button.ts'

interface RatingCellProps {
  readonly stock: ScreenStock
}

/** The rating with its parts; the breakdown opens on hover, focus and tap. */
export function RatingCell({ stock }: RatingCellProps) {
  const { isOpen, breakdownId, close, hover, button } = useRatingButton(stock.symbol)
  return (
    <span className={classes.cell} {...hover}>
      <button type="button" className={classes.chip} aria-label={describeForEar(stock)} {...button}>
        <RatingFigure stock={stock} />
        <PartsBar stock={stock} />
      </button>
      {isOpen && <RatingBreakdown id={breakdownId} stock={stock} onClose={close} {...hover} />}
    </span>
  )
}

function RatingFigure({ stock: { rating } }: { readonly stock: ScreenStock }) {
  if (rating.score === null) {
    return (
      <span className={classes.figure}>
        <Unknown reason={describeNoRating(rating)} />
      </span>
    )
  }
  return (
    <span className={classes.figure} data-thin={isThinlyJudged(rating) || undefined}>
      <RatingGlyph band={findBand(rating.score)} />
      {formatRating(rating.score)}
    </span>
  )
}

function PartsBar({ stock: { rating } }: { readonly stock: ScreenStock }) {
  const judged = rating.parts.filter(({ points }) => points > 0)
  const missing = rating.max - judged.reduce((sum, { points }) => sum + points, 0)
  return (
    <span className={classes.parts} data-thin={isThinlyJudged(rating) || undefined} aria-hidden="true">
      {judged.map(({ key, points }) => (
        <i key={key} style={{ flexGrow: points }} />
      ))}
      {missing > 0 && <u style={{ flexGrow: missing }} />}
    </span>
  )
}

function describeForEar({ symbol, rating }: ScreenStock): string {
  if (rating.score === null) return `${symbol}, Callwright Rating not available: ${describeNoRating(rating)}`
  const thin = isThinlyJudged(rating) ? ', less than half of it could be judged' : ''
  return `${symbol}, Callwright Rating ${formatRating(rating.score)} of ${rating.max}, ${findBand(rating.score).word}${thin}`
}
