import { findFacts } from '../../../facts/find-fact.ts'
import type { Call, EngineInput } from '../../../turn/types.ts'
import { readContext } from '../conversation/context.ts'
import type { Question } from '../conversation/fit-intent.ts'
import { isTermOnly } from '../conversation/read-words.ts'
import { type Intent, isOfFigures, isOfWords, wordsOnly } from '../intents.ts'
import { type Reading, readMessage } from '../reading/read-message.ts'
import { noSlots, pointOf, type Slots } from '../reading/slots.ts'
import { listUnfamiliar } from '../reading/words/demands.ts'
import { askBack } from '../replies.ts'
import type { Reply } from '../session.ts'
import { openDirectory } from '../stocks/directory.ts'
import { hasSums, labelOf, listAlternatives } from './alternatives.ts'
import { askReading } from './ask-back.ts'
import { isGrounded, lacksFigures } from './ground.ts'
import { asksJudgement, readParts } from './parts.ts'
import { findUnanswered, showDraft } from './unanswered.ts'
import { listIdle, listUntouched } from './untouched.ts'
import { judge } from './verdict.ts'

export interface Answer {
  readonly reply: Reply
  readonly question: Question | null
  readonly missed: readonly string[]
  /** Parts of the message that no reading answers. */
  readonly open?: readonly string[]
}
/** An answer with the words of the message that it leaves open. */
export interface Doubted extends Answer {
  readonly unanswered: readonly string[]
}
type Answers = (question: Question, reading: Reading) => Promise<Reply>

const MAX_LINES = 3
const tidy = (part: string) => part.replace(/^(?:and|but|so) /iu, '').replace(/[?.! ]{1,5}$/u, '')
const quote = (words: string) => `“${words}”`
/** Words that a verdict answers, of which the phrases know nothing. */
const VERDICT_WORD = /thin|thick|wide|tight|nah|decent|pocket|peanuts/u
/** A line that only says when figures are from. */
const isStamp = (line: string) => /^As of /u.test(line)

/**
 * Checks an answer against its message: adds the line of a part that another reading answers, the yes or no about a
 * figure, and other readings as buttons if something stays open.
 */
export async function doubt(
  input: EngineInput,
  answer: Answer,
  calls: readonly Call[],
  answerQuestion: Answers,
): Promise<Doubted> {
  const { question, missed } = answer
  if (question !== null && input.correction === null && isNotHeld(answer.reply, question))
    return askOfMarket(input, answer, question)
  if (question === null || input.correction !== null) return { ...answer, unanswered: [] }
  const reading = readMessage(input.message, input.asOf, openDirectory(input.listed))
  const context = readContext(input.history, input.asOf, input.listed)
  const page = input.page?.symbol?.toUpperCase() ?? null
  if (lacksFigures(question, answer.reply)) {
    const options = [...answer.reply.options, ...listAlternatives(reading, context, page, question)].slice(0, MAX_LINES)
    return { ...answer, reply: askBack(answer.reply.lines.join(' '), options), unanswered: [] }
  }
  if (answer.reply.card?.kind === 'clarify') return { ...answer, unanswered: [] }
  if (context.before === null && !isGrounded(question, answer.reply)) {
    const others = listAlternatives(reading, context, page, question)
    const all = [...others, ...listAlternatives(reading, context, page)]
    const options = all.filter((one, index) => all.findIndex(({ label }) => label === one.label) === index)
    return { ...askReading(options.slice(0, MAX_LINES), reading, missed), unanswered: [] }
  }
  const findOpen = (lines: readonly string[]) =>
    findUnanswered(reading.text, question.intent, question.slots, showDraft([...lines, ...missed], calls))
  const open = findOpen(answer.reply.lines)
  const more = await addLines(question, reading, open, answerQuestion, calls)
  const { questions } = readParts(input.message)
  const verdict = judge(reading.text, questions, calls, answer.reply.lines)
  const isVerdict = verdict !== null && (verdict.isGiven || verdict.line !== null)
  const added = [...more, ...(verdict?.line == null ? [] : [verdict.line])]
  const kept = answer.reply.lines.filter((line) => !isStamp(line))
  const lines = added.length === 0 ? answer.reply.lines : [...kept.slice(0, MAX_LINES - added.length), ...added]
  // A part can be answered by the figures of another one.
  const isOpen = (part: string) => {
    const asked = findUnanswered(part.toLowerCase(), question.intent, noSlots, '')
    return asked.length === 0 || asked.some(({ shown }) => !shown.test(showDraft(lines, calls)))
  }
  const isJudged = verdict === null || isVerdict || isOfWords(question.intent)
  const isByTools = !isOfWords(question.intent) && !isOfFigures(question.intent)
  const shown = showDraft(lines, calls)
  const untouched = isByTools ? listUntouched(questions, shown) : []
  const idle = isByTools ? listIdle(reading.slots, shown, calls, reading.today) : []
  const openParts = [...(answer.open ?? []), ...untouched.filter((part) => !asksJudgement(part))]
    .filter(isOpen)
    .map(tidy)
  const isNamed = (words: string) => openParts.some((part) => part.toLowerCase().includes(words.toLowerCase()))
  const unanswered = [
    ...new Set(openParts.map(quote)),
    ...findOpen(lines).flatMap(({ words }) => (isNamed(words) ? [] : [quote(words)])),
    ...(isJudged ? [] : [quote(verdict.asked)]),
  ]
  const named = [...new Set([...missed, ...idle])]
  const left = !isVerdict ? named : named.filter((one) => !VERDICT_WORD.test(one))
  const reply = { ...answer.reply, lines }
  const unfamiliar = new Set(listUnfamiliar(reading.text).map(quote))
  const isWhole = unanswered.length === 0 && left.every((one) => unfamiliar.has(one)) && !isGuess(question, reading)
  if (isWhole || reply.options.length > 0) return { reply, question, missed: left, unanswered }
  const options = listAlternatives(reading, context, page, question)
  return { reply: { ...reply, options }, question, missed: left, unanswered }
}

