import { badRequest, createBoundedCache } from '@callwright/service'
import type { NameIndex } from './name-index.ts'
import type { RowTable, Slot } from './row-table.ts'
import { findPosition, positionOf, type RowField, rowFields, sliceFields, writeField } from './row-text.ts'
import { createWeightedRating, type WeightedRating, type Weighting } from './weighted-rating.ts'

const KEPT_WEIGHTINGS = 32
const KEPT_PROJECTIONS = 64
const KEPT_BYTES = 16 * 1_024 * 1_024

export interface Projection {
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
    /** `names` is the query's list of fields; undefined selects all. Throws a 400 for an unknown field. */
    project(names: string | undefined, weighting: Weighting | null): Projection {
      if (names === undefined && weighting === null) return whole
      return keepLatest(projections, `${weighting?.key ?? ''} ${names ?? ''}`, () =>
        projectFields(table, choosePositions(names), weighting === null ? null : rate(weighting), noteKept),
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
function choosePositions(names: string | undefined): readonly number[] {
  if (names === undefined) return rowFields.map((_field, position) => position)
  const given = names.split(',')
  const unknown = given.filter((name) => findPosition(name) === undefined)
  if (unknown.length > 0) {
    const detail = `must be fields of a row, not ${unknown.join(', ')}`
    throw badRequest('validation', `fields ${detail}.`, [{ field: 'fields', detail }])
  }
  const chosen = new Set([positionOf('symbol'), ...given.map((name) => findPosition(name) ?? 0)])
  return [...chosen].sort((a, b) => a - b)
}

/** Least-recently-used caching: a hit becomes the newest entry. */
function keepLatest<V>(cache: ReturnType<typeof createBoundedCache<V>>, key: string, make: () => V): V {
  const value = cache.get(key, 0) ?? make()
  cache.set(key, value, Number.POSITIVE_INFINITY)
  return value
}
