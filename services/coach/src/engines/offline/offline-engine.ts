import type { Draft, Engine, EngineInput, Understood } from '../../turn/types.ts'
import { answerFact } from './answer-fact.ts'
import { answerCalculation } from './answers/calculations.ts'
import { answerCalls } from './answers/calls.ts'
import { answerCompare } from './answers/compare.ts'
import { answerDates, answerExpirations } from './answers/dates.ts'
import { answerMarket } from './answers/market.ts'
import { answerOwn, answerOwnDates } from './answers/own/answer-own.ts'
import { answerWalk, answerWeights } from './answers/own/book.ts'
import { answerAttention, answerGains, answerIncome, answerPortfolio } from './answers/portfolio.ts'
import { answerPosition, answerScenario } from './answers/positions.ts'
import { answerChain, answerCoverage, answerRoll } from './answers/rolls.ts'
import { answerScreen } from './answers/screen.ts'
import { answerSearch, answerStock } from './answers/stocks.ts'
import { answerPuts, answerTrade } from './answers/trade.ts'
import { answerAbilities, answerAlert, answerConcept, answerHelp, answerNews, answerTax } from './answers/words.ts'
import { readContext } from './context.ts'
import type { Question } from './fit-intent.ts'
import { resolve } from './follow-up.ts'
import { type Intent, intents, isIntent, isOfFigures, wordsOnly } from './intents.ts'
import { isTermOnly, readWordsOf, type WordsReading } from './read-words.ts'
import { listChips, listUnused, readChips } from './reading/chips.ts'
import { listUnfamiliar, listUnmet } from './reading/demands.ts'
import { classifier, type Reading, readMessage } from './reading/read-message.ts'
import { noSlots, type Slots } from './reading/slots.ts'
import { findRefusal, listHarmless, type Refusal } from './refusals.ts'
import { askBack, createAsk, type Option, type Reply, type Session, say } from './session.ts'
import { describeFormerSymbols, openDirectory } from './stocks/directory.ts'

const OUT_OF_SCOPE =
  'That is outside what I can help with. I answer questions about covered calls only: calls on shares, stocks to write them on, your positions and this app.'

/** Needs no key and no network. The same question and data always give the same answer. */
export function createOfflineEngine(): Engine {
  // Trained now rather than while the first user waits.
  classifier()
  return { name: 'offline', model: 'rules', run }
}

const ofStock: Partial<Record<Intent, (session: Session, symbol: string) => Promise<Reply>>> = {
  calls: answerCalls,
  trade: answerTrade,
  puts: answerPuts,
  expirations: answerExpirations,
  price: answerStock,
  stock: answerStock,
  volatility: answerStock,
  technical: answerStock,
}
const ofAll: Partial<Record<Intent, (session: Session) => Promise<Reply>>> = {
  compare: answerCompare,
  search: answerSearch,
  screen: answerScreen,
  portfolio: answerPortfolio,
  income: answerIncome,
  gains: answerGains,
  attention: answerAttention,
  ranking: answerOwn,
  weights: answerWeights,
  walk: answerWalk,
  chain: answerChain,
  position: answerPosition,
  roll: answerRoll,
  scenario: answerScenario,
  coverage: answerCoverage,
  profit: answerCalculation,
  arithmetic: answerCalculation,
  tax: answerTax,
  market: answerMarket,
  concept: answerConcept,
  help: answerHelp,
  abilities: answerAbilities,
  news: answerNews,
  alert: answerAlert,
  own_dates: answerOwnDates,
  dates: (session) => answerDates(session, session.question.slots.stocks),
  other: async () => say([OUT_OF_SCOPE]),
}

interface Answer {
  readonly reply: Reply
  readonly question: Question | null
  readonly missed: readonly string[]
}

async function run(input: EngineInput): Promise<Draft> {
  const { reply, question, missed } = await answer(input)
  const symbols = question?.slots.stocks ?? []
  const renamed = reply.card?.kind === 'clarify' ? null : describeFormerSymbols(input.message, symbols)
  const carried =
    question?.isCarried === true && symbols[0] !== undefined
      ? `About ${symbols.join(' and ')}, from your question before:`
      : null
  const notes = missed.length === 0 ? null : `Not used: ${missed.join('; ')}.`
  const text = [renamed, notes, carried, ...reply.lines].filter((line) => line !== null).join('\n')
  const understood = question === null ? null : describe(question, reply.options, missed)
  return { text, card: reply.card, usage: { modelTurns: 0, inputTokens: 0, outputTokens: 0 }, repair: null, understood }
}

