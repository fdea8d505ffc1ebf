import { RATING_PARTS, weighPoints, weighScore } from '@callwright/scoring'
import type { NameIndex } from './name-index.ts'
import { createOrder, numberKeys, type Order } from './order.ts'
import type { RowTable, Slot } from './row-table.ts'
import { type RowField, readField } from './row-text.ts'
import { createSieve, type Sieve } from './sieve.ts'

/** How the parts of the rating count for somebody. */
export interface Weighting {
  /** Two users who weigh alike have the same. */
  readonly key: string
  /** The largest points of each part, 60 in all, in the order of `RATING_PARTS`. */
  readonly maxima: readonly number[]
}

/** The rating of every row under weights of a user's own (D10). */
export interface WeightedRating {
  readonly order: Order
  readonly sieve: Sieve
  /** The fields of a row that read otherwise under these weights, as JSON. */
  readonly fields: ReadonlyMap<RowField, (slot: Slot) => string>
}

export function createWeightedRating(table: RowTable, names: NameIndex, { maxima }: Weighting): WeightedRating {
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
  /** JSON has no NaN: what is unknown becomes null. */
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
    // Ratings of other days are kept under the rating's own weights: they cannot be compared with these.
    ['cc_score_previous', () => 'null'],
    ['cc_score_previous_date', () => 'null'],
    ['cc_score_change', () => 'null'],
    ['score_history', () => '[]'],
  ]
  return {
    order: createOrder(table, () => numberKeys(scores())),
    sieve: createSieve(table, names, scores),
    fields: new Map(fields),
  }
}
