import { RATING_PARTS, weighPoints, weighScore } from '@callwright/scoring'
import { badRequest, createBoundedCache } from '@callwright/service'
import { createOrder, type NameIndex, numberKeys, type Order } from './order.ts'
import { createRowFilter, type RowFilter } from './row-filter.ts'
import {
  findPosition,
  type RowField,
  type RowTable,
  readField,
  rowFields,
  type Slot,
  sliceFields,
  writeField,
} from './rows.ts'

const KEPT_WEIGHTINGS = 32
const KEPT_PROJECTIONS = 64
const KEPT_BYTES = 16 * 1_024 * 1_024

interface Projection {
  /** JSON of the row, to be copied into a response. */
  write(slot: Slot): Buffer
}

/** Part of a row: consecutive fields copied from its text, or one recomputed field. */
type Piece = { readonly from: number; readonly to: number } | { readonly position: number; write(slot: Slot): string }

/** Bounded caches of the most recent projections and weighted ratings. */
export function createProjections(table: RowTable, names: NameIndex) {
  const ratings = createBoundedCache<WeightedRating>(KEPT_WEIGHTINGS)
  const projections = createBoundedCache<Projection>(KEPT_PROJECTIONS)
  const whole: Projection = { write: (slot) => table.getText(slot).bytes }
  let bytes = 0

  function noteKept(added: number): void {
    bytes += added
    if (bytes <= KEPT_BYTES) return
    bytes = 0
    projections.clear()
  }

  function rate(weighting: Weighting): WeightedRating {
    return keepLatest(ratings, weighting.key, () => createWeightedRating(table, names, weighting))
  }

  return {
    rate,
    /** Undefined `fields` selects all. Throws a 400 for an unknown field. */
    project(fields: readonly string[] | undefined, weighting: Weighting | null): Projection {
      if (fields === undefined && weighting === null) return whole
      return keepLatest(projections, `${weighting?.key ?? ''} ${fields?.join() ?? ''}`, () =>
        projectFields(table, choosePositions(fields), weighting === null ? null : rate(weighting), noteKept),
      )
    },
  }
}

/**
 * Projects some fields of each row and recomputes those that depend on a user's weights. A row is assembled from pieces of
 * its text on first access and cached until it changes; `onKept` receives the added bytes.
 */
function projectFields(
  table: RowTable,
  positions: readonly number[],
  weighted: WeightedRating | null,
  onKept: (bytes: number) => void,
): Projection {
  const pieces = listPieces(positions, weighted)
  const kept = new Array<Buffer | undefined>(table.size).fill(undefined)
  const keptAt = new Array<number>(table.size).fill(0)

  function make(slot: Slot): Buffer {
    const text = table.getText(slot)
    const fields = pieces.map((piece) =>
      'from' in piece ? sliceFields(text, piece.from, piece.to) : writeField(piece.position, piece.write(slot)),
    )
    return Buffer.from(`{${fields.join(',')}}`)
  }

  return {
    write(slot) {
      const ready = kept[slot]
      if (ready !== undefined && keptAt[slot] === table.revisions[slot]) return ready
      const made = make(slot)
      onKept(made.length - (ready?.length ?? 0))
      kept[slot] = made
      keptAt[slot] = table.revisions[slot] ?? 0
      return made
    },
  }
}

function listPieces(positions: readonly number[], weighted: WeightedRating | null): readonly Piece[] {
  const pieces: Piece[] = []
  for (const position of positions) {
    const write = weighted?.fields.get(rowFields[position] as RowField)
    const last = pieces.at(-1)
    if (write !== undefined) pieces.push({ position, write })
    else if (last !== undefined && 'to' in last && last.to === position)
      pieces[pieces.length - 1] = { from: last.from, to: position + 1 }
    else pieces.push({ from: position, to: position + 1 })
  }
  return pieces
}

/** Ascending positions of the query's fields, always including the symbol. Throws a 400 for an unknown field. */
function choosePositions(fields: readonly string[] | undefined): readonly number[] {
  if (fields === undefined) return rowFields.map((_field, position) => position)
  const unknown = fields.filter((name) => findPosition(name) === undefined)
  if (unknown.length > 0) {
    const detail = `must be fields of a row, not ${unknown.join(', ')}`
    throw badRequest('validation', `fields ${detail}.`, [{ field: 'fields', detail }])
  }
  const chosen = new Set([findPosition('symbol'), ...fields.map((name) => findPosition(name) ?? 0)])
  return [...chosen].sort((a, b) => a - b)
}

/** Least-recently-used caching: a hit becomes the newest entry. */
function keepLatest<V>(cache: ReturnType<typeof createBoundedCache<V>>, key: string, make: () => V): V {
  const value = cache.get(key, 0) ?? make()
  cache.set(key, value, Number.POSITIVE_INFINITY)
  return value
}

export interface Weighting {
  /** Cache key, the same for equal weights. */
  readonly key: string
  /** Maximum points of each part, 60 in all, in the order of `RATING_PARTS`. */
  readonly maxima: readonly number[]
}

/** Ratings of all rows under a user's own weights (D10). */
interface WeightedRating {
  readonly order: Order
  readonly rowFilter: RowFilter
  /** Fields that depend on the weights, each with a function that writes its JSON. */
  readonly fields: ReadonlyMap<RowField, (slot: Slot) => string>
}

function createWeightedRating(table: RowTable, names: NameIndex, { maxima }: Weighting): WeightedRating {
  let revision = 0
  let known = new Float64Array(0)

  const readPoints = (slot: Slot) =>
    RATING_PARTS.map((_part, index) => table.figures(`part_${index}`)[slot] ?? Number.NaN)

  function scores(): Float64Array {
    if (revision === table.revision) return known
    const own = table.figures('cc_score')
    if (known.length < own.length) {
      const grown = new Float64Array(own.length)
      grown.set(known)
      known = grown
    }
    for (const slot of table.listChanged(revision)) {
      known[slot] = Number.isNaN(own[slot]) ? Number.NaN : weighScore(readPoints(slot), maxima)
    }
    revision = table.revision
    return known
  }

  const weighPart = (points: number, part: number) => weighPoints(points, part, maxima[part] ?? 0)
  /** NaN (unknown) becomes null in `JSON.stringify`. */
  const fields: readonly (readonly [RowField, (slot: Slot) => string])[] = [
    ['cc_score', (slot) => JSON.stringify(scores()[slot])],
    ['score_points', (slot) => JSON.stringify(readPoints(slot).map(weighPart))],
    [
      'score_parts',
      (slot) => {
        const parts = readField(table.getText(slot), 'score_parts')
        const weighed = parts.map((part, index) => ({
          ...part,
          points: weighPart(part.points, index),
          max: maxima[index],
        }))
        return JSON.stringify(weighed)
      },
    ],
    // Ratings from other days were computed with the default weights and are not comparable with these.
    ['cc_score_previous', () => 'null'],
    ['cc_score_previous_date', () => 'null'],
    ['cc_score_change', () => 'null'],
    ['score_history', () => '[]'],
  ]
  return {
    order: createOrder(table, () => numberKeys(scores())),
    rowFilter: createRowFilter(table, names, scores),
    fields: new Map(fields),
  }
}
