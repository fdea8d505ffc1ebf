import { computeWeightedMaxima, RATING_MAX, RATING_PARTS, RATING_WEIGHTS } from '@callwright/scoring'
import type { Weights } from '../../api/rating-endpoints.ts'
import { formatInteger, formatPoints, formatYieldPct } from '../format/numbers.ts'
import { weightsWords as words } from './weights-words.ts'

export const usualWeights: Weights = RATING_WEIGHTS

export type WeightKey = keyof Weights

/** A weight as it is being typed: null while its field is empty. */
export type DraftWeights = Readonly<Record<WeightKey, number | null>>

/** One part of the rating and what its weight makes of it. */
export interface WeightRow {
  readonly key: WeightKey
  readonly label: string
  readonly weight: number | null
  /** `counts 10 of 60, 17%`; null where the weights together mean nothing yet. */
  readonly meaning: string | null
}

/** What keeps the weights from meaning anything; null: nothing. */
export function findFault(draft: DraftWeights): string | null {
  const values = RATING_PARTS.map(({ key }) => draft[key])
  if (values.includes(null)) return words.empty
  return values.some((value) => value !== null && value > 0) ? null : words.none
}

/** The weights where they mean something. */
export function readDraft(draft: DraftWeights): Weights | null {
  return findFault(draft) === null ? (draft as Weights) : null
}

/** The largest points of each part, 60 in all; null where the weights mean nothing yet. */
export function findMaxima(draft: DraftWeights): readonly number[] | null {
  const weights = readDraft(draft)
  return weights === null ? null : computeWeightedMaxima(weights)
}

export function listWeights(draft: DraftWeights): readonly WeightRow[] {
  const maxima = findMaxima(draft)
  return RATING_PARTS.map(({ key, label }, index) => {
    const max = maxima?.[index]
    return { key, label, weight: draft[key], meaning: max === undefined ? null : describeMaximum(max) }
  })
}

function describeMaximum(max: number): string {
  const points = Number.isInteger(max) ? formatInteger(max) : formatPoints(max)
  return words.meaning(points, RATING_MAX, formatYieldPct((max / RATING_MAX) * 100).replace(/\.0$/, ''))
}

export const areSameWeights = (some: DraftWeights, others: DraftWeights) =>
  RATING_PARTS.every(({ key }) => some[key] === others[key])
