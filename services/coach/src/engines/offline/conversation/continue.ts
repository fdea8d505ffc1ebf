import { daysBetween } from '@callwright/scoring'
import { asksOfCall } from '../answers/call-figures.ts'
import { continueOwn } from '../answers/own/follow-own.ts'
import { type Intent, intents } from '../intents.ts'
import { OWN, type Reading } from '../reading/read-message.ts'
import { at, noSlots, pointOf, type Slots } from '../reading/slots.ts'
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
type Move = (turn: Turn) => Continued | null

const WHY =
  /^(?:(?:but|and|so|ok|okay|wait|hm+) )*(?:why|how come|what (?:makes|made)|explain why|reason\w*|based on what|how so|says who)\b/u
export const asksWhy = (text: string) => WHY.test(text)
export const REFERS =
  /\b(?:it|it's|its|that|this(?! (?:week|month|quarter|year))|them|they|their|those|these|one|ones)\b/u
const TO_EVENT =
  /\b(before|ahead of|prior to|until|till|after|past|beyond) (?:that|then|it|those|them|the (?:date|report|event|earnings))\b/u
/** Words that add nothing to a changed chip: a message of only these continues the question before. */
const BARE = new Set(
  (
    'and also now then ok okay so what about how if for same the do again instead but try only just with without even to in under over at on show me ' +
    'an a example hmm and make it that those ones one of i use used got get was were is or please below above least most more less than max min around ' +
    'premium premiums delta deltas strike strikes call calls expiring expiry expiration dte days yield yields rating score under with safer cheaper ' +
    'there some any maybe would be my your you see look change which option options stock stocks names conservative aggressive higher lower ' +
    "what's how's out money itm otm atm closer further wider tighter add meant mean no wait actually sorry want contract contracts share shares percent dollars lets let's give gimme please thanks versus compare with to tech earnings before after first sort sorted by them these only ones bucks dollars next this week month monthly weekly has highest lowest most biggest pays pay more which who further later longer better too risky riskier go prefer rather less bit little other"
  ).split(' '),
)
/** Above these lengths, a message is a question of its own. Conditions of a search take more words. */
const MAX_WORDS = 12
const MAX_SCREEN_WORDS = 24
const SHORT = 6
const SURE = 0.6
/** Readings whose answer is one call. */
const OF_CALL: ReadonlySet<Intent> = new Set(['calls', 'trade'])
const TAKES_STRIKE: ReadonlySet<Intent> = new Set(['calls', 'trade', 'compare', 'roll', 'profit', 'puts'])
/** Questions about all positions. */
export const OF_BOOK: ReadonlySet<Intent> = new Set([
  'portfolio',
  'attention',
  'ranking',
  'income',
  'gains',
  'own_dates',
])
/** Readings without a stock: a clear one changes the subject. */
const OTHER_SUBJECTS: ReadonlySet<Intent> = new Set([
  'market',
  'help',
  'tax',
  'alert',
  'news',
  'abilities',
  'income',
  'gains',
])
/** Figures of a stock or a list that a short message can ask of the same subject. */
const measures: Partial<Record<Intent, RegExp>> = {
  compare:
    /\b(?:dividends?|iv|volatil\w+|ratings?|scores?|rsi|earnings|prices?|premiums?|yields?|deltas?|why|safer|riskier|chances?|protection)\b/u,
  dates: /\b(?:earnings|reports?|dividends?|ex-?\s?div\w*|ex|how much|how big|when)\b/u,
  calls:
    /\b(?:cross\w*|through|expir\w+ before|before|after)\b.*\b(?:earnings|reports?|ex|dividends?|ex-?\s?div\w*)\b/u,
}
const JUDGES =
  /^(?:(?:and|so|ok|but|hm+) )*(?:is|isn't|would you call|does) (?:that|it|this) (?:considered )?(?:(?:a|any|very|pretty|too|really|kind of|relatively|quite) )*(?:lot|much|high|low|good|normal|ok|okay|rich|cheap|bad|decent|fair|great|enough|unusual|little|risky|safe|far|close|worth it)\b/u
const SELLS = /\b(?:should i|can i|could i|worth|so)\b.*\b(?:sell|write|writing|selling)\b/u
const SAME = /\b(?:the |do the )?same (?:thing|one|call|for|but|with|on|question)\b/u
/** "Two weeks later" counts from the term of the question before. */
const LATER = /\b(?:later|further|farther|longer|more|after that|past that)\b/u
const ADDS =
  /\b(?:add(?:ing)?|include|throw(?:ing)? in|put in|toss in|against|versus|vs)\b|\b(?:can|could|would|please|and|also) .*\b(?:as well|too)\b|\bcompare (?:that|it|this|them|those) (?:with|to|against)\b|\b(?:throw|put|toss) § in\b/u
const CORRECTS =
  /^(?:(?:no|nope|sorry|oops|wait|actually|ah|oh|my bad) ){0,4}(?:i (?:meant?|was thinking of)|not that(?: one)?|i said)\b|^(?:no|nope|oops|sorry|wait)\b/u
const ROLLS_ON =
  /\b(?:later|further|farther|higher|lower|same strike|weeks?|months?|out|up|january|february|march|april|may|june|july|august|september|october|november|december)\b/u

const lengthOf = (text: string) => text.split(' ').length
const namesStock = ({ slots, candidates, unknown }: Reading) =>
  slots.stocks.length > 0 || candidates.length > 0 || unknown !== null
export const isBare = ({ masked }: Reading) =>
  (masked.match(/[a-z'_]+/gu) ?? []).every((word) => word.startsWith('_') || BARE.has(word))

export const hasAny = ({ slots, candidates, loose, text }: Reading) =>
  candidates.length > 0 ||
  loose.length > 0 ||
  /\bsafer|cheaper\b/u.test(text) ||
  Object.entries(slots).some(
    ([name, value]) =>
      name !== 'isMonth' && value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  )

/** The slots of the question before with those of the message. */
const merge = ({ reading, before }: Turn): Slots =>
  extendTerm(before.slots, readLoose(mergeSlots(before.slots, reading.slots), reading, before.intent), reading)
const again = (turn: Turn, intent = turn.before.intent, slots = merge(turn)): Continued => ({
  intent,
  slots,
  text: `${turn.reading.text} ; ${turn.before.text}`,
})

/** "four weeks further at the same strike": another roll of the same call. */
const rollOn: Move = (turn) =>
  turn.before.intent === 'roll' &&
  !namesStock(turn.reading) &&
  ROLLS_ON.test(turn.reading.text) &&
  hasAny(turn.reading) &&
  (turn.own === null || !OTHER_SUBJECTS.has(turn.own))
    ? again(turn)
    : null

/** "which is the last one before it": calls or expirations on one side of the date that was asked for. */
const onSideOfEvent: Move = ({ reading: { text, slots }, before }) => {
  const side = TO_EVENT.exec(text)?.[1]
  const isOfDate =
    before.intent === 'dates' ||
    (/\b(?:reports?|earnings|dividends?|ex)\b/u.test(before.text) && intents[before.intent].about === 'stock')
  const isOfExpirations = /\bexpir(?:ations?|y|ies)\b/u.test(text)
  if (side === undefined || !isOfDate || slots.stocks.length > 0 || before.slots.stocks.length === 0) return null
  if (!isOfExpirations && !/\b(?:calls?|options?|strikes?|something|anything)\b/u.test(text)) return null
  const isAfter = /^(?:after|past|beyond)$/u.test(side)
  const isDividend = /\bdividends?\b|\bex\b|\bex-/u.test(before.text)
  const event = isDividend
    ? (`${isAfter ? 'After' : 'Before'} the ex-dividend date` as const)
    : (`${isAfter ? 'After' : 'Before'} earnings` as const)
  return {
    intent: isOfExpirations ? 'expirations' : 'calls',
    slots: { ...noSlots, stocks: before.slots.stocks, event },
    text: `${text} ; ${before.text}`,
  }
}

const ofOwn: Move = ({ reading, before, rows, own }) => {
  const found = continueOwn(reading, before, rows, own)
  return found === null ? null : { ...found, text: `${reading.text} ; ${before.text}` }
}

/** "why", about the same answer or one stock of it. */
const forReason: Move = ({ reading: { text, slots }, before, own }) => {
  if (!WHY.test(text) || lengthOf(text) > 9 || slots.stocks.length > 1) return null
  if (slots.stocks.length === 0)
    return own !== null && OF_BOOK.has(own)
      ? { intent: own, slots }
      : { intent: before.intent, slots: before.slots, text: before.text, asksWhy: true }
  const single: Partial<Record<Intent, Intent>> = {
    portfolio: 'position',
    attention: 'position',
    ranking: 'position',
    screen: 'stock',
  }
  return { intent: single[before.intent] ?? before.intent, slots: { ...noSlots, stocks: slots.stocks } }
}

/** "add Cummins to that", "and throw in Mondelez": one more stock beside those before. */
const withStock: Move = (turn) => {
  const { slots, text } = turn.reading
  const old = turn.before.slots.stocks
  if (!ADDS.test(text) || slots.stocks.length === 0 || old.length === 0 || lengthOf(text) > SHORT + 4) return null
  return again(turn, 'compare', { ...merge(turn), stocks: [...new Set([...old, ...slots.stocks])] })
}

/** "no sorry, I meant T-Mobile": the same question about another stock, which may be one that is not covered. */
const withOtherStock: Move = (turn) => {
  const { reading, before } = turn
  const isOfStock = intents[before.intent].about === 'stock' || before.slots.stocks.length > 0
  if (!CORRECTS.test(reading.text) || !isOfStock || lengthOf(reading.text) > SHORT + 2) return null
  if (reading.slots.stocks.length > 0) return again(turn)
  return reading.unknown === null ? null : { intent: 'search', slots: noSlots }
}

/** "is that a lot?": the same figure, which its answer judges. */
const judged: Move = (turn) =>
  JUDGES.test(turn.reading.text) &&
  !namesStock(turn.reading) &&
  turn.before.slots.stocks.length > 0 &&
  lengthOf(turn.reading.text) <= SHORT + 2
    ? again(turn)
    : null

/** A message of only changed chips and small words. */
const withChips: Move = (turn) => {
  const { reading, before, own } = turn
  const { slots, text, candidates } = reading
  const isOfStock = intents[before.intent].about === 'stock' && !TAKES_STRIKE.has(before.intent)
  const turnsToCalls = isOfStock && /\b(?:calls?|options?)\b/u.test(text)
  if (!isBare(reading) || (slots.stocks.length === 0 && candidates.length > 0) || lengthOf(text) > MAX_WORDS)
    return null
  if (!hasAny(reading) && !turnsToCalls && before.intent !== 'compare') return null
  if (own !== null && OF_BOOK.has(before.intent) && OF_BOOK.has(own)) return { intent: own, slots }
  const isNew = slots.stocks.length > 0 && intents[before.intent].about === 'none' && before.intent !== 'profit'
  if (isNew)
    return {
      intent: slots.strike === null && slots.expiration === null && slots.delta === null ? 'stock' : 'calls',
      slots,
    }
  return again(turn, turnsToCalls ? 'calls' : before.intent)
}

/** More conditions of the same search. */
const withConditions: Move = (turn) => {
  const { reading, before, own, likelihood } = turn
  const { text } = reading
  if (before.intent !== 'screen' || namesStock(reading) || OWN.test(text) || lengthOf(text) > MAX_SCREEN_WORDS)
    return null
  const isOther = own !== null && own !== 'screen' && own !== 'calls' && likelihood >= SURE && !SAME.test(text)
  return hasAny(reading) && (lengthOf(text) <= MAX_WORDS || !isOther) ? again(turn) : null
}

const A_YEAR = /\b(?:per|a) year\b|\bannual\w*\b|\byearly\b/u

/** Another figure of the same call, stock or list. */
const withMeasure: Move = (turn) => {
  const { reading, before, own, likelihood } = turn
  const { text, slots } = reading
  const isShort = lengthOf(text) <= MAX_WORDS
  const isOfStock = intents[before.intent].about === 'stock'
  if (isOfStock && slots.stocks.length > 0 && SAME.test(text) && isShort) return again(turn)
  const isOfCallBefore = OF_CALL.has(before.intent) && REFERS.test(text) && !OWN.test(text)
  const isOfBook = own !== null && OF_BOOK.has(own) && likelihood >= SURE && !isOfCallBefore
  if (namesStock(reading) || isOfBook || !isShort) return null
  const isOfCall = OF_CALL.has(before.intent) && before.slots.stocks.length > 0
  if (isOfCall && (hasAny(reading) || asksOfCall(text) || A_YEAR.test(text))) return again(turn)
  if (measures[before.intent]?.test(text) === true) return again(turn)
  if (before.intent === 'volatility' && /\b(?:high|low|normal|rich|cheap|good|much)\b/u.test(text)) return again(turn)
  return isOfStock && SELLS.test(text) ? again(turn, 'calls') : null
}

/** A message that alone asks the same as the question before, or that opens like a continuation. */
const asBefore: Move = (turn) => {
  const { reading, before, own, likelihood } = turn
  const { text } = reading
  const opens = /^(?:and|only|but|what if|or|with|just)\b/u.test(text)
  const isSame = own === before.intent && !namesStock(reading) && lengthOf(text) <= MAX_WORDS
  if (isSame && (REFERS.test(text) || lengthOf(text) <= SHORT || opens)) return again(turn)
  const continues = /^(?:and|only|but|what if|even|just|or|make|same|instead|now)\b|\b(?:same|instead)\b/u.test(text)
  return continues && lengthOf(text) <= SHORT + 4 && likelihood < SURE && hasAny(reading) ? again(turn) : null
}

/** Moves that come before a row of the last list is looked for. */
const early: readonly Move[] = [rollOn, onSideOfEvent]
const late: readonly Move[] = [withChips, withConditions, withMeasure, asBefore]

const firstOf = (moves: readonly Move[], turn: Turn) =>
  moves.reduce<Continued | null>((found, move) => found ?? move(turn), null)

export const continueEarly = (turn: Turn): Continued | null => firstOf(early, turn)

/** The question before as the message changes it; null if the message asks a question of its own. */
export function continueQuestion(turn: Turn): Continued | null {
  const { own, likelihood, reading } = turn
  const direct = firstOf([ofOwn, forReason, withStock, withOtherStock, judged], turn)
  if (direct !== null) return direct
  const isOtherSubject = own !== null && OTHER_SUBJECTS.has(own) && own !== turn.before.intent && likelihood >= SURE
  return isOtherSubject && lengthOf(reading.text) > 2 ? null : firstOf(late, turn)
}

/** Adds the days of "two weeks later" to the term of the question before. */
function extendTerm({ days, expiration }: Slots, merged: Slots, { text, slots, today }: Reading): Slots {
  const more = pointOf(slots.days)
  const from = pointOf(days) ?? (expiration === null ? null : daysBetween(today, expiration))
  if (more === null || from === null || !LATER.test(text)) return merged
  return {
    ...merged,
    days: at(from + more),
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
