import { RATING_PARTS, weighPoints, weighScore } from '@callwright/scoring'
import type { NameIndex } from './name-index.ts'
import { createOrder, numberKeys, type Order } from './order.ts'
import { createRowFilter, type RowFilter } from './row-filter.ts'
import type { RowTable, Slot } from './row-table.ts'
import { type RowField, readField } from './row-text.ts'

export interface Weighting {
  /** Cache key, the same for equal weights. */
  readonly key: string
  /** Maximum points of each part, 60 in all, in the order of `RATING_PARTS`. */
  readonly maxima: readonly number[]
}

/** Ratings of all rows under a user's own weights (D10). */
export interface WeightedRating {
  readonly order: Order
  readonly rowFilter: RowFilter
  /** Fields that depend on the weights, each with a function that writes its JSON. */
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
