import { answerCoverage } from './answers/coverage-answer.ts'
import { answerEvents, answerExpirations, answerMarket } from './answers/market-answers.ts'
import { answerOptions } from './answers/options-answer.ts'
import { answerPortfolio, answerPosition, answerRoll } from './answers/position-answers.ts'
import { answerSearch, answerSnapshot, answerTopStocks, explainRating } from './answers/stock-answers.ts'
import { answerCalculation, answerCompare, answerTrade } from './answers/trade-answers.ts'
import { answerAbilities, answerConcept, answerHelp } from './answers/word-answers.ts'
import { describeUnused } from './bounds.ts'
import { toPoint } from './entities/range.ts'
import { guessSymbols } from './guesses.ts'
import type { Intent } from './intent/intents.ts'
import { namesStock } from './references.ts'
import { answerRows } from './row-answers.ts'
import { clarify, explainFailure, listRows, type Reply, type Session, say } from './session.ts'
import { listCardRows } from './shown.ts'
import { toKey } from './stock-directory.ts'
import type { Topic } from './topic.ts'

const MAX_STOCKS = 3

/** Answers a question, a row of the last answer, or "why?" about that answer. */
export async function answerTopic(topic: Topic, session: Session): Promise<Reply> {
  if (topic.picks.length > 0) return answerRows(topic, session, answerIntent)
  if (topic.asksWhy) return answerWhy(topic.intent, session)
  const reply = await answerIntent(topic.intent, session)
  const unused = describeUnused(topic.intent, session.said)
  return unused === null || reply.card?.kind === 'clarify' ? reply : { ...reply, text: `${unused}\n${reply.text}` }
}

type PerStockAnswer = (session: Session, symbol: string) => Promise<Reply>
const answerStock: PerStockAnswer = (session, symbol) =>
  /\b(?:why|how come|reason\w*|breakdown|broken down|made (?:up )?of|parts)\b/u.test(session.said.text)
    ? explainRating(session, symbol)
    : answerSnapshot(session, symbol)

/** Analyzes one call, or two if they have different expirations. */
async function answerTrades(session: Session, symbol: string): Promise<Reply> {
  const { said } = session
  const first = await answerTrade(session, symbol)
  if (said.slots.rollDate === null) return first
  const { otherStrike, strike } = said.slots
  const slots = {
    ...said.slots,
    date: said.slots.rollDate,
    strike: otherStrike === null ? strike : toPoint(otherStrike),
  }
  const second = await answerTrade({ ...session, said: { ...said, slots } }, symbol)
  return { text: `${first.text}\n\n${second.text}`, card: second.card }
}

async function answerComparison(session: Session, symbol: string): Promise<Reply> {
  const { said } = session
  const first = await answerCompare(session, symbol)
  if (said.slots.rollDate === null || said.slots.strikes.length === 0) return first
  const slots = { ...said.slots, date: said.slots.rollDate }
  const second = await answerCompare({ ...session, said: { ...said, slots } }, symbol)
  return { text: `${first.text}\n\n${second.text}`, card: second.card ?? first.card }
}

/** Intents that are answered separately for each stock. */
const perStockAnswers = {
  find_options: answerOptions,
  snapshot: answerStock,
  expirations: answerExpirations,
  compare: answerComparison,
  analyze_trade: answerTrades,
} as const satisfies Partial<Record<Intent, PerStockAnswer>>
type PerStockIntent = keyof typeof perStockAnswers

const isPerStock = (intent: Intent): intent is PerStockIntent => intent in perStockAnswers
const firstSymbol = ({ said }: Session) => said.symbols[0] ?? null

const otherAnswers: Readonly<Record<Exclude<Intent, PerStockIntent>, (session: Session) => Reply | Promise<Reply>>> = {
  top_stocks: answerTopStocks,
  coverage: (session) => answerCoverage(session, firstSymbol(session)),
  calculate: (session) => answerCalculation(session, firstSymbol(session)),
  portfolio: answerPortfolio,
  position: (session) => answerPosition(session, firstSymbol(session)),
  roll: (session) => answerRoll(session, firstSymbol(session)),
  events: (session) => answerEvents(session, session.said.symbols),
  market: answerMarket,
  explain: answerConcept,
  app_help: answerHelp,
  search: (session) => {
    const { unknownName, rest } = session.said
    return answerSearch(session, unknownName ?? firstSymbol(session) ?? readQuery(rest))
  },
  capabilities: answerAbilities,
}

