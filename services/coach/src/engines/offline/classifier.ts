import { allIntents, type Intent } from './intents.ts'

export interface Sample {
  readonly intent: Intent
  readonly features: readonly string[]
}

export interface Ranked {
  readonly intent: Intent
  /** Between 0 and 1; all intents together have 1. */
  readonly probability: number
}

export interface Classifier {
  /** All intents, the likeliest first. */
  rank(features: readonly string[]): readonly Ranked[]
}

/** Endings that do not change what a word asks for. */
const stem = (word: string) =>
  word.length > 4 ? word.replace(/(?:'s|ings?|ed|es|s)$/u, '') : word.replace(/(?<=[a-z]{3})s$/u, '')

/** Words, pairs of words and marks of a text whose stocks, dates and figures are masked. */
export function listFeatures(masked: string, marks: readonly string[]): string[] {
  const words = (masked.match(/[§¤]|_[a-z]+|[a-z][a-z'&/-]*/giu) ?? []).map(stem)
  const framed = ['^', ...words, '$']
  return [
    ...new Set([
      ...words,
      ...framed.slice(1).map((word, index) => `${framed[index]} ${word}`),
      ...marks.map((one) => `+${one}`),
    ]),
  ]
}

const ROUNDS = 12
const RATE = 2
/** Smaller corrections are left out: they cost time and change nothing. */
const NEGLIGIBLE = 0.004
const BIAS_SHARE = 0.05

/**
 * Trains a softmax regression by gradient descent over the samples in a fixed order, so that the same samples always
 * give the same weights. Takes a fraction of a second, so no trained model is stored.
 */
export function train(samples: readonly Sample[]): Classifier {
  const places = new Map<string, number>()
  for (const { features } of samples) for (const one of features) if (!places.has(one)) places.set(one, places.size)
  const classes = allIntents.length
  const bias = places.size * classes
  const weights = new Float64Array(bias + classes)
  const scores = new Float64Array(classes)
  const locate = (features: readonly string[]) =>
    Int32Array.from(features.flatMap((one) => places.get(one) ?? []).map((place) => place * classes))
  const rows = samples.map(({ intent, features }) => ({ target: allIntents.indexOf(intent), active: locate(features) }))

  /** Fills `scores` with the probabilities. Features share their influence: a long message is not surer than a short one. */
  const weigh = (active: Int32Array): number => {
    const scale = 1 / Math.sqrt(active.length || 1)
    scores.fill(0)
    for (const from of active)
      for (let one = 0; one < classes; one += 1) scores[one] = (scores[one] ?? 0) + (weights[from + one] ?? 0)
    for (let one = 0; one < classes; one += 1) scores[one] = (scores[one] ?? 0) * scale + (weights[bias + one] ?? 0)
    const highest = Math.max(...scores)
    let total = 0
    for (let one = 0; one < classes; one += 1) {
      const odds = Math.exp((scores[one] ?? 0) - highest)
      scores[one] = odds
      total += odds
    }
    for (let one = 0; one < classes; one += 1) scores[one] = (scores[one] ?? 0) / total
    return scale
  }

  // A stride without a factor in common with the number of samples visits each of them, far from the last.
  const stride = [7919, 7907, 7901].find((prime) => rows.length % prime !== 0) ?? 1
  for (let step = 0; step < rows.length * ROUNDS; step += 1) {
    const row = rows[(step * stride) % rows.length]
    if (row === undefined) continue
    const rate = RATE * (1 - (0.9 * step) / (rows.length * ROUNDS))
    const scale = weigh(row.active)
    for (let one = 0; one < classes; one += 1) {
      const change = rate * ((one === row.target ? 1 : 0) - (scores[one] ?? 0))
      if (Math.abs(change) < NEGLIGIBLE) continue
      for (const from of row.active) weights[from + one] = (weights[from + one] ?? 0) + change * scale
      weights[bias + one] = (weights[bias + one] ?? 0) + change * BIAS_SHARE
    }
  }
  return {
    rank(features) {
      weigh(locate(features))
      return allIntents
        .map((intent, index) => ({ intent, probability: scores[index] ?? 0 }))
        .toSorted((a, b) => b.probability - a.probability)
    },
  }
}
