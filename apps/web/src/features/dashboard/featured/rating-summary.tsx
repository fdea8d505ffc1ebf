import type { Rating } from '../../../api/screen.ts'
import { formatInteger, formatPoints, formatRating } from '../../../shared/format/numbers.ts'
import { RatingGlyph } from '../../../shared/rating/rating-glyph.tsx'
import {
  describeCoverage,
  findBand,
  hasLowCoverage,
  listParts,
  type PartView,
} from '../../../shared/rating/rating-view.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { words } from '../dashboard-words.ts'
import classes from './rating-summary.module.css'

interface RatingSummaryProps {
  readonly rating: Rating
  readonly ownWeights: boolean
}

/** The rating, and the points for each part. */
export function RatingSummary({ rating, ownWeights }: RatingSummaryProps) {
  const { score, max } = rating
  if (score === null) return null
  const { rating: label, ownWeights: ownLabel, outOf } = words.featured
  const band = findBand(score)
  return (
    <div className={classes.summary} data-thin={hasLowCoverage(rating) || undefined}>
      <p className={classes.score}>
        <span data-hint={describeCoverage(rating) ?? undefined}>
          <RatingGlyph band={band} />
          <b>{formatRating(score)}</b> <small>{outOf(formatInteger(max))}</small>
        </span>
        <span className={classes.label}>
          {ownWeights ? ownLabel : label}: {band.word}
        </span>
      </p>
      <ul className={classes.parts}>
        {listParts(rating, undefined, ownWeights).map((part) => (
          <Part key={part.key} part={part} />
        ))}
      </ul>
    </div>
  )
}

function Part({ part: { key, label, points, max } }: { readonly part: PartView }) {
  const share = points === null || max === null || max === 0 ? 0 : points / max
  return (
    <li data-hint={label}>
      <span className={classes.name}>{words.featured.parts[key] ?? label}</span>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span className={classes.points}>
        {points === null ? <Unknown /> : <b>{formatPoints(points)}</b>}{' '}
        {max !== null && <small>{words.featured.of(formatInteger(max))}</small>}
      </span>
    </li>
  )
}
