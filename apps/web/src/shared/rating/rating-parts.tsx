import { formatInteger, formatPoints } from '../format/numbers.ts'
import { Unknown } from '../ui/unknown.tsx'
import classes from './rating-breakdown.module.css'
import type { PartView } from './rating-view.ts'
import { ratingWords } from './rating-words.ts'

interface RatingPartsProps {
  readonly parts: readonly PartView[]
  /** Whether the explanations are still loading. */
  readonly waiting: boolean
}

export function RatingParts({ parts, waiting }: RatingPartsProps) {
  return (
    <ul className={classes.parts}>
      {parts.map((part) => (
        <Part key={part.key} part={part} waiting={waiting} />
      ))}
    </ul>
  )
}

function Part({ part, waiting }: { readonly part: PartView; readonly waiting: boolean }) {
  const { label, points, max, why, unknown } = part
  const isKnown = max !== null && max > 0 && points !== null
  return (
    <li className={classes.part}>
      <span className={classes.label}>{label}</span>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: `${isKnown ? (points / max) * 100 : 0}%` }} />
      </span>
      <span className={classes.points}>
        {points === null ? <Unknown spoken={ratingWords.unknownPoints} /> : formatPoints(points)}{' '}
        {max !== null && <small>/{Number.isInteger(max) ? formatInteger(max) : formatPoints(max)}</small>}
      </span>
      {(why !== null || waiting) && (
        <span className={classes.why}>
          {unknown && <b className={classes.unknown}>{ratingWords.unknown}</b>}
          {why ?? <span className={classes.wait} />}
        </span>
      )}
    </li>
  )
}
