import type { HistoryTurn } from '../../turn/types.ts'
import { chooseIntent, type Intent, type Scored, weighIntents } from './intents.ts'
import { findRefusal } from './refusals.ts'
import type { Slots } from './slots.ts'
import { type Understanding, understand } from './understanding.ts'

/** What a message wants, with what earlier ones said filled in. */
export interface Topic {
  readonly intent: Intent
  readonly said: Understanding
  /** The rows of the last answer that are meant, counted from 0, −1 being the last one; empty for none. */
  readonly picks: readonly number[]
  /** What is wanted of that row; null to look at it. */
  readonly wish: Intent | null
  /** Why the last answer says what it says. */
  readonly asksWhy: boolean
}

export interface Resolved {
  readonly topic: Topic | null
  readonly scored: readonly Scored[]
  readonly said: Understanding
}

const LEADS =
  /^(?:and|also|now|then|ok|okay|so|what about|how about|what if|and what about|same|the same|do the same|again|instead|but|try|only|just|with|without|even|for|to|in|under|over|at|on|show me the same|give me an example|an example)\b/u
const SAME = /\b(?:same|again|likewise|instead)\b/u
const POINTS_BACK = /\b(?:it|its|that|this|them|those|these|there|one)\b/u
const WHY = /^(?:(?:but|and|so|ok|okay) )?(?:why|how come|what makes|explain why|what's the reason|reason)\b/u
const MOST_WORDS_OF_WHY = 9
/** A message of so few words leans on the one before. */
const FEW_WORDS = 6

const ordinals: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|1st)\b(?: one| row| option| call| stock| strike| result| position)?|\b(?:number|no\.?|row|#) ?1\b/u, 0],
  [/\b(?:second|2nd)\b|\b(?:number|no\.?|row|#) ?2\b/u, 1],
  [/\b(?:third|3rd)\b|\b(?:number|no\.?|row|#) ?3\b/u, 2],
  [/\b(?:fourth|4th)\b|\b(?:number|no\.?|row|#) ?4\b/u, 3],
  [/\b(?:fifth|5th)\b|\b(?:number|no\.?|row|#) ?5\b/u, 4],
  [/\b(?:the last|last one|bottom one)\b/u, -1],
  [/\b(?:top one|the best one|best one)\b/u, 0],
]

/** The topic of a conversation so far: each question read with those before it. */
export function followTopic(history: readonly HistoryTurn[], asOf: string): Topic | null {
  return history
    .filter(({ role }) => role === 'user')
    .reduce<Topic | null>((topic, { content }) => {
      const said = understand(content, asOf)
      return findRefusal(said.text) === null ? (resolveTopic(said, topic).topic ?? topic) : topic
    }, null)
}

export function resolveTopic(said: Understanding, before: Topic | null): Resolved {
  const scored = weighIntents(said)
  const own = chooseIntent(scored)
  const fresh = (intent: Intent, filled = said): Resolved => ({
    topic: { intent, said: filled, picks: [], wish: null, asksWhy: false },
    scored,
    said: filled,
  })
  if (before === null) return own === null ? { topic: null, scored, said } : fresh(own)
  const picks = findPicks(said)
  if (picks.length > 0) return { topic: followPicks(said, before, own ?? readLeaning(scored), picks), scored, said }
  if (asksWhyOfStock(said)) return { topic: whyOfStock(said, before), scored, said }
  if (isWhy(said)) return { topic: { ...before, asksWhy: true }, scored, said }
  if (leansBack(said, own)) return fresh(before.intent, merge(before, said))
  if (own === null) {
    // "is it overbought?" says what it asks once it is known of what.
    const filled = inheritSymbols(said, before)
    const meant = filled === said ? null : chooseIntent(weighIntents(filled))
    return meant === null ? { topic: null, scored, said } : fresh(meant, filled)
  }
  return fresh(own, needsSymbol(own) ? inheritSymbols(said, before) : said)
}

const FIRST_TWO = /\b(?:first|top|best) 2\b|\bboth(?: of them)?\b/u

function findPicks({ text, symbols }: Understanding): readonly number[] {
  if (symbols.length > 0) return []
  if (FIRST_TWO.test(text)) return [0, 1]
  return ordinals.flatMap(([pattern, row]) => (pattern.test(text) ? [row] : []))
}

/** Beside a row that is named, less is enough to say what is wanted of it. */
const LEAST_LEANING = 3
const readLeaning = ([best]: readonly Scored[]) =>
  best !== undefined && best.weight >= LEAST_LEANING ? best.intent : null

/** "options for the second one" keeps its own wish; "the second one" opens the row. */
function followPicks(said: Understanding, before: Topic, own: Intent | null, picks: readonly number[]): Topic {
  const isPlain = own === null || own === before.intent
  const slots = isPlain ? before.said.slots : { ...before.said.slots, ...pickTime(said.slots) }
  return { ...before, picks, wish: isPlain ? null : own, asksWhy: isWhy(said), said: { ...before.said, slots } }
}

/** Of a wish for a row, when it is to be. */
const pickTime = ({ date, days, delta }: Slots) => (date === null && days === null ? {} : { date, days, delta })

const isWhy = ({ text, symbols }: Understanding) =>
  WHY.test(text) && symbols.length === 0 && text.split(' ').length <= MOST_WORDS_OF_WHY

/** "why MSFT?" asks about one stock of the last answer. */
const asksWhyOfStock = ({ text, symbols }: Understanding) =>
  WHY.test(text) && symbols.length === 1 && text.split(' ').length <= FEW_WORDS - 2

function whyOfStock(said: Understanding, before: Topic): Topic {
  const ofOne: Partial<Record<Intent, Intent>> = { portfolio: 'position', top_stocks: 'snapshot' }
  return {
    ...before,
    intent: ofOne[before.intent] ?? before.intent,
    said: { ...before.said, symbols: said.symbols },
    asksWhy: true,
  }
}

const needsSymbol = (intent: Intent) =>
  ['find_options', 'snapshot', 'expirations', 'compare', 'analyze_trade', 'position', 'roll'].includes(intent)

/** Another order of the same rows. */
const CHOOSES = /\b(?:more|less|better|higher|lower|highest|lowest|most|least|best|cheapest|closest|richest|safest)\b/u
/** "what if I use the 410": a strike in place of another. */
const OTHER_STRIKE = /\b(?:the|use|with|at|about|take) \$?(\d+(?:\.\d+)?)\b(?!\s?(?:%|days?|dte|shares?|contracts?))/u

/** A short message that only changes what the one before it asked. */
function leansBack(said: Understanding, own: Intent | null): boolean {
  const words = said.text.split(' ').length
  if (SAME.test(said.text) || isStockAlone(said)) return true
  if (LEADS.test(said.text) && words <= FEW_WORDS + 2 && (own === null || isBare(said))) return true
  if (own === null && words <= FEW_WORDS + 2 && CHOOSES.test(said.text)) return true
  if (own === null && words <= FEW_WORDS + 4 && POINTS_BACK.test(said.text) && hasSlots(said.slots)) return true
  return own === null && words <= FEW_WORDS && (said.symbols.length > 0 || hasSlots(said.slots))
}

/** The answer to "which stock?". */
const isStockAlone = ({ symbols, rest }: Understanding) =>
  symbols.length > 0 && rest.replace(/[?!.,;]/gu, '').trim() === ''

/** Nothing but a stock or a figure beside the words that lead over. */
const isBare = ({ rest, text }: Understanding) =>
  rest
    .replace(LEADS, '')
    .replace(/\b(?:for|on|with|the|a|of|in|about|please)\b|[?!,]|\.(?!\d)/gu, ' ')
    .trim()
    .split(/\s+/u).length <= 3 && !/\b(?:portfolio|positions|explain|earnings|roll|market|expirations)\b/u.test(text)

const hasSlots = (slots: Slots) =>
  Object.values(slots).some((value) => value !== null && !(Array.isArray(value) && value.length === 0))

function readOtherStrike(before: Understanding, { slots, rest }: Understanding): Slots {
  const other = before.slots.strike === null || hasSlots(slots) ? undefined : OTHER_STRIKE.exec(rest)?.[1]
  if (other === undefined) return slots
  return { ...slots, strike: { least: Number(other), most: Number(other), isPoint: true } }
}

function merge({ said: before }: Topic, said: Understanding): Understanding {
  return {
    ...before,
    symbols: said.symbols.length > 0 ? said.symbols : said.unknownName === null ? before.symbols : [],
    unknownName: said.unknownName ?? (said.symbols.length > 0 ? null : before.unknownName),
    term: said.term ?? before.term,
    slots: mergeSlots(before.slots, readOtherStrike(before, said)),
    text: `${before.rest} ; ${said.text}`,
    rest: `${before.rest} ; ${said.rest}`,
  }
}

/** A day and a span of days exclude each other, as one strike and several do. */
function mergeSlots(before: Slots, now: Slots): Slots {
  const isSet = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  const set = Object.fromEntries(Object.entries(now).filter(([, value]) => isSet(value)))
  const namesTime = now.date !== null || now.days !== null
  const namesStrike = now.strike !== null || now.strikes.length > 0
  return {
    ...before,
    ...(namesTime ? { date: null, days: null } : {}),
    ...(namesStrike ? { strike: null, strikes: [] } : {}),
    ...set,
  }
}

function inheritSymbols(said: Understanding, before: Topic): Understanding {
  if (said.symbols.length > 0 || said.unknownName !== null || before.said.symbols.length === 0) return said
  const refers = POINTS_BACK.test(said.text) || said.text.split(' ').length <= 2 * FEW_WORDS
  return refers ? { ...said, symbols: before.said.symbols.slice(0, 1) } : said
}
