import { findTerm, type GlossaryTerm } from '@callwright/scoring/glossary'
import { allFacts, type Fact, factNamed } from '../../../facts/facts.ts'
import { type FoundFact, findFacts } from '../../../facts/find-fact.ts'
import { findTerms, IS_PAIR, weak } from '../answers/words.ts'
import { isCalculation } from '../calculation/asked.ts'
import { isWorkedExample } from '../calculation/calculation.ts'
import { type Intent, isOfFigures } from '../intents.ts'
import type { Reading } from '../reading/read-message.ts'
import { listUnfamiliar } from '../reading/words/demands.ts'
import type { Context } from './context.ts'
import type { Resolved } from './follow-up.ts'

/** A general question, which an entry of the facts or of the glossary answers. */
export type WordsReading =
  /** `near` are the titles of entries that are almost as close. */
  | { readonly kind: 'fact'; readonly fact: Fact; readonly near: readonly string[] }
  | { readonly kind: 'titles'; readonly titles: readonly string[] }
  | { readonly kind: 'term'; readonly term: string }

interface Limits {
  /** How close an entry must be to answer. */
  readonly sure: number
  /** How close it must be to be offered. */
  readonly near: number
}
const NEVER = Number.POSITIVE_INFINITY
const FOR_WORDS: Limits = { sure: 0.36, near: 0.14 }
/** For a message that asks for a meaning. */
const DEFINED = 0.31
const FOR_UNCLEAR: Limits = { sure: 0.345, near: 0.28 }
/** For a message that continues a question about figures, or that is sure to be outside the subject. */
const FOR_FOREIGN: Limits = { sure: 0.45, near: NEVER }
/** For a message that names a stock. */
const FOR_NAMED: Limits = { sure: 0.6, near: NEVER }
const SHORT = 6
/** The pages have help of their own. */
const FOR_HELP: Limits = { sure: 0.52, near: NEVER }
const FOR_CALENDAR: Limits = { sure: 0.66, near: NEVER }
const FOR_FIGURES: Limits = { sure: 0.85, near: NEVER }
/** From this likelihood on, a reading is that of the message. */
const FIRM = 0.48
const MARGIN = 0.03
/** From this lead over the next entry on, the others need not be offered. */
const WIDE_MARGIN = 0.15
/** An entry is offered beside the answer from this share of the answer's score on. */
const NEAR_SHARE = 0.5
/** From this score on, the margin to the next entry does not matter. */
const CLEAR = 0.6
/** Below this score, a term of the glossary is a better answer. */
const WEAK = 0.3
const MAX_TITLES = 3
const MAX_FOLLOW_UP_WORDS = 10

const DEFINES =
  /^(?:(?:and|so|ok|please|can you|could you) ){0,4}(?:what(?:'s| is| are| does)|define|explain|meaning of|what happens (?:at|on)|how do(?:es)?|what) (?:an? |the )?(?<term>[\p{L}\p{N} &/'-]{1,60}?)(?: (?:mean|work|stand for|in (?:options|trading|finance|your app|this app)))?[?.! ]{0,4}$/u
const MORE =
  /^(?:but |and |so |ok )*(?:why|how come|why is that|give me an example|an example|for example|explain|more|tell me more)[?.! ]*$/u

const SIMPLER =
  /^(?:but |and |so |ok |sorry |can you say that |say it |explain |that )*(?:in (?:plain|simple|normal) (?:words|english|terms|language)|simpler|more simply|eli5|dumb it down)\b/u

/** Words that mean the user's own positions, of which the facts know nothing. */
const OF_POSITIONS =
  /\b(?:which|any|some|each|all|one|most|none|how many) (?:\w+ )?of (?:my|mine|these|those|them)\b|\bmy (?:positions?|holdings|portfolio|account|open calls)\b|\bthe one (?:that|thats|that's|which|with|closest|nearest)\b/u

const isWords = (intent: Intent) => intent === 'concept' || intent === 'tax'

/** Figures of a call or a trade. A message with several of them asks for more than a general answer. */
const countFigures = ({ slots, figures, loose }: Reading) =>
  [
    slots.premium,
    slots.delta,
    slots.days,
    slots.strike,
    slots.otmPct,
    slots.premiumPct,
    slots.price,
    slots.cost,
  ].filter((one) => one !== null).length +
  slots.strikes.length +
  loose.length +
  (figures.given.price === undefined ? 0 : 1)
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
    if (intent === 'help') return FOR_HELP
    if (intent === 'market' && !namesStock) return slots.expiration === null ? FOR_CALENDAR : FOR_FIGURES
    // A calculation that lacks its figures was hardly meant as one.
    if (isOfFigures(intent) && !isFirm && !namesStock && !isCalculation(reading.figures.given, text)) return FOR_UNCLEAR
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
  if (resolved.kind === 'question' && isWorkedExample(resolved.question, reading)) return null
  // A general entry compares no stocks.
  if (resolved.kind === 'question' && resolved.question.intent === 'compare' && reading.slots.stocks.length > 1)
    return null
  const text = reading.text.replaceAll('§', ' ').replace(/\s+/gu, ' ').trim()
  const named = factNamed(text) ?? factNamed(reading.named)
  if (named !== null) return { kind: 'fact', fact: named, near: [] }
  if (before !== null && MORE.test(text)) {
    const [next] = findFacts(text, before)
    return next !== undefined && next.score >= CLEAR && next.fact.after.includes(before.id)
      ? { kind: 'fact', fact: next.fact, near: [] }
      : { kind: 'term', term: before.term }
  }
  const [asksAbout] = asked !== null && SIMPLER.test(text) ? findTerms(asked.text) : []
  if (asksAbout !== undefined) return { kind: 'term', term: asksAbout.id }
  if (MORE.test(text)) return null
  if (isTermOnly(text)) return null
  const continued = text.split(' ').length <= MAX_FOLLOW_UP_WORDS ? before : null
  const continuesFigures = asked !== null && !isWords(asked.intent)
  const found = findContinued(text, continued)
  const [best] = found
  if (best === undefined || isForGlossary(text, best) || definesUnknown(text, best)) return null
  const limits = limitsOf(resolved, reading, continuesFigures)
  // A short message often names a term, which the glossary explains.
  const isShort = text.split(' ').length <= MAX_TERM_QUESTION
  const near = isShort ? Math.max(limits.near, NEAR_SHORT) : limits.near
  const sure = asksDefinition(text) ? Math.min(limits.sure, Math.max(near, DEFINED)) : limits.sure
  const words = choose(found, { near, sure }, IS_PAIR.test(text))
  return words?.kind === 'titles' && namesTerm(text) ? null : words
}