function describe(
  { intent, slots, isCarried }: Question,
  options: readonly Option[],
  missed: readonly string[],
): Understood {
  const chips = (of: Intent, filled: Slots) => listChips(filled, intents[of].chips, intents[of].uses)
  return {
    reading: intent,
    label: intents[intent].label,
    chips: chips(intent, slots),
    missed: [...missed],
    carried: isCarried,
    options: options.map((option) => ({
      label: option.label,
      reading: option.intent,
      slots: chips(option.intent, option.slots).flatMap(({ slot, value }) => (value === '' ? [] : [{ slot, value }])),
    })),
  }
}

/** A period after initials, as in "J.M. Smucker", ends no question. */
const SECOND =
  /[?!] (?=\S)|(?<=[a-z\d]{3})\. (?=\S)| and (?=(?:what|what's|how|when|which|where|is|are|does|do|should|can|whats|show|give|list|find|explain)\b)/iu
const SURE = 0.7
/** Enough for a part beside one that only names a term. */
const LIKELY = 0.5

/** Splits a message that asks two things of which each is clear alone. */
function splitQuestions({ message, asOf, listed, correction }: EngineInput): readonly string[] {
  const [first = '', second = '', ...others] = message.replace(/\s+/gu, ' ').split(SECOND)
  if (correction !== null || others.length > 0 || Math.min(first.split(' ').length, second.split(' ').length) < 3)
    return [message]
  const [one, other] = [first, second].map((part) => readMessage(part, asOf, openDirectory(listed)).ranked[0])
  if (isTermOnly(first) && other !== undefined && other.probability >= LIKELY && isAlone(other.intent))
    return [first, second]
  const isClear = (ranked: typeof one) => ranked !== undefined && ranked.probability >= SURE && isAlone(ranked.intent)
  return isClear(one) && isClear(other) && one?.intent !== other?.intent ? [first, second] : [message]
}

const isAlone = (intent: Intent) =>
  !['profit', 'arithmetic', 'trade', 'expirations', 'abilities', 'other'].includes(intent)

async function answer(input: EngineInput): Promise<Answer> {
  const parts = splitQuestions(input)
  const [message, second] = parts
  // Both parts share their calls.
  const ask = createAsk(input)
  const first = await answerPart(input, ask, message ?? input.message, null)
  if (second === undefined || first.question === null || first.reply.options.length > 0)
    return second === undefined ? first : answerPart(input, ask, input.message, null)
  const next = await answerPart(input, ask, second, first.question)
  const lines = [...first.reply.lines.slice(0, 2), ...next.reply.lines.slice(0, 1)]
  return {
    reply: { ...first.reply, lines, options: next.reply.options },
    question: first.question,
    missed: [...first.missed, ...next.missed],
  }
}

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
  if (refusal !== null && !isLongCall(reading)) return refuse(refusal, reading, input, ask, message)
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
    if (intents[question.intent].about === 'stock' && slots.stocks.length === 0)
      return { reply: askWhichStock(question, []), question, missed: unread }
    return { reply: await answerQuestion(question, reading, ask), question, missed: unread }
  }
  const context = before === null ? readContext(input.history, asOf, listed) : { before, rows: [], fact: null }
  const resolved = resolve(reading, context, page?.symbol?.toUpperCase() ?? null)
  const words = readWordsOf(reading, resolved, context)
  if (words !== null) return answerWords(words, reading, ask)
  const isCalculation = resolved.kind === 'question' && isOfFigures(resolved.question.intent)
  const missed = [
    ...reading.hearsay.map((one) => `“${one}”, which others say: your own figure counts`),
    ...(isCalculation ? reading.figures.unread.map((one) => `“${one}”`) : reading.unread),
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
      return { reply: askWhichStock(resolved.question, resolved.candidates), question: resolved.question, missed }
    case 'unsure':
      return askReading(resolved.readings, missed)
    case 'question': {
      const { question } = resolved
      const reply = await answerQuestion(question, reading, ask)
      return {
        reply,
        question: { ...question, slots: { ...question.slots, ...reply.settled } },
        missed: listMissed(question, missed, reading),
      }
    }
  }
}

