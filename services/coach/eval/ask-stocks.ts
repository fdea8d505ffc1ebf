import type { EndpointId } from '@callwright/contracts'
import { notFound, type ServiceClient } from '@callwright/service'
import { createOfflineEngine } from '../src/engines/offline/offline-engine.ts'
import { answerTurn } from '../src/pipeline.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import type { HistoryTurn, ListedStock, TurnResult } from '../src/turn/types.ts'
import { createInventedClient } from './market/client.ts'
import { NOW } from './market/stocks.ts'
import { USER } from './run-item.ts'

const questions: readonly ((name: string) => string)[] = [
  (name) => `price of ${name}`,
  (name) => `what is ${name} trading at`,
  (name) => `how is ${name} doing`,
  (name) => `covered calls on ${name}`,
  (name) => `tell me about ${name}`,
  (name) => `${name} price`,
  (name) => `and ${name}?`,
  (name) => name,
]

const spellings = {
  'lower case': ({ symbol }: ListedStock) => symbol.toLowerCase(),
  'upper case': ({ symbol }: ListedStock) => symbol,
  'company name': ({ name }: ListedStock) => name,
  'company name, lower case': ({ name }: ListedStock) => name.toLowerCase(),
} as const

export interface Tally {
  readonly form: string
  readonly stocks: number
  readonly right: number
  readonly asked: number
  /** Messages answered about another stock, or without a question about which stock was meant. */
  readonly wrong: readonly string[]
}

/** Asks the engine about every stock, alone and after a question about another one. */
export async function askEveryStock(listed: readonly ListedStock[], isSlow = false): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const [spelling, spell] of Object.entries(spellings)) {
    for (const first of [null, 'price of KO']) {
      let [right, asked] = [0, 0]
      const wrong: string[] = []
      for (const stock of listed) {
        for (const question of isSlow ? questions : questions.slice(0, 1)) {
          const message = question(spell(stock))
          const outcome = await judge(message, first, stock, listed)
          if (outcome === 'right') right += 1
          else if (outcome === 'asked') asked += 1
          else wrong.push(`${message}: ${outcome}`)
        }
      }
      const form = `${spelling}, ${first === null ? 'alone' : `after “${first}”`}`
      tallies.push({ form, stocks: right + asked + wrong.length, right, asked, wrong })
    }
  }
  return tallies
}

async function judge(message: string, first: string | null, stock: ListedStock, listed: readonly ListedStock[]) {
  const history: HistoryTurn[] = []
  if (first !== null) {
    const { result } = await ask(first, history, listed)
    const { text, metadata, calls, understood } = result
    history.push({ role: 'user', content: first }, { role: 'assistant', content: text, metadata, calls, understood })
  }
  const { result, asked } = await ask(message, history, listed)
  const others = [...asked].filter((symbol) => symbol !== stock.symbol)
  if (asked.size > 0 && others.length === 0) return 'right'
  const choices = result.metadata?.type === 'clarify' ? result.metadata.content.choices : []
  const isAsked = asked.size === 0 && choices.some((choice) => choice.split(/[^A-Z.]+/u).includes(stock.symbol))
  return isAsked ? 'asked' : `${others.join() || 'no stock'}, ${result.text.slice(0, 80)}`
}

async function ask(message: string, history: readonly HistoryTurn[], listed: readonly ListedStock[]) {
  const asked = new Set<string>()
  const turn = { history, user: USER, asOf: NOW, listed, page: null, engine: createOfflineEngine(), requestId: 'eval' }
  const tools = createTools(openListedMarket(listed, (symbol) => asked.add(symbol)))
  const result: TurnResult = await answerTurn({ ...turn, message, tools })
  return { result, asked }
}

/** A market that lists these stocks. All have the figures of one invented stock. */
function openListedMarket(listed: readonly ListedStock[], onSymbol: (symbol: string) => void) {
  const invented = createInventedClient()
  const call = async (id: EndpointId, question: Record<string, unknown> = {}): Promise<unknown> => {
    const params = readObject(question.params)
    const query = readObject(question.query)
    if (id === 'stocks.search') return { ...(await answer(id, question)), results: search(listed, String(query.q)) }
    const symbol = typeof params.symbol === 'string' ? params.symbol : null
    const wanted = symbol ?? (typeof query.symbols === 'string' ? query.symbols : null)
    if (wanted === null) return answer(id, question)
    onSymbol(wanted)
    if (!listed.some((stock) => stock.symbol === wanted)) {
      throw notFound('unknown_symbol', `Unknown symbol: ${wanted}`)
    }
    const asked = symbol === null ? { query: { ...query, symbols: FIGURES_OF } } : { params: { symbol: FIGURES_OF } }
    const found = await answer(id, { ...question, ...asked })
    const stocks = Array.isArray(found.stocks) ? found.stocks.map((row) => ({ ...row, symbol: wanted })) : undefined
    return { ...found, ...('symbol' in found ? { symbol: wanted } : {}), ...(stocks === undefined ? {} : { stocks }) }
  }
  const answer = async (id: EndpointId, question: object) => readObject(await invented.call(id, question))
  return { call: call as ServiceClient['call'] }
}

const FIGURES_OF = 'AAPL'

const readObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Searches like market-data: by symbol prefix, or by name if every typed word starts some word of the name. */
function search(listed: readonly ListedStock[], text: string) {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const fits = ({ symbol, name }: ListedStock) => {
    const ofName = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return symbol.startsWith(text.toUpperCase()) || words.every((word) => ofName.some((one) => one.startsWith(word)))
  }
  const found = listed.filter(fits).slice(0, 25)
  return found.map(({ symbol, name }) => ({ symbol, name, exchange: null, type: 'stock', options_available: true }))
}
