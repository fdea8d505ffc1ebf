import { useId } from 'react'
import { Hatch, paintHatch } from '../../../shared/charts/hatch.tsx'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDecimal, formatRatio } from '../../../shared/format/numbers.ts'
import { useIsPhone } from '../../../shared/media.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { words } from '../dashboard-words.ts'
import classes from './strike-map.module.css'
import { HALF_MOVE_AT, ONE_MOVE_AT, STRIKE_AT, type StrikeMap, type StrikeMark } from './strike-map-view.ts'

const sizes = { phone: { height: 196, labelWidth: 15 }, desktop: { height: 226, labelWidth: 11 } } as const

/** Height of the map, and width of a label in percent of the map's width. */
export const useMapSize = () => sizes[useIsPhone() ? 'phone' : 'desktop']

/** Distance from the first and last rows to the map's edges, in pixels. */
const ROW_EDGE = 28
const LABEL_GAP = 11
const LINE_HEIGHT = 12

const percent = (share: number) => `${share}%`

interface StrikeMapFigureProps {
  readonly map: StrikeMap
  readonly positions: number
}

/** Maps each call's distance to its strike, with expected moves across and days to expiration down. */
export function StrikeMapFigure({ map, positions }: StrikeMapFigureProps) {
  const { rows, shown, unplaced } = map
  const notes = [
    shown + unplaced < positions && words.map.shown(shown, positions),
    unplaced > 0 && (shown === 0 ? words.map.empty : words.map.unplaced(unplaced)),
  ].filter((note) => note !== false)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>{words.map.title}</span>
        <span className={classes.aside}>{words.map.rows}</span>
      </figcaption>
      <MapDrawing map={map} />
      <div className={classes.scale} aria-hidden="true">
        <span style={{ left: percent(ONE_MOVE_AT) }}>{words.map.oneMove}</span>
        <span style={{ left: percent(HALF_MOVE_AT) }}>{words.map.halfMove}</span>
        <b style={{ left: percent(STRIKE_AT) }}>{words.map.strike}</b>
        <span>{words.map.inTheMoney}</span>
      </div>
      <p className={classes.note}>{notes.join(' ')}</p>
      <VisuallyHidden>
        {words.map.summary(shown)}. {words.map.needsAction(listNeedingAction(map))}{' '}
        {rows.flatMap(({ marks }) => marks).map((mark) => `${describeMark(mark)}. `)}
      </VisuallyHidden>
    </figure>
  )
}

const listNeedingAction = ({ rows }: StrikeMap) =>
  rows.flatMap(({ marks }) => marks.filter(({ needsAction }) => needsAction).map(({ ticker }) => ticker))

function describeMark({ ticker, strike, headroomEm, days }: StrikeMark): string {
  const name = `${ticker} ${formatDecimal(strike)} call`
  return words.map.mark(name, formatRatio(Math.abs(headroomEm)), headroomEm < 0, days)
}

function MapDrawing({ map: { rows } }: { readonly map: StrikeMap }) {
  const hatch = useId()
  const { height } = useMapSize()
  const gap = (height - 2 * ROW_EDGE) / Math.max(1, rows.length - 1)
  const placeRow = (index: number) => Math.round(ROW_EDGE + index * gap)
  return (
    <div className={classes.plot}>
      <svg className={classes.days} height={height} aria-hidden="true">
        {rows.map(({ days }, index) => (
          <text key={days} x="0" y={placeRow(index) + 4}>
            {commonWords.days(String(days))}
          </text>
        ))}
      </svg>
      <svg className={classes.map} height={height} aria-hidden="true">
        <Hatch id={hatch} />
        <rect
          x={percent(HALF_MOVE_AT)}
          width={percent(STRIKE_AT - HALF_MOVE_AT)}
          height={height}
          fill={paintHatch(hatch)}
          opacity="0.55"
        />
        {[ONE_MOVE_AT, HALF_MOVE_AT].map((at) => (
          <line key={at} className={classes.grid} x1={percent(at)} x2={percent(at)} y2={height} />
        ))}
        {rows.map(({ days }, index) => (
          <line key={days} className={classes.grid} x2="100%" y1={placeRow(index)} y2={placeRow(index)} />
        ))}
        <line className={classes.strike} x1={percent(STRIKE_AT)} x2={percent(STRIKE_AT)} y2={height} />
        {rows.flatMap(({ marks }, index) =>
          marks.map((mark) => <Mark key={mark.id} mark={mark} y={placeRow(index)} />),
        )}
      </svg>
    </div>
  )
}

function Mark({
  mark: { ticker, x, line, needsAction, isBeyond },
  y,
}: {
  readonly mark: StrikeMark
  readonly y: number
}) {
  return (
    <g className={classes.mark} data-action={needsAction || undefined} data-beyond={isBeyond || undefined}>
      <circle cx={percent(x)} cy={y} r={needsAction ? 5 : 4} />
      {line !== null && (
        <text x={percent(x)} y={y + placeLabel(line)} textAnchor={anchorLabel(x)}>
          {ticker}
        </text>
      )}
    </g>
  )
}

/** Vertical offset from the mark's center to the label's baseline. */
const placeLabel = (line: number) =>
  line < 0 ? -LABEL_GAP + (line + 1) * LINE_HEIGHT : LABEL_GAP + 8 + (line - 1) * LINE_HEIGHT

function anchorLabel(x: number): 'start' | 'middle' | 'end' {
  if (x < 6) return 'start'
  return x > 94 ? 'end' : 'middle'
}
