import type { ProviderConfig } from '../config.ts'
import { openClient, toEngineFailure } from '../engines/model.ts'
import { createModelEngine } from '../engines/model-engine.ts'
import { openModel } from '../engines/open-model.ts'
import { answerTurn } from '../pipeline.ts'
import { EngineFailure, type EngineFailureReason, noUsage, type ToolRegistry, type TurnResult } from '../turn/types.ts'

const TIMEOUT_MS = 30_000
/** A made-up price that no model can know from its training data. */
const PRICE = 83.17

interface Finding {
  readonly check: 'reach' | 'model' | 'tool call' | 'answer'
  readonly isOk: boolean
  readonly detail: string
}

const advice: Readonly<Record<EngineFailureReason, string>> = {
  unauthorized: 'the key was rejected: check OPENAI_API_KEY',
  rate_limited: 'the account is out of quota or over its rate limit',
  timeout: 'no response in time: try a smaller model or a faster server',
  unavailable: 'no response from OPENAI_BASE_URL: check the URL, and that the server is running',
  unreadable: 'the response does not match the API: check COACH_API (responses or chat) and OPENAI_BASE_URL',
  refused: 'the request was rejected: check COACH_MODEL and COACH_API',
  endless: 'the model keeps calling tools, or writes tool calls as text: choose a model that supports tool calls',
}

/** Checks that the provider responds, lists the model, calls a tool and writes figures as placeholders. */
export async function examine(provider: ProviderConfig): Promise<Finding[]> {
  const reach = await examineReach(provider)
  if (!reach.some(({ isOk }) => isOk)) return reach
  return [...reach, ...(await examineTurn(provider))]
}

async function examineReach(provider: ProviderConfig): Promise<Finding[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { data } = await openClient(provider).models.list({ signal })
    const names = (Array.isArray(data) ? data : []).map(({ id }) => String(id))
    const isListed = names.includes(provider.model)
    const known = names.slice(0, 8).join(', ') || 'none'
    return [
      { check: 'reach', isOk: true, detail: `${provider.baseUrl} responds` },
      {
        check: 'model',
        isOk: isListed,
        detail: isListed
          ? `${provider.model} is listed`
          : `${provider.model} is not listed; available models: ${known}`,
      },
    ]
  } catch (error) {
    const { reason } = toEngineFailure(error, noUsage, signal.aborted)
    return [{ check: 'reach', isOk: false, detail: advice[reason] }]
  }
}

const tools: ToolRegistry = {
  stock_snapshot: async ({ symbol }) => ({
    as_of: null,
    delay_minutes: null,
    source: 'Invented',
    warnings: [],
    symbol,
    price: PRICE,
  }),
}

async function examineTurn(provider: ProviderConfig): Promise<Finding[]> {
  try {
    const result = await answerTurn({
      message: 'What does the stock ZZT trade at?',
      history: [],
      user: { userId: 'doctor', sessionId: 'doctor', isDemo: true },
      asOf: new Date().toISOString(),
      page: null,
      tools,
      engine: createModelEngine(openModel(provider)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return judgeTurn(result)
  } catch (error) {
    const reason = error instanceof EngineFailure ? error.reason : 'timeout'
    return [{ check: 'tool call', isOk: false, detail: advice[reason] }]
  }
}

function judgeTurn({ calls, text, grounding }: TurnResult): Finding[] {
  const isCalled = calls.some(({ name, args }) => name === 'stock_snapshot' && args.symbol === 'ZZT')
  const isGrounded = text.includes(`$${PRICE}`) && grounding.withheld === 0
  return [
    {
      check: 'tool call',
      isOk: isCalled,
      detail: isCalled ? 'the model called the tool' : 'the model answered without calling the tool',
    },
    {
      check: 'answer',
      isOk: isGrounded,
      detail: isGrounded
        ? 'the answer contains the figure from the tool'
        : 'the answer does not contain the figure from the tool',
    },
  ]
}
