import { readFileSync } from 'node:fs'
import type { EndpointId } from '@callwright/contracts'
import type { ServiceCall, ServiceClient } from '@callwright/service'
import { answerTurn } from '../src/pipeline.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import { type Engine, EngineFailure, type HistoryTurn, type ListedStock } from '../src/turn/types.ts'
import { createInventedClient } from './market/client.ts'
import { NOW, stocks } from './market/stocks.ts'
import { USER } from './run-item.ts'
import type { EvalWorld } from './running-product.ts'

/** One question of a set. */
export interface SetQuestion {
  readonly id: string
  readonly message: string
  readonly history?: readonly HistoryTurn[]
  readonly page?: { readonly path: string; readonly symbol?: string }
  /**
   * Wire answers by endpoint, as the schemas of `@callwright/contracts` define them: one answer, or a list of answers
   * with the `params` and `query` that each is for. Other endpoints answer from the market of the evaluation.
   */
  readonly fixtures?: Readonly<Record<string, unknown>>
}

/** Reads a set of questions. Throws if it is no list of questions with an id and a message. */
export function readSet(path: string | URL): readonly SetQuestion[] {
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const isQuestion = (one: unknown): one is SetQuestion =>
    typeof one === 'object' && one !== null && 'id' in one && 'message' in one && typeof one.message === 'string'
  if (!Array.isArray(read) || !read.every(isQuestion)) {
    throw new Error(`${String(path)} must be a list of questions with an id and a message`)
  }
  return read
}

/** The market, stocks and positions that the evaluation invents. */
const inventedWorld: EvalWorld = { client: createInventedClient(), asOf: NOW, listed: stocks, user: USER }

interface Fixture {
  readonly params?: object
  readonly query?: object
  readonly answer: unknown
}

const isFixture = (value: unknown): value is Fixture => typeof value === 'object' && value !== null && 'answer' in value
const fits = (wanted: object | undefined, given: unknown) => {
  const values: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {}
  return Object.entries(wanted ?? {}).every(([name, value]) => values[name] === value)
}

/** A client that answers from the fixtures of a question, and otherwise from the market of the evaluation. */
function createFixtureClient(
  fixtures: Readonly<Record<string, unknown>>,
  market: Pick<ServiceClient, 'call'>,
): Pick<ServiceClient, 'call'> {
  const call = async (id: EndpointId, given: ServiceCall<EndpointId> = {}): Promise<unknown> => {
    const fixture = fixtures[id]
    if (fixture === undefined) return market.call(id, given)
    if (!Array.isArray(fixture) || !fixture.every(isFixture)) return fixture
    const found = fixture.find((one) => fits(one.params, given.params) && fits(one.query, given.query))
    return found === undefined ? market.call(id, given) : found.answer
  }
  return { call: call as ServiceClient['call'] }
}

function listStocks(fixtures: SetQuestion['fixtures'], listed: readonly ListedStock[]): readonly ListedStock[] {
  const universe: unknown = fixtures?.['marketData.universe']
  const symbols: unknown =
    typeof universe === 'object' && universe !== null && 'symbols' in universe ? universe.symbols : null
  return Array.isArray(symbols) ? symbols : listed
}

/** Asks one question. The outcome has everything that a judge needs. */
export async function askQuestion(
  { id, message, history = [], page, fixtures = {} }: SetQuestion,
  engine: Engine,
  { client, asOf, listed, user }: EvalWorld = inventedWorld,
) {
  const startedAt = performance.now()
  const turn = { message, history, user, asOf, listed: listStocks(fixtures, listed), page: page ?? null, engine }
  try {
    const { text, metadata, understood, calls, grounding } = await answerTurn({
      ...turn,
      tools: createTools(createFixtureClient(fixtures, client)),
      requestId: 'eval',
    })
    const milliseconds = Math.round(performance.now() - startedAt)
    return { id, message, text, metadata, chips: understood, calls, grounding, milliseconds, failure: null }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    const milliseconds = Math.round(performance.now() - startedAt)
    return {
      id,
      message,
      text: '',
      metadata: null,
      chips: null,
      calls: [],
      grounding: null,
      milliseconds,
      failure: error.reason,
    }
  }
}
