import { findTerm } from '@callwright/scoring/glossary'
import type { Fact } from '../../facts/facts.ts'
import type { Call, Draft, Engine, EngineInput } from '../../turn/types.ts'
import { answerFact } from './answer-fact.ts'
import { answerQuestion, openSession } from './answer-question.ts'
import { noContext, readContext } from './conversation/context.ts'
import type { Question } from './conversation/fit-intent.ts'
import { resolve } from './conversation/follow-up.ts'
import { asksDefinition, readWordsNamed, readWordsOf, type WordsReading } from './conversation/read-words.ts'
import { decline, hasNoEntry } from './decline.ts'
import { hasSums, listAlternatives } from './doubt/alternatives.ts'
import { askReading, askWhichStock, OUT_OF_SCOPE } from './doubt/ask-back.ts'
import { type Answer, doubt } from './doubt/doubt.ts'
import { planParts } from './doubt/plan-parts.ts'
import { findUnanswered } from './doubt/unanswered.ts'
import { describe } from './doubt/understood.ts'
import { intents, isIntent, isOfFigures, isOfWords, wordsOnly } from './intents.ts'
import { listUnused, readChips } from './reading/chips.ts'
import { toFigures } from './reading/figures/given.ts'
import { nameFirst } from './reading/normalize.ts'
import { classifier, type Reading, readMessage } from './reading/read-message.ts'
import { noSlots, pointOf, type Slots } from './reading/slots.ts'
import { listUnfamiliar, listUnmet } from './reading/words/demands.ts'
import { findRefusal, listHarmless } from './refusals.ts'
import { say } from './replies.ts'
import { createAsk, type Reply, type Session } from './session.ts'
import { describeFormerSymbols, openDirectory } from './stocks/directory.ts'

/** Needs no key and no network. The same question and data always give the same answer. */
export function createOfflineEngine(): Engine {
  // Trained now rather than while the first user waits.
  classifier()
  return { name: 'offline', model: 'rules', run }
}

const CHOOSE = 'If you meant something else, choose it below.'

async function run(given: EngineInput): Promise<Draft> {
  const input = { ...given, message: nameFirst(given.message) }
  const calls: Call[] = []
  const callTool: EngineInput['callTool'] = async (name, args) => {
    const outcome = await input.callTool(name, args)
    if (outcome.made) calls.push(outcome.call)
    return outcome
  }
  const recorded = { ...input, callTool }
  // All parts share their calls.
  const ask = createAsk(recorded)
  const answered = await answer(recorded, ask)
  const { reply, question, missed, unanswered } = await doubt(recorded, answered, calls, (asked, reading) =>
    asked.slots.entry === null
      ? answerQuestion(asked, reading, ask)
      : answerFact(openSession(asked, reading, ask), asked.slots.entry),
  )
  const symbols = question?.slots.stocks ?? []
  const isAsking = reply.card?.kind === 'clarify'
  const renamed = isAsking ? null : describeFormerSymbols(input.message, symbols)
  const carried =
    question?.isCarried === true && symbols[0] !== undefined
      ? `About ${symbols.join(' and ')}, from your question before:`
      : null
  const notes = [
    ...(missed.length === 0 ? [] : [`Not used: ${missed.join('; ')}.`]),
    ...(unanswered.length === 0 ? [] : [`Not answered: ${unanswered.join('; ')}.`]),
  ]
  const lines = [renamed, ...notes, carried, ...new Set(reply.lines), isOffering(reply) ? CHOOSE : null]
  const text = lines.filter((line) => line !== null).join('\n')
  const understood = question === null ? null : describe(question, reply.options, missed)
  return { text, card: reply.card, usage: { modelTurns: 0, inputTokens: 0, outputTokens: 0 }, repair: null, understood }
}

const MAX_LINES = 3
/** Whether an answer has other readings beside it. */
const isOffering = ({ card, options }: Reply) => card?.kind !== 'clarify' && options.length > 0

