import type { Cue } from './cue.ts'
import { marketCues } from './market-cues.ts'
import { ownCues } from './own-cues.ts'
import type { Understanding } from './understanding.ts'

export const intents = [
  'find_options',
  'top_stocks',
  'snapshot',
  'expirations',
  'compare',
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

const cues: Readonly<Record<Intent, readonly Cue[]>> = { ...marketCues, ...ownCues }

export interface Scored {
  readonly intent: Intent
  readonly weight: number
}

/** Every intent with the weight of its cues, the heaviest first; the order of `intents` decides between equals. */
export function weighIntents(said: Understanding): Scored[] {
  return intents
    .map((intent) => ({
      intent,
      weight: cues[intent].reduce((sum, [cue, weight]) => {
        const isThere = cue instanceof RegExp ? cue.test(said.text) : cue(said)
        return isThere ? sum + weight : sum
      }, 0),
    }))
    .toSorted((a, b) => b.weight - a.weight)
}

/** From here on an intent is one. */
const LEAST_WEIGHT = 4
/** An intent that no other comes as near to is meant. */
const MARGIN = 1

/** What is wanted; null where the message does not say, or says two things. */
export function chooseIntent(scored: readonly Scored[]): Intent | null {
  const [best, second] = scored
  if (best === undefined || best.weight < LEAST_WEIGHT) return null
  return second !== undefined && best.weight - second.weight < MARGIN ? null : best.intent
}
