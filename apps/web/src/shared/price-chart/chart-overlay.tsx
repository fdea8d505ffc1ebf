import { useId } from 'react'
import { Hatch, paintHatch } from '../charts/hatch.tsx'
import { formatPrice } from '../format/numbers.ts'
import { formatEtTimeLong } from '../format/times.ts'
import { AxisLabels } from './axis-labels.tsx'
import type { ConePoint } from './chart-future.ts'
import { type ChartScale, EDGE_WIDTH, findPaneTop, measureHeight } from './chart-layout.ts'
import classes from './chart-overlay.module.css'
import type { ChartView } from './chart-view.ts'
import { chartWords } from './chart-words.ts'
import { formatAsOf, placeEdgeLabels } from './edge-labels.ts'
import { MarkList } from './mark-list.tsx'

interface ChartOverlayProps {
  readonly view: ChartView
  readonly scale: ChartScale
}

/**
 * Everything in the chart that is not a series: the future with its expected move, the strike, the last price and the
 * events.
 */
export function ChartOverlay({ view, scale }: ChartOverlayProps) {
  const { future, strike, entry, lastPrice, bars, panes, priceHeight } = view
  const { toX, toY, width } = scale
  const hatch = useId()
  const labels = placeEdgeLabels(view, scale)
  const today = toX(bars.length - 1)
  /** The strike line starts at the entry, or at the last bar if there is no entry. */
  const written = entry === null ? today : toX(entry.place)
  const cone = future?.cone ?? null
  return (
    <>
      <svg className={classes.drawing} width={width + EDGE_WIDTH} height={measureHeight(view)} aria-hidden="true">
        <Hatch id={hatch} />
        {future && <path className={classes.today} d={`M${today} 0V${priceHeight}`} />}
        {cone && <path className={classes.cone} fill={paintHatch(hatch)} d={drawCone(cone, scale)} />}
        {entry && (
          <>
            <path className={classes.written} d={`M${written} 0V${priceHeight}`} />
            <circle className={classes.entry} cx={written} cy={toY(entry.price)} r="4" />
          </>
        )}
        <path className={classes.last} d={`M${today} ${toY(lastPrice.price)}H${width}`} />
        {strike !== null && labels.strike !== null && !labels.strikeIsBeyond && (
          <>
            <path className={classes.strikePast} d={`M0 ${toY(strike)}H${written}`} />
            <path className={classes.strike} d={`M${written} ${toY(strike)}H${width}`} />
            <circle className={classes.end} cx={width - 4} cy={toY(strike)} r="3.5" />
          </>
        )}
      </svg>
      <AxisLabels view={view} scale={scale} edgeLabels={labels} />
      {cone && future && <ConeName cone={cone} scale={scale} />}
      {panes.map((pane, index) => (
        <span key={pane} className={classes.pane} style={{ top: findPaneTop(index, view) - 2 }}>
          {chartWords.panes[pane]}
        </span>
      ))}
      <MarkList view={view} scale={scale} />
      {entry && (
        <span className={classes.entryName} style={{ left: written }} data-hint={entry.words}>
          {chartWords.entry}
        </span>
      )}
      <span
        className={classes.lastLabel}
        style={{ top: labels.last, left: width }}
        data-hint={chartWords.lastPrice(formatEtTimeLong(lastPrice.asOf))}
      >
        <b>{formatPrice(lastPrice.price)}</b>
        <small>{formatAsOf(view)}</small>
      </span>
      {strike !== null && labels.strike !== null && (
        <span
          className={classes.strikeLabel}
          style={{ top: labels.strike, left: width }}
          data-hint={labels.strikeIsBeyond ? chartWords.strikeBeyond : chartWords.strike}
        >
          {formatPrice(strike)}
        </span>
      )}
    </>
  )
}

function drawCone(cone: readonly ConePoint[], { toX, toY }: ChartScale): string {
  const upper = cone.map(({ place, high }) => `${toX(place)} ${toY(high)}`)
  const lower = cone.map(({ place, low }) => `${toX(place)} ${toY(low)}`)
  return `M${[...upper, ...lower.toReversed()].join('L')}Z`
}

/** The label goes below the cone's wide end, where there is room. */
function ConeName({ cone, scale: { toX, toY } }: { readonly cone: readonly ConePoint[]; readonly scale: ChartScale }) {
  const first = cone.at(0)
  const end = cone.at(-1)
  if (first === undefined || end === undefined) return null
  const left = toX(first.place)
  const isNarrow = toX(end.place) - left < 84
  return (
    <span
      className={classes.coneName}
      style={{ top: toY(end.low) + 4, right: `calc(100% - ${toX(end.place)}px)` }}
      data-hint={chartWords.coneHint}
    >
      {isNarrow ? chartWords.coneShort : chartWords.cone}
    </span>
  )
}