async function answer(input: EngineInput, ask: Session['ask']): Promise<Answer> {
  const { messages, open } = planParts(input)
  const [opening = input.message, ...others] = messages
  const first = await answerPart(input, ask, opening, null)
  if (others.length + open.length === 0) return first
  if (first.question === null || first.reply.options.length > 0) return answerPart(input, ask, input.message, null)
  let { question, missed, reply } = first
  let lines = reply.lines.slice(0, MAX_LINES - others.length)
  const left = [...open]
  for (const part of others) {
    const next = await answerPart(input, ask, part, question)
    // A general answer is none to "and is its IV rank high": the figure of the stock is added afterwards.
    if (isGeneralOnly(next.question, question)) continue
    if (next.reply.card?.kind === 'clarify' || hasNoEntry(next.reply)) left.push(part)
    else lines = [...new Set([...lines, ...next.reply.lines.slice(0, 1)])]
    reply = { ...reply, options: next.reply.options }
    missed = [...new Set([...missed, ...next.missed])]
    question = { ...first.question, slots: { ...first.question.slots, stocks: next.question?.slots.stocks ?? [] } }
  }
  return { reply: { ...reply, lines }, question: first.question, missed, open: left }
}

const isGeneralOnly = (asked: Question | null, before: Question | null) =>
  asked !== null &&
  isOfWords(asked.intent) &&
  (before?.slots.stocks.length ?? 0) > 0 &&
  findUnanswered(asked.text, 'stock', noSlots, '').some(({ by }) => by !== null)

const noQuestion = { asksWhy: false, isCarried: false }

/** A call in place of shares is beyond the app, but not its arithmetic. */
const isLongCall = ({ figures }: Reading) => figures.given.leap_cost !== undefined

async function answerPart(
  input: EngineInput,
  ask: Session['ask'],
  message: string,
  before: Question | null,
): Promise<Answer> {
  const reading = readMessage(message, input.asOf, openDirectory(input.listed))
  const refusal = findRefusal(reading.named, reading.text)
  // News alone has an answer with buttons.
  const isNews = refusal?.id === 'news' && listHarmless(message) === null
  if (refusal !== null && !isNews && !isLongCall(reading))
    return decline(refusal, reading, message, (rest, about) => answerPart(input, ask, rest, about))
  if (isNews) {
    const question: Question = { ...noQuestion, intent: 'news', slots: reading.slots, text: reading.text }
    return { reply: await answerQuestion(question, reading, ask), question, missed: [] }
  }
  const { correction, page, listed, asOf } = input
  if (correction !== null && isIntent(correction.reading)) {
    const { slots, unread } = readChips(correction.slots, { today: reading.today, directory: openDirectory(listed) })
    const question: Question = {
      intent: correction.reading,
      slots,
      text: reading.text,
      asksWhy: false,
      isCarried: false,
    }
    const entry = slots.entry === null ? null : readWordsNamed(slots.entry)
    if (entry !== null) return answerWords(entry, reading, ask)
    if (intents[question.intent].about === 'stock' && slots.stocks.length === 0)
      return { reply: askWhichStock(question, []), question, missed: unread }
    return { reply: await answerQuestion(question, reading, ask), question, missed: unread }
  }
  const context = before === null ? readContext(input.history, asOf, listed) : { ...noContext, before }
  const named = nameTerm(message, reading, context.fact)
  if (named !== null) return answerPart(input, ask, named, null)
  const resolved = resolve(reading, context, page?.symbol?.toUpperCase() ?? null)
  const words = readWordsOf(reading, resolved, context)
  const offered = () => listAlternatives(reading, context, page?.symbol?.toUpperCase() ?? null)
  if (words?.kind === 'titles') return askReading(offered(), reading, [])
  if (words !== null) return answerWords(words, reading, ask)
  const isCalculation = resolved.kind === 'question' && isOfFigures(resolved.question.intent)
  const missed = [
    ...reading.hearsay.map((one) => `“${one}”, which others say: your own figure counts`),
    ...(isCalculation ? listUnread(reading, resolved.question.slots) : reading.unread),
    ...(!isCalculation &&
    resolved.kind === 'question' &&
    reading.unknown !== null &&
    intents[resolved.question.intent].about === 'none' &&
    resolved.question.intent !== 'search'
      ? [`“${reading.unknown}”`]
      : []),
  ]
  const none = { question: null, missed: [] }
  switch (resolved.kind) {
    case 'other':
      return { reply: say([OUT_OF_SCOPE]), ...none }
    case 'no_row':
      return { reply: say(['The last list does not have that row.']), ...none }
    case 'which_stock':
      // Figures of one's own need no stock.
      if (resolved.candidates.length === 0 && hasSums(reading.named)) return askReading(offered(), reading, missed)
      return { reply: askWhichStock(resolved.question, resolved.candidates), question: resolved.question, missed }
    case 'unsure':
      return askReading(offered(), reading, missed)
    case 'question': {
      const { question } = resolved
      // A definition is no answer to a question that asks for none.
      if (isOfWords(question.intent) && !wordsOnly.has(question.intent) && !asksDefinition(reading.text)) {
        const options = offered()
        if (options.length > 1) return askReading(options, reading, missed)
      }
      const reply = await answerQuestion(question, reading, ask)
      return {
        reply,
        question: { ...question, slots: { ...question.slots, ...reply.settled } },
        missed: [...listMissed(question, missed, reading), ...(reply.missed ?? [])],
      }
    }
  }
}

