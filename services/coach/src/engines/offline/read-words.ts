import { findTerm } from '@callwright/scoring/glossary'
import { type Fact, factNamed } from '../../facts/facts.ts'
import { type FoundFact, findFacts, SURE_SCORE } from '../../facts/find-fact.ts'
import type { Resolved } from './follow-up.ts'
import type { Intent } from './intents.ts'
import type { Reading } from './reading/read-message.ts'

/** A general question, which an entry of the facts or of the glossary answers. */
export type WordsReading =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'titles'; readonly titles: readonly string[] }
  | { readonly kind: 'term'; readonly term: string }

/** How close an entry must be before it answers or is offered, by what else the message may be. */
const LIMITS = {
  words: { sure: 0.27, near: 0.2 },
  unclear: { sure: SURE_SCORE, near: 0.26 },
  figures: { sure: 0.55, near: Number.POSITIVE_INFINITY },
}
const MARGIN = 0.03
/** From this score on, the margin to the next entry does not matter. */
const CLEAR = 0.6
const MAX_TITLES = 3
const MAX_FOLLOW_UP_WORDS = 10

const DEFINES =
  /^(?:(?:and|so|ok|please|can you|could you) )*(?:what(?:'s| is| are| does)|define|explain|meaning of|what) (?:an? |the )?(?<term>[\p{L}\p{N} &/'-]+?)(?: (?:mean|stand for|in (?:options|trading|finance|your app|this app)))?[?.! ]*$/u
const MORE =
  /^(?:but |and |so |ok )*(?:why|how come|why is that|give me an example|an example|for example|explain|more|tell me more)[?.! ]*$/u

const wordIntents: ReadonlySet<Intent> = new Set(['concept', 'tax'])
const unclearIntents: ReadonlySet<Intent> = new Set(['help', 'news', 'other', 'alert', 'abilities', 'search'])

function limitsOf(resolved: Resolved, { slots }: Reading) {
  if (resolved.kind === 'question') {
    const { intent } = resolved.question
    if (wordIntents.has(intent)) return LIMITS.words
    return unclearIntents.has(intent) ? LIMITS.unclear : LIMITS.figures
  }
  if (resolved.kind === 'no_row') return LIMITS.figures
  const isWords = resolved.kind === 'unsure' && resolved.readings.some(({ intent }) => wordIntents.has(intent))
  if (isWords) return LIMITS.words
  return slots.stocks.length > 0 ? LIMITS.figures : LIMITS.unclear
}

/**
 * Finds the general answer to a message; null if the message asks for figures, or if nothing comes close. `before` is
 * the entry that answered the message before.
 */
export function readWordsOf(reading: Reading, resolved: Resolved, before: Fact | null): WordsReading | null {
  const text = reading.text.replaceAll('§', ' ').replace(/\s+/gu, ' ').trim()
  const named = factNamed(text) ?? factNamed(reading.named)
  if (named !== null) return { kind: 'fact', fact: named }
  if (before !== null && MORE.test(text)) {
    const [next] = findFacts(text, before)
    return next !== undefined && next.score >= CLEAR && next.fact.after.includes(before.id)
      ? { kind: 'fact', fact: next.fact }
      : { kind: 'term', term: before.term }
  }
  const term = DEFINES.exec(text)?.groups?.term
  if (term !== undefined && findTerm(term) !== null) return null
  const continued = text.split(' ').length <= MAX_FOLLOW_UP_WORDS ? before : null
  return choose(findFacts(text, continued), limitsOf(resolved, reading))
}

function choose(found: readonly FoundFact[], { sure, near }: (typeof LIMITS)['words']): WordsReading | null {
  const [best, next] = found
  if (best === undefined) return null
  const isAhead = best.score >= CLEAR || best.score - (next?.score ?? 0) >= MARGIN
  if (best.score >= sure && isAhead) return { kind: 'fact', fact: best.fact }
  if (best.score < near) return null
  return { kind: 'titles', titles: found.slice(0, MAX_TITLES).map(({ fact }) => fact.title) }
}
