import { asksOfCall } from '../answers/calls/call-figures.ts'
import { continueOwn } from '../answers/own/follow-own.ts'
import { type Intent, intents } from '../intents.ts'
import { OWN, type Reading } from '../reading/read-message.ts'
import { noSlots } from '../reading/slots.ts'
import {
  again,
  type Continued,
  firstOf,
  hasAny,
  lengthOf,
  MAX_SCREEN_WORDS,
  MAX_WORDS,
  type Move,
  merge,
  namesStock,
  OF_CALL,
  OTHER_SUBJECTS,
  REFERS,
  SHORT,
  SURE,
  TAKES_STRIKE,
  type Turn,
} from './moves.ts'

const WHY =
  /^(?:(?:but|and|so|ok|okay|wait|hm+) )*(?:why|how come|what (?:makes|made)|explain why|reason\w*|based on what|how so|says who)\b/u
export const asksWhy = (text: string) => WHY.test(text)
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
/** Questions about all positions. */
export const OF_BOOK: ReadonlySet<Intent> = new Set([
  'portfolio',
  'attention',
  'ranking',
  'income',
  'gains',
  'own_dates',
])
/** Figures of a stock or a list that a short message can ask of the same subject. */
const measures: Partial<Record<Intent, RegExp>> = {
  compare:
    /\b(?:dividends?|iv|volatil\w+|ratings?|scores?|rsi|earnings|prices?|premiums?|yields?|deltas?|why|safer|riskier|chances?|protection)\b/u,
  dates:
    /\b(?:earnings|reports?|dividends?|ex-?\s?div\w*|ex|how much|how big|when|confirmed|(?:before|after) the (?:open|close|bell)|morning|evening)\b/u,
  calls:
    /\b(?:cross\w*|through|expir\w+ before|before|after)\b.*\b(?:earnings|reports?|ex|dividends?|ex-?\s?div\w*)\b/u,
}
const SELLS = /\b(?:should i|can i|could i|worth|so)\b.*\b(?:sell|write|writing|selling)\b/u
const SAME = /\b(?:the |do the )?same (?:thing|one|call|for|but|with|on|question)\b/u
const ADDS =
  /\b(?:add(?:ing)?|include|throw(?:ing)? in|put in|toss in|against|versus|vs)\b|\b(?:can|could|would|please|and|also) .*\b(?:as well|too)\b|\bcompare (?:that|it|this|them|those) (?:with|to|against)\b|\b(?:throw|put|toss) § in\b/u
const CORRECTS =
  /^(?:(?:no|nope|sorry|oops|wait|actually|ah|oh|my bad) ){0,4}(?:i (?:meant?|was thinking of)|not that(?: one)?|i said)\b|^(?:no|nope|oops|sorry|wait)\b/u
export const isBare = ({ masked }: Reading) =>
  (masked.match(/[a-z'_]+/gu) ?? []).every((word) => word.startsWith('_') || BARE.has(word))

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

const OF_LIST = /\b(?:which|any|what)(?: ones?)? of (?:them|those|these|the (?:2|3|4|5|two))\b|\bwhich of them\b/u
const MAX_COMPARED = 5
/** "Which of them has the highest IV": a comparison of the stocks that the answer before listed. */
const amongListed: Move = ({ reading, before, rows, own }) => {
  const stocks = [...new Set(rows.flatMap(({ symbol }) => (typeof symbol === 'string' ? [symbol] : [])))]
  if (before.intent !== 'screen' || stocks.length < 2 || namesStock(reading) || !OF_LIST.test(reading.text)) return null
  return {
    intent: own === 'dates' ? 'dates' : 'compare',
    slots: { ...noSlots, stocks: stocks.slice(0, MAX_COMPARED) },
    text: reading.text,
  }
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
  if (isOfCall && (hasAny(reading) || asksOfCall(text))) return again(turn)
  if (measures[before.intent]?.test(text) === true) return again(turn)
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

const late: readonly Move[] = [amongListed, withChips, withConditions, withMeasure, asBefore]

/** The question before as the message changes it; null if the message asks a question of its own. */
export function continueQuestion(turn: Turn): Continued | null {
  const { own, likelihood, reading } = turn
  const direct = firstOf([ofOwn, forReason, withStock, withOtherStock], turn)
  if (direct !== null) return direct
  const isOtherSubject = own !== null && OTHER_SUBJECTS.has(own) && own !== turn.before.intent && likelihood >= SURE
  return isOtherSubject && lengthOf(reading.text) > 2 ? null : firstOf(late, turn)
}
