import type { EngineInput } from '../../turn/types.ts'
import { type Intent, isOfWords } from './intents.ts'
import { asksJudgement, type Parts, readParts } from './parts.ts'
import { isTermOnly } from './read-words.ts'
import { readMessage } from './reading/read-message.ts'
import { openDirectory } from './stocks/directory.ts'

/** From this likelihood on, a part of a message is clear alone. */
const SURE = 0.6
/** Enough for a part beside one that only names a term. */
const LIKELY = 0.5
const MIN_WORDS = 3
const CONTINUES_TERM =
  /^(?:and )?(?:why|how|when) (?:does|do|is|are|would|should) (?:it|that|this|they|one|people|ppl)\b/iu

/** The messages that the parts of a message are answered as: one, or several of which each is clear alone. */
export function planParts({ message, asOf, listed, correction }: EngineInput): readonly string[] {
  const { situation, questions }: Parts =
    correction === null ? readParts(message) : { situation: '', questions: [message] }
  const asked = questions.filter((part) => !asksJudgement(part))
  if (asked.length < 2 || asked.some((part) => part.split(' ').length < MIN_WORDS && !isTermOnly(part)))
    return [message]
  const tell = (part: string) => (situation === '' || isTermOnly(part) ? part : `${situation}. ${part}`)
  const read = asked.map((part) => {
    const [top] = readMessage(tell(part), asOf, openDirectory(listed)).ranked
    return {
      text: tell(part),
      isTerm: isTermOnly(part),
      intent: top?.intent ?? 'other',
      probability: top?.probability ?? 0,
    }
  })
  const least = read.some(({ isTerm }) => isTerm) ? LIKELY : SURE
  // "What is open interest and why does it matter" is one question.
  const refers = read.some(({ text, intent }) => isOfWords(intent) && CONTINUES_TERM.test(text))
  if (refers) return [message]
  const isClear = read.every(({ isTerm, intent, probability }) => isTerm || (probability >= least && isAlone(intent)))
  const areDifferent = new Set(read.map(({ intent, isTerm }) => (isTerm ? 'term' : intent))).size === read.length
  return isClear && areDifferent ? read.map(({ text }) => text) : [message]
}

const isAlone = (intent: Intent) =>
  !['profit', 'arithmetic', 'trade', 'expirations', 'abilities', 'other'].includes(intent)
