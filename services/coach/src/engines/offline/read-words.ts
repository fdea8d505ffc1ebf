import { findTerm, type GlossaryTerm } from '@callwright/scoring/glossary'
import { allFacts, type Fact, factNamed } from '../../facts/facts.ts'
import { type FoundFact, findFacts } from '../../facts/find-fact.ts'
import { findTerms, IS_PAIR, weak } from './answers/words.ts'
import type { Context } from './context.ts'
import type { Resolved } from './follow-up.ts'
import type { Intent } from './intents.ts'
import { listUnfamiliar } from './reading/demands.ts'
import type { Reading } from './reading/read-message.ts'

/** A general question, which an entry of the facts or of the glossary answers. */
export type WordsReading =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'titles'; readonly titles: readonly string[] }
  | { readonly kind: 'term'; readonly term: string }

interface Limits {
  /** How close an entry must be to answer. */
  readonly sure: number
  /** How close it must be to be offered. */
  readonly near: number
}
const NEVER = Number.POSITIVE_INFINITY
const FOR_WORDS: Limits = { sure: 0.27, near: 0.2 }
const FOR_UNCLEAR: Limits = { sure: 0.33, near: 0.28 }
/** For a message that continues a question about figures, or that is sure to be outside the subject. */
const FOR_FOREIGN: Limits = { sure: 0.45, near: NEVER }
/** For a message that names a stock. */
const FOR_NAMED: Limits = { sure: 0.6, near: NEVER }
const SHORT = 6
/** The pages have help of their own. */
const FOR_HELP: Limits = { sure: 0.6, near: NEVER }
const FOR_FIGURES: Limits = { sure: 0.85, near: NEVER }
/** From this likelihood on, a reading is that of the message. */
const FIRM = 0.48
const MARGIN = 0.03
/** From this score on, the margin to the next entry does not matter. */
const CLEAR = 0.6
/** Below this score, a term of the glossary is a better answer. */
const WEAK = 0.3
const MAX_TITLES = 3
const MAX_FOLLOW_UP_WORDS = 10

const DEFINES =
  /^(?:(?:and|so|ok|please|can you|could you) ){0,4}(?:what(?:'s| is| are| does)|define|explain|meaning of|what) (?:an? |the )?(?<term>[\p{L}\p{N} &/'-]{1,60}?)(?: (?:mean|stand for|in (?:options|trading|finance|your app|this app)))?[?.! ]{0,4}$/u
const MORE =
  /^(?:but |and |so |ok )*(?:why|how come|why is that|give me an example|an example|for example|explain|more|tell me more)[?.! ]*$/u

