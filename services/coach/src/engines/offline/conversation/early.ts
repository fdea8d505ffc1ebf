import { intents } from '../intents.ts'
import { OWN } from '../reading/read-message.ts'
import { noSlots } from '../reading/slots.ts'
import {
  again,
  type Continued,
  firstOf,
  hasAny,
  lengthOf,
  MAX_WORDS,
  type Move,
  namesStock,
  OF_CALL,
  OTHER_SUBJECTS,
  REFERS,
  SHORT,
  type Turn,
} from './moves.ts'

const TO_EVENT =
  /\b(before|ahead of|prior to|until|till|after|past|beyond) (?:that|then|it|those|them|the (?:date|report|event|earnings))\b/u
const ROLLS_ON =
  /\b(?:later|further|farther|higher|lower|same strike|weeks?|months?|out|up|january|february|march|april|may|june|july|august|september|october|november|december)\b/u

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
  const event =
    `${isAfter ? 'After' : 'Before'} ${/\bdividends?\b|\bex\b/u.test(before.text) ? 'the ex-dividend date' : 'earnings'}` as const
  return {
    intent: isOfExpirations ? 'expirations' : 'calls',
    slots: { ...noSlots, stocks: before.slots.stocks, event },
    text: `${text} ; ${before.text}`,
  }
}

const EVENT_WORDS = /\b(?:earnings|reports?|reporting|ex|ex-?\s?div\w*|dividends?)\b/u
const ASKS_EVENT = /^(?:(?:and|ok|okay|so|but|hm+|wait) )*(?:does|do|is|are|any|when|will|has|whats|what's|what is)\b/u

/** "Does it report before that?": the dates of the stock beside the expiration of its call. */
const datesOfTerm: Move = ({ reading, before, rows, own }) => {
  const { text, slots } = reading
  const isOfExpirations = /\bexpirations?\b|\bexpir(?:y|ies)\b(?! date)|\bcalls?\b|\bstrikes?\b/u.test(text)
  const isOfOne = OF_CALL.has(before.intent) || (before.intent === 'position' && before.slots.stocks.length === 1)
  if (!isOfOne || namesStock(reading) || isOfExpirations || OWN.test(text)) return null
  if (!EVENT_WORDS.test(text) || !ASKS_EVENT.test(text) || lengthOf(text) > MAX_WORDS) return null
  if (own !== null && own !== 'dates' && !TO_EVENT.test(text) && own !== 'calls') return null
  const { stocks, days } = before.slots
  const shown = rows.length === 1 ? rows[0]?.expiry : null
  const expiration = before.slots.expiration ?? (typeof shown === 'string' ? shown : null)
  return {
    intent: 'dates',
    slots: { ...noSlots, stocks, expiration: slots.expiration ?? expiration, days: expiration === null ? days : null },
    isCarried: true,
  }
}

const OPINION =
  /^(?:(?:so|ok|okay|and|but|then|well|hm+) )*(?:would|should) (?:you|i|we) (?:really |actually |personally )?(?:do|sell|take|write|go for|make|buy|pick)\b/u
/** "So would you do it?": the call of the question before, with what the rules say. */
const opinion: Move = (turn) =>
  OF_CALL.has(turn.before.intent) &&
  turn.before.slots.stocks.length > 0 &&
  OPINION.test(turn.reading.text) &&
  REFERS.test(turn.reading.text) &&
  !namesStock(turn.reading) &&
  lengthOf(turn.reading.text) <= SHORT + 2
    ? again(turn)
    : null

/** Moves that come before a row of the last list is looked for. */
const RESTATES =
  /\btoo long\b|\bshort(?:er)? (?:answer|version|please)\b|\bin short\b|\bjust (?:tell|give) me the\b|\btoo much (?:text|information)\b|\bare you sure\b|\bthat (?:seems|looks|sounds) (?:too )?(?:low|high|wrong|off)\b/u
/** "Which month was best" after the income. */
const ofMonths: Move = (turn) =>
  turn.before.intent === 'income' && /\bmonths?\b/u.test(turn.reading.text) && lengthOf(turn.reading.text) <= SHORT + 2
    ? again(turn)
    : null

/** "Too long, just tell me the strike": the same question, whose first line has the answer. */
const restated: Move = (turn) =>
  RESTATES.test(turn.reading.text) && !namesStock(turn.reading) && intents[turn.before.intent].about !== 'none'
    ? again(turn)
    : null

const early: readonly Move[] = [rollOn, onSideOfEvent, datesOfTerm, opinion, restated, ofMonths]

export const continueEarly = (turn: Turn): Continued | null => firstOf(early, turn)
