import type { RatingList } from '../../../api/screener-endpoints.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { words } from '../dashboard-words.ts'
import type { Answer } from '../use-dashboard.ts'
import classes from './radar-card.module.css'
import { type RatingBin, spreadRatings } from './rating-spread.ts'

interface RatingSpreadFigureProps {
  readonly ratings: Answer<RatingList>
  /** Maximum number of points in a rating. */
  readonly max: number
}

/** Histogram of all ratings. The height is fixed to avoid a layout shift. */
export function RatingSpreadFigure({ ratings: { data, failure }, max }: RatingSpreadFigureProps) {
  return (
    <figure className={classes.spread}>
      <figcaption>{data === null && failure !== null ? words.radar.noRatings : words.radar.ratings}</figcaption>
      {data !== null && <Spread scores={data.scores} max={max} />}
    </figure>
  )
}

/** Lower bounds of the rating bands; the scale is labeled at each one. */
const TICKS = [19, 26, 40]
const GAP = 0.5

function Spread({ scores, max }: Pick<RatingList, 'scores'> & { readonly max: number }) {
  const { bins, rated, unrated, bands } = spreadRatings(scores, max)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const width = 100 / bins.length
  const label = words.radar.bands(
    rated,
    bands.map(({ word, count }) => `${formatInteger(count)} ${word}`),
    unrated,
  )
  return (
    <>
      <svg className={classes.bars} viewBox="0 0 100 44" preserveAspectRatio="none" role="img" aria-label={label}>
        {bins.map((bin, index) => {
          const height = (bin.count / most) * 44
          return (
            <rect
              key={bin.from}
              x={index * width}
              y={44 - height}
              width={width - GAP}
              height={height}
              fill={findTone(bin)}
              opacity={findStrength(bin)}
            />
          )
        })}
      </svg>
      <div className={classes.scale} aria-hidden="true">
        <span>0</span>
        {TICKS.filter((tick) => tick < max).map((tick) => (
          <span key={tick} style={{ left: `${(tick / max) * 100}%` }}>
            {tick}
          </span>
        ))}
        <span>{max}</span>
      </div>
    </>
  )
}

/** Bar color; only the best band gets one. */
const findTone = ({ band }: RatingBin) => (band.glyph === 'star' ? band.color : 'var(--text-faint)')

const strengths = { star: 1, full: 0.75, 'three-quarter': 0.5, half: 0.32, quarter: 0.32 } as const
const findStrength = ({ band }: RatingBin) => strengths[band.glyph]