/** Declines, and answers the part of the message that can be answered. An order gets the call it may mean as a button. */
async function refuse(
  { id, answer: declined }: Pick<Refusal, 'id' | 'answer'>,
  { slots, text }: Reading,
  input: EngineInput,
  ask: Session['ask'],
  message: string,
): Promise<Answer> {
  const alone: Answer = { reply: say([declined]), question: null, missed: [] }
  const question: Question = { intent: 'calls', slots, text, asksWhy: false, isCarried: false }
  const [symbol] = slots.stocks
  if (id === 'order' && symbol !== undefined) {
    const options = (['calls', 'position'] as const).map((intent) => ({
      label: `${intents[intent].label}: ${symbol}`,
      intent,
      slots: intent === 'calls' ? slots : { ...noSlots, stocks: slots.stocks },
    }))
    return { reply: askBack(declined, options), question, missed: [] }
  }
  const rest = unparted.has(id) ? null : listHarmless(message)
  if (rest === null) return alone
  const about = symbol === undefined ? null : { ...question, slots: { ...noSlots, stocks: slots.stocks } }
  const { reply, question: asked, missed } = await answerPart(input, ask, rest, about)
  if (asked === null || reply.card?.kind === 'clarify' || asked.intent === 'abilities') return alone
  const [first = ''] = declined.split(/(?<=[.])\s/u)
  const lines = [first, ...reply.lines].slice(0, MAX_LINES)
  return { reply: { ...reply, lines }, question: { ...asked, isCarried: false }, missed }
}
const MAX_LINES = 3
/** Every part of such a message is about what the coach lacks. */
const unparted: ReadonlySet<Refusal['id']> = new Set(['language', 'order', 'assets', 'options'])

/** Answers a general question. Figures and stocks in it change nothing in a general answer. */
async function answerWords(words: WordsReading, reading: Reading, ask: Session['ask']): Promise<Answer> {
  if (words.kind === 'titles')
    return { reply: askBack('I am not sure which of these you mean.', [], words.titles), question: null, missed: [] }
  const name = words.kind === 'fact' ? words.fact.id : words.term
  const intent = words.kind === 'fact' && words.fact.intent === 'tax' ? 'tax' : 'concept'
  const question: Question = { intent, slots: noSlots, text: reading.text, asksWhy: false, isCarried: false }
  const missed = [
    ...(reading.slots.stocks.length > 0 ? [reading.slots.stocks.join(', ')] : []),
    ...(['premium', 'strike', 'cost', 'stockPrice'] as const).flatMap((slot) => {
      const unused = listUnused({ ...noSlots, [slot]: reading.slots[slot] }, [], reading.today)
      return unused
    }),
  ]
  return { reply: await answerFact(openSession(question, reading, ask), name), question, missed }
}

/** Everything in a message that its answer does not use, so that nothing is dropped in silence. */
function listMissed({ intent, slots }: Question, unread: readonly string[], { text, today }: Reading) {
  if (wordsOnly.has(intent)) return []
  // A calculation names the numbers that it does not use, and which figure is missing.
  if (isOfFigures(intent)) return unread
  const words = listUnfamiliar(text).map((word) => `“${word}”`)
  const all = [
    ...unread,
    ...listUnused(slots, intents[intent].uses, today),
    ...listUnmet(text, intent, slots),
    ...words,
  ]
  return [...new Set(all)]
}

const openSession = (question: Question, { today, named, unknown }: Reading, ask: Session['ask']): Session => ({
  question,
  today,
  named,
  unknown,
  ask,
})

async function answerQuestion(question: Question, reading: Reading, ask: Session['ask']): Promise<Reply> {
  const session = openSession(question, reading, ask)
  const [symbol] = question.slots.stocks
  const single = ofStock[question.intent]
  if (single !== undefined && symbol !== undefined) return single(session, symbol)
  return (ofAll[question.intent] ?? (async () => say([OUT_OF_SCOPE])))(session)
}

const EXAMPLES = ['AAPL', 'MSFT', 'NVDA']

function askWhichStock(question: Question, candidates: readonly string[]): Reply {
  const asked =
    candidates.length === 0 ? 'Which stock do you mean?' : `Do you mean the stock ${candidates.join(' or ')}?`
  return askBack(
    asked,
    (candidates.length > 0 ? candidates : EXAMPLES).map((symbol) => ({
      label: symbol,
      intent: question.intent,
      slots: { ...question.slots, stocks: [symbol] },
    })),
  )
}

function askReading(readings: readonly Question[], missed: readonly string[]): Answer {
  const [first] = readings
  if (first === undefined) return { reply: say([OUT_OF_SCOPE]), question: null, missed: [] }
  const options = readings.filter(({ intent }, index) => readings.findIndex((one) => one.intent === intent) === index)
  const reply = askBack(
    'I am not sure what you mean. Which of these is it?',
    options.map(({ intent, slots }) => ({ label: intents[intent].label, intent, slots })),
  )
  return { reply, question: { ...first, slots: { ...noSlots, ...first.slots } }, missed }
}
