import type { ListedPosition } from '../../../api/portfolio-endpoints.ts'

/** Maximum number of positions on the dashboard (SPEC section 9). */
export const MAX_LISTED = 10

/** Position of the strike and width of one expected move, in percent of the map's width. */
export const STRIKE_AT = 74
const MOVE_WIDTH = 49
/** Minimum distance from a mark to either edge, in percent of the map's width. */
const EDGE = 3

export const HALF_MOVE_AT = STRIKE_AT - MOVE_WIDTH / 2
export const ONE_MOVE_AT = STRIKE_AT - MOVE_WIDTH

/** Which line a mark's label goes on, counted up (negative) or down from the mark; null if there is no room. */
export type LabelLine = -2 | -1 | 1 | 2 | null

export interface StrikeMark {
  readonly id: string
  readonly ticker: string
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
export interface StrikeRow {
  readonly days: number
  readonly marks: readonly StrikeMark[]
}

export interface StrikeMap {
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
  const { id, ticker, strikePrice: strike } = position
  const exact = STRIKE_AT - headroomEm * MOVE_WIDTH
  const x = Math.max(EDGE, Math.min(100 - EDGE, exact))
  return [
    { id, ticker, strike, headroomEm, days, needsAction: actionIds.has(id), x, isBeyond: x !== exact, line: null },
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
