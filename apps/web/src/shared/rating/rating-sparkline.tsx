import type { StockRating } from '../../api/ratings.ts'
import { placeLine } from '../charts/line-points.ts'
import { formatPoints } from '../format/numbers.ts'
import { formatDay } from '../format/times.ts'
import classes from './rating-sparkline.module.css'

const WIDTH = 112
const HEIGHT = 26
/** Space for the dot at the end. */
const EDGE = 3

type History = StockRating['history']

/** Line of past ratings that ends with today's. Renders nothing if there is no history. */
export function RatingSparkline({ history }: { readonly history: History }) {
  const [first, ...rest] = history
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return null
  const points = placeLine(
    history.map(({ score }) => score),
    { width: WIDTH, height: HEIGHT, edge: EDGE },
  )
  const end = points.at(-1)
  const words = `Rating over ${history.length} sessions: ${formatPoints(first.score)} on ${formatDay(first.date)}, ${formatPoints(last.score)} on ${formatDay(last.date)}`
  return (
    <figure className={classes.figure}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <polyline className={classes.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {end && <circle className={classes.end} cx={end.x} cy={end.y} r="2.5" />}
      </svg>
      <figcaption className={classes.dates} aria-hidden="true">
        <span>{formatDay(first.date)}</span>
        <span>{formatDay(last.date)}</span>
      </figcaption>
    </figure>
  )
}
