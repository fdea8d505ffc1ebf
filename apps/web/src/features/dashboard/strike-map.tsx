import { Group, Text } from '@mantine/core'
import { useId } from 'react'
import type { ListedPosition } from '../../api/portfolio.ts'
import { Hatch, paintHatch } from '../../shared/charts/hatch.tsx'
import { commonWords } from '../../shared/common-words.ts'
import { formatDecimal, formatRatio } from '../../shared/format/numbers.ts'
import { countOf } from '../../shared/format/words.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { VisuallyHidden } from '../../shared/ui/figures.tsx'
import classes from './overview.module.css'

const needsActionText = (symbols: readonly string[]) =>
  symbols.length === 0
    ? 'None needs action.'
    : `${symbols.join(', ')} ${symbols.length === 1 ? 'needs' : 'need'} action.`

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
  const isPhone = useIsPhone()
  const { rows, shown, unplaced } = map
  const notes = [
    shown + unplaced < positions &&
      `${shown} of ${countOf(positions, 'position', 'positions')}: those that need action first, then the next to expire.`,
    unplaced > 0 &&
      (shown === 0
        ? 'Nothing to show: every position has expired, or its price or volatility is unknown.'
        : `${countOf(unplaced, 'position is', 'positions are')} not shown: expired, or price or volatility unknown.`),
  ].filter((note) => note !== false)
  return (
    <figure>
      <Group component="figcaption" justify="space-between" align="flex-start" h={24}>
        <Text size="sm" c="dimmed">
          Distance to the strike, in expected moves
        </Text>
        {!isPhone && (
          <Text size="sm" c="var(--text-faint)">
            rows: days to expiration
          </Text>
        )}
      </Group>
      <MapDrawing map={map} />
      <div className={classes.scale} aria-hidden="true">
        <span style={{ left: percent(ONE_MOVE_AT) }}>1 move away</span>
        <span style={{ left: percent(HALF_MOVE_AT) }}>half a move</span>
        <b style={{ left: percent(STRIKE_AT) }}>Strike</b>
        <span>in the money</span>
      </div>
      <Text size="sm" c="var(--text-faint)" mih={16}>
        {notes.join(' ')}
      </Text>
      <VisuallyHidden>
        {countOf(shown, 'position', 'positions')} by distance to the strike in expected moves and by days to expiration
        . {needsActionText(listNeedingAction(map))}{' '}
        {rows.flatMap(({ marks }) => marks).map((mark) => `${describeMark(mark)}. `)}
      </VisuallyHidden>
    </figure>
  )
}

const listNeedingAction = ({ rows }: StrikeMap) =>
  rows.flatMap(({ marks }) => marks.filter(({ needsAction }) => needsAction).map(({ symbol }) => symbol))

function describeMark({ symbol, strike, headroomEm, days }: StrikeMark): string {
  const name = `${symbol} ${formatDecimal(strike)} call`
  return `${name}: ${formatRatio(Math.abs(headroomEm))} expected moves ${headroomEm < 0 ? 'in the money' : 'below the strike'}, ${countOf(days, 'day', 'days')} left`
}

function MapDrawing({ map: { rows } }: { readonly map: StrikeMap }) {
  const hatch = useId()
  const { height } = useMapSize()
  const gap = (height - 2 * ROW_EDGE) / Math.max(1, rows.length - 1)
  const placeRow = (index: number) => Math.round(ROW_EDGE + index * gap)
  return (
    <Group gap={0} wrap="nowrap">
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
        <line x1={percent(STRIKE_AT)} x2={percent(STRIKE_AT)} y2={height} stroke="var(--accent)" strokeWidth="1.6" />
        {rows.flatMap(({ marks }, index) =>
          marks.map((mark) => <Mark key={mark.id} mark={mark} y={placeRow(index)} />),
        )}
      </svg>
    </Group>
  )
}

