import { daysBetween } from '@callwright/scoring'
import type { Intent } from '../intents.ts'
import type { Reading } from '../reading/read-message.ts'
import { at, pointOf, type Slots } from '../reading/slots.ts'
import type { Question } from './fit-intent.ts'
import { mergeSlots, type Rows } from './rows.ts'

/** A message and the question that it may continue. */
export interface Turn {
  readonly reading: Reading
  readonly before: Question
  readonly rows: Rows
  /** The reading of the message alone; null if that is unclear. */
  readonly own: Intent | null
  readonly likelihood: number
}
/** The parts of the question before that are kept, with the changes of the message. */
export type Continued = Pick<Question, 'intent' | 'slots'> & Partial<Pick<Question, 'text' | 'asksWhy' | 'isCarried'>>
/** One way to continue a question; null if the message does not continue it so. */
export type Move = (turn: Turn) => Continued | null

export const REFERS =
  /\b(?:it|it's|its|that|this(?! (?:week|month|quarter|year))|them|they|their|those|these|one|ones)\b/u
/** Above these lengths, a message is a question of its own. Conditions of a search take more words. */
export const MAX_WORDS = 12
export const MAX_SCREEN_WORDS = 24
export const SHORT = 6
export const SURE = 0.6
/** Readings whose answer is one call. */
export const OF_CALL: ReadonlySet<Intent> = new Set(['calls', 'trade'])
export const TAKES_STRIKE: ReadonlySet<Intent> = new Set(['calls', 'trade', 'compare', 'roll', 'profit', 'puts'])
/** Readings without a stock: a clear one changes the subject. */
export const OTHER_SUBJECTS: ReadonlySet<Intent> = new Set([
  'market',
  'help',
  'tax',
  'alert',
  'news',
  'abilities',
  'income',
  'gains',
])
/** "Two weeks later" counts from the term of the question before. */
const LATER = /\b(?:later|further|farther|longer|more|after that|past that)\b/u
export const lengthOf = (text: string) => text.split(' ').length
export const namesStock = ({ slots, candidates, unknown }: Reading) =>
  slots.stocks.length > 0 || candidates.length > 0 || unknown !== null
export const hasAny = ({ slots, candidates, loose, text }: Reading) =>
  candidates.length > 0 ||
  loose.length > 0 ||
  /\bsafer|cheaper\b/u.test(text) ||
  Object.entries(slots).some(
    ([name, value]) =>
      name !== 'isMonth' && value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  )

const OF_CALLS = /\bcalls?\b|\bpremiums?\b|\boptions?\b|\byields?\b|\bannual\w*|\bmonth\w*|\bdays\b/u

/** Stocks of a list pay a dividend, unless the words are about their calls. */
function readPaid({ slots, text }: Reading, before: Question): Slots {
  const { percent } = slots
  const isPaid = percent !== null && before.intent === 'screen' && /\bpay\w*\b/u.test(text)
  return isPaid && !OF_CALLS.test(`${text} ; ${before.text}`)
    ? { ...slots, percent: null, dividendYield: { least: percent.least, most: null } }
    : slots
}

/** The slots of the question before with those of the message. */
export const merge = ({ reading, before }: Turn): Slots =>
  extendTerm(
    before.slots,
    readLoose(mergeSlots(before.slots, readPaid(reading, before)), reading, before.intent),
    reading,
  )
export const again = (turn: Turn, intent = turn.before.intent, slots = merge(turn)): Continued => ({
  intent,
  slots,
  text: `${turn.reading.text} ; ${turn.before.text}`,
})

export const firstOf = (moves: readonly Move[], turn: Turn) =>
  moves.reduce<Continued | null>((found, move) => found ?? move(turn), null)

/** Days by which "further out" moves a term. */
const MONTH = 28
const FURTHER_OUT = /\b(?:further|farther) out\b|\b(?:later|longer) (?:expir\w+|date|one|term|dated)\b|\bmore time\b/u

/** Adds the days of "two weeks later" to the term of the question before. */
function extendTerm({ days, expiration }: Slots, merged: Slots, { text, slots, today }: Reading): Slots {
  const isOpen = slots.days === null && slots.expiration === null && FURTHER_OUT.test(text)
  const more = isOpen ? MONTH : pointOf(slots.days)
  const from = pointOf(days) ?? (expiration === null ? null : daysBetween(today, expiration))
  if (more === null || from === null || !(isOpen || LATER.test(text))) return merged
  return {
    ...merged,
    days: at(from + more),
    expiration: null,
    isMonth: false,
    style: slots.style === 'Conservative' ? null : merged.style,
    delta: merged.delta,
  }
}

/** A smaller amount beside a list of calls is a premium rather than a strike. */
const MAX_BARE_PREMIUM = 15

/** In a follow-up about a call, a bare number or a bare price is a strike. */
function readLoose(slots: Slots, { loose, slots: now }: Reading, intent: Intent): Slots {
  if (!TAKES_STRIKE.has(intent)) return slots
  const [only, ...others] = loose
  const level = now.price?.most ?? now.price?.least ?? null
  if (level !== null && level <= MAX_BARE_PREMIUM) return { ...slots, price: null, premium: now.price }
  if (now.price !== null) return { ...slots, price: null, strike: now.price, strikes: [] }
  return only === undefined || others.length > 0 || now.strike !== null
    ? slots
    : { ...slots, strike: at(only), strikes: [] }
}