const PRONOUN =
  /\b(?:it|that|this|(?:a (?:high|low|higher|lower) )?one)\b(?! (?:month|week|year|day|call|stock|share))/u

/** The closest entries. After an explanation, "is a high one bad for me" also asks for the term that it explained. */
function findContinued(text: string, before: Fact | null): readonly FoundFact[] {
  const found = findFacts(text, before)
  const term = before === null ? null : findTerm(before.term)
  if (term === null || !PRONOUN.test(text)) return found
  const named = findFacts(
    text.replace(PRONOUN, (word) => word.replace(/\b(?:it|that|this|one)\b/u, term.term.toLowerCase())),
    before,
  )
  const [best] = named
  const isRelated = best !== undefined && best.fact.term === before?.term && best.score >= WEAK
  return isRelated || (best?.score ?? 0) > (found[0]?.score ?? 0) ? named : found
}

/** The entry or term with this title. */
export function readWordsNamed(title: string): Exclude<WordsReading, { kind: 'titles' }> | null {
  const fact = factNamed(title)
  if (fact !== null) return { kind: 'fact', fact, near: [] }
  const term = findTerm(title)
  return term === null ? null : { kind: 'term', term: term.id }
}

const ASKS_MEANING =
  /\b(?:explain\w*|defin\w+|meaning|what (?:do|does|did|is|are) .{1,60} mean|differ\w*|vs|versus|stands? for|tell me about|(?:what|what's|whats) (?:is|are|'s)? ?(?:an? |the )?[\p{L} -]{2,40} and (?:why|how|what)\b|how (?:does|do|is|are) .{0,40}\b(?:work\w*|calculated?|computed?|measured?|made|pick|chosen?|choose|find|come up|put together|rate))\b/u
const MAX_BARE_TERM = 4

/** "What is a good delta" asks for advice, not for a definition. */
const ASKS_FOR_GOOD =
  /\b(?:good|better|safe\w*|normal|usual|typical|ideal|reasonable|right|green|red|biggest|highest|lowest)\b/u

/** Whether a message asks what a term means. */
export const asksDefinition = (text: string): boolean => {
  if (ASKS_FOR_GOOD.test(text) && !isTermOnly(text)) return false
  const isShort = text.split(' ').length <= MAX_BARE_TERM
  if (isTermOnly(text) || isShort) return true
  const named = DEFINES.exec(text)?.groups?.term ?? null
  const isAsked = (named !== null && named.split(' ').length <= MAX_BARE_TERM) || ASKS_MEANING.test(text)
  // A term that is rarely the subject is none if other words are unknown.
  return isAsked && (listUnfamiliar(text).length === 0 || findTerms(text).some(({ id }) => !weak.has(id)))
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

const MAX_TERM_QUESTION = 7
const NEAR_SHORT = 0.2
const EXPLAINS = /^(?:(?:and|so|ok|please|can you|could you) ){0,4}(?:explain|define|describe)\b/u
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
  const isPair = terms.length > 1 && IS_PAIR.test(text)
  // A definition answers a question that only names a term, but not one about a situation.
  if (!isPair && !DEFINES.test(text) && !EXPLAINS.test(text) && text.split(' ').length > MAX_TERM_QUESTION) return false
  if (score < WEAK || isPair) return true
  const isLong = terms.some(
    (one) => !weak.has(one.id) && one.term.includes(' ') && text.includes(one.term.toLowerCase()),
  )
  return (
    isLong && !terms.some(({ id, term }) => id === fact.term || fact.title.toLowerCase().includes(term.toLowerCase()))
  )
}

function choose(found: readonly FoundFact[], { sure, near }: Limits, isPair: boolean): WordsReading | null {
  const [best, next] = found
  if (best === undefined) return null
  const isAhead = best.score >= CLEAR || best.score - (next?.score ?? 0) >= MARGIN
  if (best.score >= sure && isAhead) return { kind: 'fact', fact: best.fact, near: listNear(found, isPair) }
  if (best.score < near) return null
  return { kind: 'titles', titles: found.slice(0, MAX_TITLES).map(({ fact }) => fact.title) }
}

/** Titles of the entries after the first, unless the first is clearly ahead. Two may be asked for at once. */
function listNear([best, ...others]: readonly FoundFact[], isPair: boolean): readonly string[] {
  const [next] = others
  if (best === undefined || next === undefined) return []
  if (!isPair && (best.score >= CLEAR || best.score - next.score >= WIDE_MARGIN)) return []
  return others
    .slice(0, MAX_TITLES - 1)
    .filter(({ score }) => score >= best.score * NEAR_SHARE)
    .map(({ fact }) => fact.title)
}