function Mark({
  mark: { symbol, x, line, needsAction, isBeyond },
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
          {symbol}
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

/** Maximum number of positions on the dashboard (SPEC section 9). */
const MAX_LISTED = 10

/** Position of the strike and width of one expected move, in percent of the map's width. */
export const STRIKE_AT = 74
const MOVE_WIDTH = 49
/** Minimum distance from a mark to either edge, in percent of the map's width. */
const EDGE = 3

export const HALF_MOVE_AT = STRIKE_AT - MOVE_WIDTH / 2
export const ONE_MOVE_AT = STRIKE_AT - MOVE_WIDTH

/** Which line a mark's label goes on, counted up (negative) or down from the mark; null if there is no room. */
type LabelLine = -2 | -1 | 1 | 2 | null

interface StrikeMark {
  readonly id: string
  readonly symbol: string
  readonly strike: number
  readonly headroomEm: number
  readonly days: number
  readonly needsAction: boolean
  /** Horizontal position, in percent of the map's width. */
  readonly x: number
  /** Whether the mark is outside the drawn range, and so drawn at the edge. */
  readonly isBeyond: boolean
  readonly line: LabelLine
}

/** Calls with the same number of days left, from farthest out of the money to deepest in the money. */
interface StrikeRow {
  readonly days: number
  readonly marks: readonly StrikeMark[]
}

interface StrikeMap {
  readonly rows: readonly StrikeRow[]
  readonly shown: number
  /** How many positions are left off the map because they expired or their distance is unknown. */
  readonly unplaced: number
}

interface MapOptions {
  /** Ids of positions that need action. */
  readonly actionIds: ReadonlySet<string>
  /** Width of a label, in percent of the map's width. */
  readonly labelWidth: number
}

/** Builds the map with up to ten positions: first those that need action, then the next to expire. */
export function buildStrikeMap(positions: readonly ListedPosition[], { actionIds, labelWidth }: MapOptions): StrikeMap {
  const placed = positions.flatMap((listed) => placeMark(listed, actionIds))
  const marks = placed
    .toSorted((a, b) => Number(b.needsAction) - Number(a.needsAction) || a.days - b.days)
    .slice(0, MAX_LISTED)
  const days = [...new Set(marks.map((mark) => mark.days))].toSorted((a, b) => a - b)
  const lines = days.length > 4 ? oneLine : twoLines
  return {
    rows: days.map((each) => ({
      days: each,
      marks: placeLabels(
        marks.filter((mark) => mark.days === each),
        lines,
        labelWidth,
      ),
    })),
    shown: marks.length,
    unplaced: positions.length - placed.length,
  }
}

function placeMark(listed: ListedPosition, actionIds: ReadonlySet<string>): readonly StrikeMark[] {
  const { position, headroomEm, daysToExpiration: days, state } = listed
  if (state !== 'open' || headroomEm === null) return []
  const { id, symbol, strike } = position
  const exact = STRIKE_AT - headroomEm * MOVE_WIDTH
  const x = Math.max(EDGE, Math.min(100 - EDGE, exact))
  return [
    { id, symbol, strike, headroomEm, days, needsAction: actionIds.has(id), x, isBeyond: x !== exact, line: null },
  ]
}

const oneLine = [-1] as const
const twoLines = [-1, 1, -2, 2] as const

/** Puts each label on the first line where it does not overlap the previous label. */
function placeLabels(
  marks: readonly StrikeMark[],
  lines: readonly Exclude<LabelLine, null>[],
  labelWidth: number,
): readonly StrikeMark[] {
  const ends = new Map<LabelLine, number>()
  return marks
    .toSorted((a, b) => a.x - b.x)
    .map((mark) => {
      const line = lines.find((each) => mark.x - (ends.get(each) ?? Number.NEGATIVE_INFINITY) >= labelWidth) ?? null
      ends.set(line, mark.x)
      return { ...mark, line }
    })
}
