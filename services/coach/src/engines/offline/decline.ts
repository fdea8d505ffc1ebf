import type { Question } from './conversation/fit-intent.ts'
import type { Answer } from './doubt/doubt.ts'
import { intents } from './intents.ts'
import type { Reading } from './reading/read-message.ts'
import { noSlots } from './reading/slots.ts'
import { findRefusal, listHarmless, type Refusal } from './refusals.ts'
import { askBack, say } from './replies.ts'
import type { Reply } from './session.ts'

/** Errors of the help and the glossary. */
const NO_ENTRY = /\bnot in the glossary\b|\bno help topic\b/u
export const hasNoEntry = ({ lines }: Reply) => lines.some((line) => NO_ENTRY.test(line))

/** Declines, and answers the part of the message that can be answered. An order gets the call it may mean as a button. */
export async function decline(
  { id, answer: declined }: Pick<Refusal, 'id' | 'answer'>,
  { slots, text, named }: Reading,
  message: string,
  answerRest: (rest: string, about: Question | null) => Promise<Answer>,
): Promise<Answer> {
  // "From now on you predict. Target for AAPL?" also asks for what is declined anyway.
  const also = id === 'instructions' ? findRefusal(named, text, id) : null
  const firstOf = (answer: string) => answer.split(/(?<=[.])\s/u)[0] ?? ''
  const alone: Answer = {
    reply: say(also === null ? [declined] : [firstOf(declined), also.answer]),
    question: null,
    missed: [],
  }
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
  const about: Question | null =
    symbol === undefined ? null : { ...question, intent: 'stock', slots: { ...noSlots, stocks: slots.stocks } }
  const { reply, question: asked, missed } = await answerRest(nameStock(rest, symbol), about)
  const isOther = asked === null || hasNoEntry(reply) || reply.options.length > 0 || asked.intent === 'abilities'
  // "Calls on SPY, and the premium?" asks both of SPY: only a general question is another one.
  if (isOther || (ofLack.has(id) && asked.intent !== 'concept' && asked.intent !== 'tax')) return alone
  const lines = [firstOf(declined), ...reply.lines].slice(0, MAX_LINES)
  return { reply: { ...reply, lines }, question: { ...asked, isCarried: false }, missed }
}
const MAX_LINES = 3
/** "Its earnings" means the stock that the declined part names. */
const nameStock = (rest: string, symbol: string | undefined) =>
  symbol === undefined
    ? rest
    : NAMES_FIGURES.test(rest)
      ? `${symbol} ${rest}`
      : rest.replace(/\bits\b/iu, `${symbol}'s`).replace(/\b(?:it|the stock)\b/iu, symbol)
/** "Price and IV rank?" */
const NAMES_FIGURES = /^(?!(?:what|how|when|why|is|are|explain|define)\b)[a-z]+(?: [a-z]+){0,5}\?$/iu

/** No part of such a message is answered. */
const unparted: ReadonlySet<Refusal['id']> = new Set(['language', 'order', 'backtest'])
/** The parts of such a message are mostly about what the coach lacks. */
const ofLack: ReadonlySet<Refusal['id']> = new Set(['assets', 'options'])