const NOT_HELD = /^(?:You have no position in [A-Z.]{1,6}\.$|Your portfolio here has no shares)/u
/** Words of own positions, without "my friend". */
const OF_OWN =
  /\b(?:my (?!friend|wife|husband|brother|sister|dad|mom|neighbor|buddy)|mine|i (?:own|have|hold|sold|wrote)|am i (?:covered|in|up|down)|have i)\b/u

/** Whether an answer only says that the stock is no own position, though the message did not say that it is one. */
const isNotHeld = ({ lines }: Reply, { intent, text }: Question) =>
  NOT_HELD.test(lines[0] ?? '') && (intent === 'scenario' || !OF_OWN.test(text))

/** Offers what the market's figures of a stock answer, instead of other positions. */
function askOfMarket(input: EngineInput, { reply, missed }: Answer, question: Question): Doubted {
  const reading = readMessage(input.message, input.asOf, openDirectory(input.listed))
  const slots = { ...reading.slots, stocks: question.slots.stocks }
  const options = (['trade', slots.stocks.length > 1 ? 'compare' : 'calls', 'profit', 'stock'] as const)
    .filter((intent) => intent !== 'trade' || pointOf(slots.strike) !== null)
    .map((intent) => ({ label: labelOf(intent, slots), intent, slots }))
  const asked = askBack([...reply.lines, 'Which of these do you mean for that stock?'].join(' '), options)
  return { reply: asked, question, missed, unanswered: [] }
}

/** Below this likelihood, an answer gets other readings beside it. */
const LIKELY = 0.55
/** The same for an entry of the facts. */
const CLOSE = 0.45

/** Whether another reading of a message is nearly as likely as the one that was answered. */
function isGuess({ intent, text: asked, slots: { entry } }: Question, { ranked, text, named }: Reading): boolean {
  // A general answer uses no sums.
  if (isOfWords(intent) && hasSums(named)) return true
  if (entry !== null) {
    const found = findFacts(text.replaceAll('§', ' ')).find(({ fact }) => fact.title === entry)
    return found !== undefined && found.score < CLOSE
  }
  // Figures decide a calculation, and the question before decides one that continues it.
  if (isOfFigures(intent) || asked !== text) return false
  return !wordsOnly.has(intent) && !isTermOnly(text) && (ranked[0]?.probability ?? 0) < LIKELY
}

const MAX_ADDED = 1

/** The first lines of the entries, and of the readings of a question's stock, that answer what is still open. */
async function addLines(
  question: Question,
  reading: Reading,
  open: ReturnType<typeof findUnanswered>,
  answerQuestion: Answers,
  calls: readonly Call[],
): Promise<string[]> {
  const [symbol = '', ...others] = question.slots.stocks
  const isOne = symbol !== '' && others.length === 0
  const lines: string[] = []
  for (const { by, fact, shown } of open) {
    if (lines.length >= MAX_ADDED) break
    const asked = fact === null ? (isOne && by !== question.intent ? by : null) : 'concept'
    if (asked === null) continue
    const slots = fact === null ? { ...noSlots, stocks: [symbol] } : { ...noSlots, entry: fact }
    const [line] = await firstLine(asked, slots, reading, answerQuestion)
    if (line !== undefined && shown.test(showDraft([line], calls))) lines.push(line)
  }
  return lines
}

async function firstLine(intent: Intent, slots: Slots, reading: Reading, answerQuestion: Answers) {
  const { lines, card } = await answerQuestion(
    { intent, slots, text: reading.text, asksWhy: false, isCarried: false },
    reading,
  )
  return card?.kind === 'clarify' ? [] : lines
}
