import { explainFigures } from './answer-fact.ts'
import { answerCalculation } from './answers/calculations.ts'
import { answerCalls } from './answers/calls/calls.ts'
import { answerExpirations } from './answers/calls/expirations.ts'
import { answerPuts, answerTrade } from './answers/calls/trade.ts'
import { answerCompare } from './answers/compare/answer-compare.ts'
import { answerDates } from './answers/dates.ts'
import { answerMarket } from './answers/market.ts'
import { answerOwn, answerOwnDates } from './answers/own/answer-own.ts'
import { answerWalk, answerWeights } from './answers/own/book.ts'
import { answerIncome } from './answers/own/income.ts'
import { answerAttention, answerGains, answerPortfolio } from './answers/positions/portfolio.ts'
import { answerPosition } from './answers/positions/positions.ts'
import { answerChain, answerCoverage, answerRoll } from './answers/positions/rolls.ts'
import { answerScenario } from './answers/positions/scenario.ts'
import { answerScreen } from './answers/stocks/screen.ts'
import { answerSearch, answerStock } from './answers/stocks/stocks.ts'
import { answerAbilities, answerAlert, answerConcept, answerHelp, answerNews, answerTax } from './answers/words.ts'
import type { Question } from './conversation/fit-intent.ts'
import { OUT_OF_SCOPE } from './doubt/ask-back.ts'
import { type Intent, isOfFigures } from './intents.ts'
import type { Reading } from './reading/read-message.ts'
import { say } from './replies.ts'
import type { Reply, Session } from './session.ts'

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

export const openSession = (question: Question, { today, named, unknown }: Reading, ask: Session['ask']): Session => ({
  question,
  today,
  named,
  unknown,
  ask,
})

/** Answers a complete question by its reading. */
export async function answerQuestion(question: Question, reading: Reading, ask: Session['ask']): Promise<Reply> {
  const session = openSession(question, reading, ask)
  const [symbol] = question.slots.stocks
  if (isOfFigures(question.intent)) return explainFigures(session, await answerCalculation(session))
  const single = ofStock[question.intent]
  if (single !== undefined && symbol !== undefined) return single(session, symbol)
  return (ofAll[question.intent] ?? (async () => say([OUT_OF_SCOPE])))(session)
}
