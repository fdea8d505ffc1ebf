import type { PriceBars } from '../../../api/stock-endpoints.ts'
import { placeLine } from '../../../shared/charts/line-points.ts'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { words } from '../dashboard-words.ts'
import type { Answer } from '../use-dashboard.ts'
import type { PriceLine } from './featured-view.ts'
import classes from './price-line-figure.module.css'

interface PriceLineFigureProps {
  readonly line: PriceLine | null
  readonly bars: Answer<PriceBars>
}

/** Closing prices over 30 days. The height is fixed to avoid a layout shift. */
export function PriceLineFigure({ line, bars: { data, failure, busy, ask } }: PriceLineFigureProps) {
  const { noLine, emptyLine, loadingLine } = words.featured
  if (line !== null) return <Line line={line} />
  return (
    <div className={classes.figure} aria-busy={data === null && failure === null}>
      {data === null && failure !== null && (
        <p className={classes.none}>
          {noLine}{' '}
          <BusyButton variant="subtle" size="compact-sm" busy={busy} onClick={ask}>
            {words.retry}
          </BusyButton>
        </p>
      )}
      {data === null && failure === null && <VisuallyHidden>{loadingLine}</VisuallyHidden>}
      {data !== null && <p className={classes.none}>{emptyLine}</p>}
    </div>
  )
}

/** Size in SVG units. The drawing stretches to the card's width, but its strokes don't get wider. */
const SIZE = { width: 430, height: 74, edge: 3 }

function Line({ line: { closes, from, to } }: { readonly line: PriceLine }) {
  const points = placeLine(closes, SIZE)
  const end = points.at(-1)
  const label = words.featured.line(formatPrice(closes[0]), formatPrice(closes.at(-1)))
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <polyline className={classes.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {/* A zero-length stroke with round caps draws the dot, because a circle would be stretched. */}
        {end && <path className={classes.end} d={`M${end.x} ${end.y}h0`} />}
      </svg>
      <figcaption className={classes.days} aria-hidden="true">
        <span>{formatDay(from)}</span>
        <span>{words.featured.days}</span>
        <span>{formatDay(to)}</span>
      </figcaption>
    </figure>
  )
}
