import type { EngineInput } from '../../../turn/types.ts'
import { listAskedFigures } from '../answers/calls/call-figures.ts'
import { asksReason } from '../answers/calls/call-reasons.ts'
import { namesExactly } from '../calculation/asked.ts'
import { choosesCall } from '../conversation/fit-intent.ts'
import { isTermOnly } from '../conversation/read-words.ts'
import { type Intent, isOfWords, wordsOnly } from '../intents.ts'
import { OWN, type Reading, readMessage } from '../reading/read-message.ts'
import { pointOf } from '../reading/slots.ts'
import { openDirectory } from '../stocks/directory.ts'
import { asksJudgement, type Parts, readParts } from './parts.ts'

/** From this likelihood on, a part of a message is clear alone. */
const SURE = 0.6
/** Enough for a part beside one that only names a term. */
const LIKELY = 0.5
const MIN_WORDS = 3
const CONTINUES_TERM =
  /^(?:and )?(?:why|how|when) (?:does|do|is|are|would|should) (?:it|that|this|they|one|people|ppl)\b/iu

/** From this likelihood on, the first part is answered even if the message as a whole reads like a general question. */
const LEADS = 0.75

const OF_ROWS = /\b(?:it|its|they|them|their|those|these)\b/iu

/** How the parts of a message are answered. */
export interface Plan {
  /** The message, or several of which each is clear alone. */
  readonly messages: readonly string[]
  /** Parts that no reading answers. */
  readonly open: readonly string[]
}

interface ReadPart {
  readonly part: string
  readonly text: string
  readonly isTerm: boolean
  readonly intent: Intent
  readonly probability: number
}

export function planParts({ message, asOf, listed, correction }: EngineInput): Plan {
  const whole: Plan = { messages: [message], open: [] }
  const { situation, questions }: Parts =
    correction === null ? readParts(message) : { situation: '', questions: [message] }
  const asked = questions.filter((part) => !asksJudgement(part))
  if (asked.length < 2 || asked.some((part) => part.split(' ').length < MIN_WORDS && !isTermOnly(part))) return whole
  // Results of one calculation share its figures.
  if (asked.every((part) => namesExactly(part.toLowerCase()))) return whole
  if (areOfOneCall(asked.map((part) => readMessage(part, asOf, openDirectory(listed))))) return whole
  if (continuesStock(asked.map((part) => readMessage(part, asOf, openDirectory(listed))))) return whole
  const topOf = (text: string) => readMessage(text, asOf, openDirectory(listed)).ranked[0]
  const tell = (part: string) => (situation === '' || isTermOnly(part) ? part : `${situation}. ${part}`)
  const read = asked.map((part): ReadPart => {
    const { intent = 'other', probability = 0 } = topOf(tell(part)) ?? {}
    return { part, text: tell(part), isTerm: isTermOnly(part), intent, probability }
  })
  // "What is open interest and why does it matter" is one question.
  const areGeneral = read.every(({ isTerm, intent }) => isTerm || isOfWords(intent))
  if (areGeneral && read.some(({ part }) => CONTINUES_TERM.test(part))) return whole
  // "Which stock pays the most, and when does it go ex" is one search.
  if (read[0]?.intent === 'screen' && read.slice(1).every(({ part }) => OF_ROWS.test(part))) return whole
  const least = read.some(({ isTerm }) => isTerm) ? LIKELY : SURE
  const areDifferent = new Set(read.map(({ intent, isTerm }) => (isTerm ? 'term' : intent))).size === read.length
  if (areDifferent && read.every((one) => isClear(one, least)))
    return { messages: read.map(({ text }) => text), open: [] }
  const [first, ...others] = read
  const isLed = first !== undefined && isTool(first) && first.probability >= LEADS
  const top = topOf(message)
  const isVague = top === undefined || isOfWords(top.intent) || top.probability < LIKELY
  if (!isLed || !isVague) return whole
  const clear = others.filter((one) => isTool(one) && one.probability >= LIKELY)
  return {
    messages: [first, ...clear].map(({ text }) => text),
    open: others.filter((one) => !clear.includes(one)).map(({ part }) => part),
  }
}

/** "… and the bid?" asks for a figure of the call that the first part chooses. */
const areOfOneCall = ([first, ...others]: readonly Reading[]) =>
  first !== undefined &&
  first.slots.stocks.length > 0 &&
  others.every(
    ({ slots, text }) =>
      slots.stocks.length === 0 &&
      (listAskedFigures(text).length > 0 || choosesCall(slots)) &&
      (choosesCall(first.slots) || choosesCall(slots) || pointOf(first.slots.strike) !== null),
  )

const NEXT_ONE = /\bthe (?:next|last|first) one\b/u
const OF_ALL: ReadonlySet<Intent> = new Set(['screen', 'ranking', 'portfolio', 'attention'])
/** "… and how come one pays so much more" asks about the stocks of the first part, as does "and what premium". */
const continuesStock = ([first, ...others]: readonly Reading[]) =>
  first !== undefined &&
  first.slots.stocks.length > 0 &&
  others.some(
    ({ slots, text, ranked }) =>
      slots.stocks.length === 0 &&
      !OWN.test(text) &&
      (asksReason(text) || OF_ALL.has(ranked[0]?.intent ?? 'other') || NEXT_ONE.test(text)),
  )

/** A general part that refers to the answer before it, such as "and why is that", is none alone. */
const isClear = ({ part, isTerm, intent, probability }: ReadPart, least: number) =>
  isTerm ||
  (probability >= least &&
    isAlone(intent) &&
    intent !== 'expirations' &&
    (probability >= LEADS || !wordsOnly.has(intent)) &&
    !(isOfWords(intent) && CONTINUES_TERM.test(part)))

/** Whether a part asks for figures or dates that a tool looks up. */
const isTool = ({ intent }: ReadPart) => isAlone(intent) && !isOfWords(intent)

const isAlone = (intent: Intent) => !['profit', 'arithmetic', 'trade', 'abilities', 'other'].includes(intent)
