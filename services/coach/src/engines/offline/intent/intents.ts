import type { Understanding } from '../understanding.ts'
import type { Evidence } from './evidence.ts'
import { type Feature, listFeatures } from './features.ts'
import { marketEvidence } from './market-evidence.ts'
import { ownEvidence } from './own-evidence.ts'

const intents = [
  'find_options',
  'top_stocks',
  'snapshot',
  'expirations',
  'compare',
  'coverage',
  'calculate',
  'analyze_trade',
  'portfolio',
  'position',
  'roll',
  'events',
  'market',
  'explain',
  'app_help',
  'search',
  'capabilities',
] as const
export type Intent = (typeof intents)[number]

const evidence: Readonly<Record<Intent, readonly Evidence[]>> = { ...marketEvidence, ...ownEvidence }

export interface Scored {
  readonly intent: Intent
  readonly weight: number
}

/** Scores every intent by its evidence, highest first. Ties keep the order of `intents`. */
export function weighIntents(said: Understanding): Scored[] {
  const features = listFeatures(said)
  const holds = (wanted: Feature | `!${Feature}`) =>
    wanted.startsWith('!') ? !features.has(wanted.slice(1)) : features.has(wanted)
  return intents
    .map((intent) => ({
      intent,
      weight: evidence[intent].reduce((sum, [weight, ...wanted]) => (wanted.every(holds) ? sum + weight : sum), 0),
    }))
    .toSorted((a, b) => b.weight - a.weight)
}

/** Minimum weight of a chosen intent. */
export const MIN_WEIGHT = 4
/** Minimum lead of a chosen intent over the next one. */
const MARGIN = 1

/** Null if the message is unclear or ambiguous. */
export function chooseIntent(scored: readonly Scored[]): Intent | null {
  const [best, second] = scored
  if (best === undefined || best.weight < MIN_WEIGHT) return null
  return second !== undefined && best.weight - second.weight < MARGIN ? null : best.intent
}