/** Words that mean the user's own positions, of which the facts know nothing. */
const OF_POSITIONS =
  /\b(?:which|any|some|each|all|one|most|none|how many) (?:\w+ )?of (?:my|mine|these|those|them)\b|\bmy (?:positions?|holdings|portfolio|account|open calls)\b|\bthe one (?:that|thats|that's|which|with|closest|nearest)\b/u

const isWords = (intent: Intent) => intent === 'concept' || intent === 'tax'

/** Figures of a call or a trade. A message with several of them asks for more than a general answer. */
const countFigures = ({ slots, figures }: Reading) =>
  [
    slots.premium,
    slots.delta,
    slots.days,
    slots.strike,
    slots.otmPct,
    slots.premiumPct,
    slots.price,
    slots.cost,
  ].filter((one) => one !== null).length + (figures.given.price === undefined ? 0 : 1)
const MAX_FIGURES = 2

function limitsOf(resolved: Resolved, reading: Reading, continuesFigures: boolean): Limits {
  const { slots, ranked, text, unknown, candidates } = reading
  if (countFigures(reading) > MAX_FIGURES) return FOR_FIGURES
  if (OF_POSITIONS.test(text) || unknown !== null || resolved.kind === 'no_row') return FOR_FIGURES
  const [top] = ranked
  const isFirm = top !== undefined && top.probability >= FIRM
  const namesStock = slots.stocks.length > 0 || candidates.length > 0
  if (resolved.kind === 'question') {
    const { intent } = resolved.question
    if (intent === 'help' && !namesStock) return FOR_HELP
    if (!isWords(intent)) return isFirm || continuesFigures || namesStock ? FOR_FIGURES : FOR_FOREIGN
    if (namesStock) return intent === 'tax' ? FOR_UNCLEAR : FOR_NAMED
    return continuesFigures && (!isFirm || text.split(' ').length <= SHORT) ? FOR_FOREIGN : FOR_WORDS
  }
  if (isFirm && !isWords(top.intent)) return top.intent === 'other' ? FOR_FOREIGN : FOR_FIGURES
  if (continuesFigures || namesStock) return FOR_FOREIGN
  const [first] = resolved.kind === 'unsure' ? resolved.readings : []
  if (first !== undefined && isWords(first.intent)) return FOR_WORDS
  return resolved.kind === 'other' ? FOR_UNCLEAR : { ...FOR_UNCLEAR, near: NEVER }
}

/**
 * Finds the general answer to a message; null if the message asks for figures, or if nothing comes close. `before` is
 * the entry that answered the message before.
 */
export function readWordsOf(
  reading: Reading,
  resolved: Resolved,
  { before: asked, fact: before }: Pick<Context, 'before' | 'fact'>,
): WordsReading | null {
  const text = reading.text.replaceAll('§', ' ').replace(/\s+/gu, ' ').trim()
  const named = factNamed(text) ?? factNamed(reading.named)
  if (named !== null) return { kind: 'fact', fact: named }
  if (before !== null && MORE.test(text)) {
    const [next] = findFacts(text, before)
    return next !== undefined && next.score >= CLEAR && next.fact.after.includes(before.id)
      ? { kind: 'fact', fact: next.fact }
      : { kind: 'term', term: before.term }
  }
  if (MORE.test(text)) return null
  if (isTermOnly(text)) return null
  const continued = text.split(' ').length <= MAX_FOLLOW_UP_WORDS ? before : null
  const continuesFigures = asked !== null && !isWords(asked.intent)
  const found = findFacts(text, continued)
  const [best] = found
  if (best === undefined || isForGlossary(text, best) || definesUnknown(text, best)) return null
  const words = choose(found, limitsOf(resolved, reading, continuesFigures))
  return words?.kind === 'titles' && namesTerm(text) ? null : words
}

/** "what is theta", "and theta?" */
export function isTermOnly(text: string): boolean {
  return termOf(text) !== null
}

function termOf(text: string): GlossaryTerm | null {
  const plain = text
    .toLowerCase()
    .replace(/["“”?!.]/gu, '')
    .trim()
  const term = DEFINES.exec(plain)?.groups?.term ?? plain.replace(/^(?:(?:and|what about|so|also|the) )+/u, '')
  return findTerm(term)
}

const MAX_TERM_QUESTION = 9
/** A short question about one term is better explained than asked about. */
const namesTerm = (text: string) => {
  const [only, ...others] = findTerms(text)
  return only !== undefined && others.length === 0 && !weak.has(only.id) && text.split(' ').length <= MAX_TERM_QUESTION
}

/** The entry that the next message may continue. An answer of the glossary counts as the entry of its term. */
export function factForContext(words: WordsReading | null, text: string): Fact | null {
  if (words !== null) return words.kind === 'fact' ? words.fact : null
  const term = termOf(text)
  return term === null ? null : (allFacts.find((fact) => fact.term === term.id) ?? null)
}

/** Whether a definition is asked for of words that no entry knows, such as "gamma scalping". */
const definesUnknown = (text: string, { score }: FoundFact) =>
  score < CLEAR && text.split(' ').length <= SHORT && DEFINES.test(text) && listUnfamiliar(text).length > 0

/** Whether a term of the glossary is closer to the message than the best entry. */
function isForGlossary(text: string, { fact, score }: FoundFact): boolean {
  const terms = findTerms(text)
  if (score >= CLEAR || terms.length === 0) return false
  if (score < WEAK || (terms.length > 1 && IS_PAIR.test(text))) return true
  const isLong = terms.some((one) => one.term.includes(' ') && text.includes(one.term.toLowerCase()))
  return (
    isLong && !terms.some(({ id, term }) => id === fact.term || fact.title.toLowerCase().includes(term.toLowerCase()))
  )
}

function choose(found: readonly FoundFact[], { sure, near }: Limits): WordsReading | null {
  const [best, next] = found
  if (best === undefined) return null
  const isAhead = best.score >= CLEAR || best.score - (next?.score ?? 0) >= MARGIN
  if (best.score >= sure && isAhead) return { kind: 'fact', fact: best.fact }
  if (best.score < near) return null
  return { kind: 'titles', titles: found.slice(0, MAX_TITLES).map(({ fact }) => fact.title) }
}
