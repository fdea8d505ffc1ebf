import type { Topic } from './topic.ts'
import type { Understanding } from './understanding.ts'

/** A message that names a stock, even an unknown one, is not about an earlier stock. */
export const namesStock = ({ symbols, unknownName, candidates }: Understanding) =>
  symbols.length > 0 || unknownName !== null || candidates.length > 0

export const POINTS_BACK =
  /\b(?:it|it's|its|that|that's|this(?! (?:week|month|quarter|year|(?:mon|tues|wednes|thurs|fri)day)\b)|them|they|their|those|these|there|one)\b/u
export const MAX_FOLLOW_UP_WORDS = 12
/** Shorter messages usually continue the previous question. */
export const SHORT_MESSAGE_WORDS = 6

const TO_EVENT =
  /\b(before|ahead of|prior to|until|till|after|past|beyond) (?:that|then|it|those|them|the (?:date|day|report|call|event))\b/u
const OF_CALLS = /\b(?:calls?|options?|strikes?|contracts?|expir\w+|something|anything|what|which)\b/u
/** In "calls before that", "that" is the date of the event in the last answer. */
export function relateToEvent(said: Understanding, before: Topic): Understanding | null {
  const side = TO_EVENT.exec(said.text)?.[1]
  const filled = inheritSymbols(said, before)
  if (before.intent !== 'events' || side === undefined || filled.symbols.length === 0) return null
  if (!OF_CALLS.test(said.text) || /\bmy\b/u.test(said.text)) return null
  const event = /\bdividends?\b|\bex-?\s?div|\bgo(?:es)? ex\b|\bex[- ]date/u.test(before.said.text)
    ? 'ex_dividend'
    : 'earnings'
  const bound = { event, side: /^(?:after|past|beyond)$/u.test(side) ? 'after' : 'before' } as const
  return { ...filled, preferences: { ...filled.preferences, eventBound: bound } }
}

const OF_ALL =
  /\b(?:they|them|these|those|their|(?:which|any|what|do|does|when) (?:of (?:them|these|those) |one |ones ?|the )*)\b/u
const HAPPENS = /\bearnings\b|\breport(?:s|ing)?\b|\bex-?\s?div\w*|\bgo(?:es)? ex\b|\bex[- ]dates?\b|\bcoming up\b/u
/** Whether a question is about the stocks in the last answer, as in "which ones report soon". */
export const asksAboutShownStocks = (said: Understanding, { shown }: Topic) => {
  const { text, preferences, slots } = said
  return (
    shown.symbols.length > 1 &&
    !namesStock(said) &&
    slots.quietDays === null &&
    preferences.eventBound === null &&
    HAPPENS.test(text) &&
    OF_ALL.test(text) &&
    !/\b(?:my|stocks|names|companies|positions|portfolio|mean|explain)\b/u.test(text) &&
    text.split(' ').length <= MAX_FOLLOW_UP_WORDS
  )
}

/** Resolves "it" to the stock in the question, or else to the only or first stock in the last answer. */
function resolvePronoun({ text }: Understanding, { said, shown, intent }: Topic): readonly string[] {
  if (said.symbols.length > 0) return said.symbols.slice(0, 1)
  const isFirst = intent === 'top_stocks' && /\b(?:it|it's|its)\b/u.test(text)
  return shown.symbols.length === 1 || isFirst ? shown.symbols.slice(0, 1) : []
}

/** Resolves "it" to an earlier stock. */
export function inheritSymbols(said: Understanding, before: Topic): Understanding {
  const meant = resolvePronoun(said, before)
  if (namesStock(said) || meant.length === 0) return said
  const refers = POINTS_BACK.test(said.text) || said.text.split(' ').length <= 2 * SHORT_MESSAGE_WORDS
  return refers ? { ...said, symbols: meant } : said
}
