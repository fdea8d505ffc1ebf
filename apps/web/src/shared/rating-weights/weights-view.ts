import { computeWeightedMaxima, RATING_MAX, RATING_PARTS, RATING_WEIGHTS } from '@callwright/scoring'
import type { Weights } from '../../api/ratings.ts'
import { formatInteger, formatPoints, formatYieldPct } from '../format/numbers.ts'

export const defaultWeights: Weights = RATING_WEIGHTS

export type WeightKey = keyof Weights

/** Weights as typed so far; null for an empty field. */
export type DraftWeights = Readonly<Record<WeightKey, number | null>>

/** The weight of one part, and what it means in points. */
export interface WeightRow {
  readonly key: WeightKey
  readonly label: string
  readonly weight: number | null
  /** `10 of 60 (17%)`; null while the weights are invalid. */
  readonly meaning: string | null
}

/** Explains why the weights are invalid; returns null if they are valid. */
export function findFault(draft: DraftWeights): string | null {
  const values = RATING_PARTS.map(({ key }) => draft[key])
  if (values.includes(null)) return 'Every part needs a number. Use 0 to leave one out.'
  return values.some((value) => value !== null && value > 0) ? null : 'At least one part needs a weight above 0.'
}

/** Returns the weights if all of them are valid, otherwise null. */
export function readDraft(draft: DraftWeights): Weights | null {
  return findFault(draft) === null ? (draft as Weights) : null
}

/** Maximum points for each part, which add up to 60; null while the weights are invalid. */
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
  const pct = formatYieldPct((max / RATING_MAX) * 100).replace(/\.0$/, '')
  return `${points} of ${RATING_MAX} (${pct}%)`
}

export const areSameWeights = (some: DraftWeights, others: DraftWeights) =>
  RATING_PARTS.every(({ key }) => some[key] === others[key])