/** The numbers of a message that its calculation does not use. One that equals a figure of the answer before is used. */
function listUnread({ figures }: Reading, slots: Slots): string[] {
  const used = new Set(Object.values(toFigures(slots)).flat())
  return figures.unread.flatMap((one, index) => (used.has(figures.loose[index] ?? Number.NaN) ? [] : [`“${one}”`]))
}

const IT = /\b(?:it|that|this)\b/iu
const MAX_TERM_WORDS = 10

/** "What is it for Boeing", after an explanation of the IV rank, asks for the IV rank of that stock. */
function nameTerm(message: string, { slots }: Reading, fact: Fact | null): string | null {
  const term = fact === null ? null : findTerm(fact.term)
  const isShort = message.split(' ').length <= MAX_TERM_WORDS
  return term !== null && slots.stocks.length === 1 && isShort && IT.test(message)
    ? message.replace(IT, term.term)
    : null
}

/** Answers a general question. Figures and stocks in it change nothing in a general answer. */
async function answerWords(
  words: Exclude<WordsReading, { kind: 'titles' }>,
  reading: Reading,
  ask: Session['ask'],
): Promise<Answer> {
  const name = words.kind === 'fact' ? words.fact.id : words.term
  const intent = words.kind === 'fact' && words.fact.intent === 'tax' ? 'tax' : 'concept'
  const entry = words.kind === 'fact' ? words.fact.title : words.term
  const slots = { ...noSlots, entry }
  const question: Question = { intent, slots, text: reading.text, asksWhy: false, isCarried: false }
  const missed = [
    ...(reading.slots.stocks.length > 0 ? [reading.slots.stocks.join(', ')] : []),
    ...(['premium', 'strike', 'cost', 'stockPrice'] as const).flatMap((slot) => {
      const value = reading.slots[slot]
      return isYear(value) ? [] : listUnused({ ...noSlots, [slot]: value }, [], reading.today)
    }),
  ]
  const near = words.kind === 'fact' ? words.near : []
  return { reply: await answerFact(openSession(question, reading, ask), name, near), question, missed }
}

const YEARS = { first: 1950, last: 2050 }
/** "Bought in 2011" names no cost. */
const isYear = (value: Slots['strike'] | Slots['cost']) => {
  const point = typeof value === 'number' ? value : pointOf(value)
  return point !== null && Number.isInteger(point) && point >= YEARS.first && point <= YEARS.last
}

/** Everything in a message that its answer does not use, so that nothing is dropped in silence. */
function listMissed({ intent, slots }: Question, unread: readonly string[], { text, today }: Reading) {
  if (wordsOnly.has(intent)) return []
  // A calculation names the numbers that it does not use, and which figure is missing.
  if (isOfFigures(intent)) return unread
  const words = listUnfamiliar(text).map((word) => `“${word}”`)
  const all = [
    ...unread,
    ...listUnused(isYear(slots.cost) ? { ...slots, cost: null } : slots, intents[intent].uses, today),
    ...listUnmet(text, intent, slots),
    ...words,
  ]
  return [...new Set(all)]
}