async function answerIntent(intent: Intent, session: Session): Promise<Reply> {
  const { symbols, slots, term } = session.said
  if (intent === 'compare' && symbols.length === 0 && slots.strikes.length === 0 && term !== null) {
    return answerConcept(session)
  }
  if (isPerStock(intent)) return answerStocks(intent, perStockAnswers[intent], session)
  if (!stockLimitedIntents.has(intent) || !namesStock(session.said)) return otherAnswers[intent](session)
  const stocks = await listStocks(intent, session)
  return 'text' in stocks ? stocks : otherAnswers[intent]({ ...session, said: { ...session.said, symbols: stocks } })
}

/** Intents that need no stock. If the message names one, the answer is limited to it. */
const stockLimitedIntents: ReadonlySet<Intent> = new Set([
  'position',
  'roll',
  'events',
  'coverage',
  'calculate',
  'portfolio',
  'top_stocks',
])

const readQuery = (text: string) =>
  text
    .replace(
      /\b(?:what|what's|which|is|the|ticker|symbol|for|of|find|search|look up|a|company|stock|me)\b|[?!.,]/gu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 64) || text.slice(0, 64)

async function answerStocks(intent: Intent, work: PerStockAnswer, session: Session): Promise<Reply> {
  const stocks = await listStocks(intent, session)
  if ('text' in stocks) return stocks
  const isWhole = intent === 'compare' && session.said.slots.strikes.length === 0 && stocks.length > 1
  const replies: Reply[] = []
  for (const symbol of stocks.slice(0, MAX_STOCKS))
    replies.push(await (isWhole ? answerSnapshot : work)(session, symbol))
  const last = replies.findLast(({ card }) => card !== null)
  return { text: replies.map(({ text }) => text).join('\n\n'), card: last?.card ?? null }
}

async function listStocks(intent: Intent, session: Session): Promise<readonly string[] | Reply> {
  const { said, page } = session
  if (said.symbols.length > 0) return said.symbols
  if (said.candidates.length > 0) return askWhich(intent, said.candidates, session)
  if (said.unknownName !== null) return findNamed(intent, said.unknownName, session)
  if (page?.symbol !== undefined) return [page.symbol.toUpperCase()]
  return clarify('Which stock do you mean?', guessSymbols(intent))
}

function askWhich(intent: Intent, candidates: readonly string[], { describeStock }: Session): Reply {
  const [first, ...others] = candidates.map(describeStock)
  const question =
    others.length === 0 ? `Did you mean ${first}?` : `Which one do you mean: ${[first, ...others].join(', ')}?`
  return clarify(question, guessSymbols(intent, candidates))
}

/** Uses the stock that a search found only if its name matches exactly. Otherwise, asks which stock the user meant. */
async function findNamed(intent: Intent, name: string, session: Session): Promise<readonly string[] | Reply> {
  const found = await session.ask('search_symbols', { query: name })
  if (!found.ok) return explainFailure(found)
  const rows = listRows(found.result)
  const key = toKey(name)
  const exact = rows.find(
    (row) => String(row.symbol).toLowerCase() === name.toLowerCase() || toKey(String(row.name)).split(' ')[0] === key,
  )
  if (exact !== undefined && rows.length === 1) return [String(exact.symbol)]
  if (rows.length === 0) return clarify(`Unknown symbol or company: ${name}.`, guessSymbols(intent))
  const near = rows.slice(0, MAX_STOCKS).map(({ symbol }) => String(symbol))
  const listed = rows.slice(0, MAX_STOCKS).map((row) => `${String(row.symbol)} (${String(row.name)})`)
  return clarify(`There is no stock called ${name}. Did you mean ${listed.join(', ')}?`, guessSymbols(intent, near))
}

async function answerWhy(intent: Intent, session: Session): Promise<Reply> {
  const asking: Session = { ...session, said: { ...session.said, text: `why ${session.said.text}` } }
  const [symbol = null] = session.said.symbols
  if (intent === 'position' || intent === 'roll') return answerPosition(asking, symbol)
  if (intent === 'portfolio')
    return answerPortfolio({ ...asking, said: { ...asking.said, text: 'what needs attention' } })
  if (intent === 'top_stocks') return explainFirst(asking)
  if (intent === 'snapshot' && symbol !== null) return explainRating(session, symbol)
  return answerIntent(intent, asking)
}

async function explainFirst(session: Session): Promise<Reply> {
  const shown = listCardRows(session.last?.metadata)[0]?.symbol
  if (typeof shown === 'string') return explainRating(session, shown)
  const found = await session.ask('top_covered_call_stocks', { limit: 1 })
  const first = found.ok ? listRows(found.result)[0]?.symbol : undefined
  return typeof first === 'string' ? explainRating(session, first) : say(['The list has no stocks to explain.'])
}
