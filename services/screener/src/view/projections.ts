import { badRequest, createBoundedCache } from '@callwright/service'
import type { NameIndex } from './name-index.ts'
import type { RowTable, Slot } from './row-table.ts'
import { findPosition, positionOf, type RowField, rowFields, sliceFields, writeField } from './row-text.ts'
import { createWeightedRating, type WeightedRating, type Weighting } from './weighted-rating.ts'

const KEPT_WEIGHTINGS = 32
const KEPT_PROJECTIONS = 64
const KEPT_BYTES = 16 * 1_024 * 1_024

/** Rows as an answer carries them: some fields of each, or all. */
export interface Projection {
  /** The row's JSON, to be copied into an answer. */
  write(slot: Slot): Buffer
}

/** A piece of a row: fields that stand side by side in its text, or one that is written anew. */
type Piece = { readonly from: number; readonly to: number } | { readonly position: number; write(slot: Slot): string }

/** The projections and the weighted ratings in use, the latest of each: a bounded memory of work done before. */
export function createProjections(table: RowTable, names: NameIndex) {
  const ratings = createBoundedCache<WeightedRating>(KEPT_WEIGHTINGS)
  const projections = createBoundedCache<Projection>(KEPT_PROJECTIONS)
  const whole: Projection = { write: (slot) => table.getText(slot).bytes }
  let bytes = 0

  /** Bounded as a whole: where it is full, all of it is made again as it is asked for. */
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
    /** `names` as they stand in the query, all fields where undefined. Throws a 400 for what is no field. */
    project(names: string | undefined, weighting: Weighting | null): Projection {
      if (names === undefined && weighting === null) return whole
      return keepLatest(projections, `${weighting?.key ?? ''} ${names ?? ''}`, () =>
        projectFields(table, choosePositions(names), weighting === null ? null : rate(weighting), noteKept),
      )
    },
  }
}

/**
 * Some fields of each row, and under a user's own weights those that depend on them written anew. A row is put together
 * when it is first asked for, from pieces of its text, and kept until it changes; `onKept` hears how many bytes that took.
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

/** The places of the fields a query names, ascending, the symbol always among them. Throws a 400 for what is no field. */
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

/** An entry that is used again becomes the newest, so that the one unused for longest goes first. */
function keepLatest<V>(cache: ReturnType<typeof createBoundedCache<V>>, key: string, make: () => V): V {
  const value = cache.get(key, 0) ?? make()
  cache.set(key, value, Number.POSITIVE_INFINITY)
  return value
}
