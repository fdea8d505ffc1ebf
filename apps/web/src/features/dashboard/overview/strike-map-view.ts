import type { ListedPosition } from '../../../api/portfolio-endpoints.ts'

/** As many positions as the dashboard lists (SPEC section 9). */
export const MOST_LISTED = 10

/** Where the strike stands, and how far one expected move reaches, in percent of the width. */
export const STRIKE_AT = 74
const MOVE_WIDTH = 49
/** Nothing is drawn nearer to the edges. */
const EDGE = 3

export const HALF_MOVE_AT = STRIKE_AT - MOVE_WIDTH / 2
export const ONE_MOVE_AT = STRIKE_AT - MOVE_WIDTH

/** Where the name of a mark stands: lines above (negative) or below it; null: no room. */
export type LabelLine = -2 | -1 | 1 | 2 | null

export interface StrikeMark {
  readonly id: string
  readonly ticker: string
  readonly strike: number
  readonly headroomEm: number
  readonly days: number
  readonly asksAction: boolean
  /** Percent of the width. */
  readonly x: number
  /** Farther away than the drawing reaches. */
  readonly isBeyond: boolean
  readonly line: LabelLine
}

/** Calls with as many days left, from the farthest to the strike to the deepest in the money. */
export interface StrikeRow {
  readonly days: number
  readonly marks: readonly StrikeMark[]
}

export interface StrikeMap {
  readonly rows: readonly StrikeRow[]
  readonly shown: number
  /** Positions that a drawing has no place for. */
  readonly unplaced: number
}

interface MapOptions {
  /** Those that ask for action. */
  readonly actionIds: ReadonlySet<string>
  /** How wide a name is, in percent of the width. */
  readonly labelWidth: number
}

/** Up to ten positions: those that ask for action, then the next to expire. */
export function buildStrikeMap(positions: readonly ListedPosition[], { actionIds, labelWidth }: MapOptions): StrikeMap {
  const placed = positions.flatMap((listed) => placeMark(listed, actionIds))
  const marks = placed
    .toSorted((a, b) => Number(b.asksAction) - Number(a.asksAction) || a.days - b.days)
    .slice(0, MOST_LISTED)
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
  return [{ id, ticker, strike, headroomEm, days, asksAction: actionIds.has(id), x, isBeyond: x !== exact, line: null }]
}

const oneLine = [-1] as const
const twoLines = [-1, 1, -2, 2] as const

/** Names go where they touch none before them. */
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
