import type { ChatAnswer, ChatRequest } from '@callwright/contracts'
import { AppError, type Limiter, type Logger } from '@callwright/service'
import { answerFailed, answerLate, stillAnswering, tooManyMessages, tooManyToday } from '../errors.ts'
import type { MarketState } from '../market/market-clock.ts'
import { answerTurn } from '../turn/answer-turn.ts'
import type { HistoryTurn, TurnEvent, TurnResult, User } from '../turn/types.ts'
import type { Budget } from './budget.ts'
import { type ChooseEngine, type EngineChoice, hidePersonal } from './engine-choice.ts'
import type { createInFlight } from './in-flight.ts'
import type { Answer, MessageStore } from './message-store.ts'
import type { ChatMetrics } from './metrics.ts'
import { listSources } from './sources.ts'
import { describeEngine } from './words.ts'

/** Of a whole answer: less than what the gateway waits. */
const DEADLINE_MS = 33_000

export interface ChatDeps {
  readonly messages: Pick<MessageStore, 'listRecent' | 'insertQuestion' | 'insertAnswer'>
  readonly enter: ReturnType<typeof createInFlight>
  readonly limits: { readonly often: Limiter; readonly daily: Limiter }
  readonly chooseEngine: ChooseEngine
  readonly budget: Pick<Budget, 'spend' | 'costOf'>
  readonly readMarket: (requestId: string) => Promise<MarketState>
  readonly metrics: ChatMetrics
  readonly log: Logger
  /** The clock on the wall, in milliseconds. */
  readonly now: () => number
}

export interface Question {
  readonly user: User
  readonly body: ChatRequest
  readonly requestId: string
  /** The reader's: they left, or pressed stop. */
  readonly signal: AbortSignal
  readonly onEvent?: (event: TurnEvent) => void
}

/** A question that was let in: whoever asked must have it answered, or leave. */
export interface Admitted {
  answer(onEvent?: (event: TurnEvent) => void): Promise<ChatAnswer>
}

export type Chat = ReturnType<typeof createChat>

export function createChat(deps: ChatDeps) {
  const { enter, limits, metrics, log } = deps

  async function spendLimits(userId: string): Promise<void> {
    const often = await limits.often.consume(userId)
    if (!often.allowed) throw tooManyMessages(often.retryAfterSeconds)
    const daily = await limits.daily.consume(userId)
    if (!daily.allowed) throw tooManyToday(daily.retryAfterSeconds)
  }

  return {
    /** Throws 429 for who asks too often, or before their last message is answered. */
    async admit(question: Question): Promise<Admitted> {
      const { userId } = question.user
      const leave = await enter(userId)
      if (leave === null) {
        metrics.count('limited')
        throw stillAnswering()
      }
      try {
        await spendLimits(userId)
      } catch (error) {
        metrics.count('limited')
        await leave()
        throw error
      }
      return {
        async answer(onEvent) {
          const late = AbortSignal.timeout(DEADLINE_MS)
          const signal = AbortSignal.any([question.signal, late])
          try {
            return await answerQuestion(deps, { ...question, signal, ...(onEvent ? { onEvent } : {}) })
          } catch (error) {
            if (question.signal.aborted) {
              metrics.count('left')
              throw error
            }
            metrics.count(late.aborted ? 'late' : 'failed')
            log.error({ err: error, request_id: question.requestId }, 'answer.failed')
            throw late.aborted ? answerLate(error) : answerFailed(error)
          } finally {
            await leave()
          }
        },
      }
    },
  }
}

async function answerQuestion(deps: ChatDeps, question: Question): Promise<ChatAnswer> {
  const { user, body, requestId } = question
  const [market, choice, history] = await Promise.all([
    deps.readMarket(requestId),
    deps.chooseEngine(user, body.share_positions === true),
    keepSoftly(deps, () => deps.messages.listRecent(user.userId), []),
  ])
  // First, so that the user's own words are kept whatever becomes of the answer.
  await keepSoftly(deps, () => deps.messages.insertQuestion(user.userId, body.message, body.from_link === true), null)
  const result = await answerTurn({ ...pickTurn(question, choice, history), asOf: market.asOf })
  const costUsd = deps.budget.costOf(result.usage)
  deps.metrics.note(result, costUsd)
  deps.metrics.count(result.failure === null ? 'answered' : 'fallback')
  if (result.failure !== null) deps.log.warn({ reason: result.failure, request_id: requestId }, 'engine.failed')
  await deps.budget.spend(user.userId, result.usage)
  const { modelTurns: model_turns, inputTokens: input_tokens, outputTokens: output_tokens } = result.usage
  const kept = await keepAnswer(deps, user.userId, toAnswer(result, choice, market))
  return { ...kept, usage: { model_turns, input_tokens, output_tokens } }
}

function pickTurn(question: Question, choice: EngineChoice, history: readonly HistoryTurn[]) {
  const { user, body, requestId, signal, onEvent } = question
  const { engine, tools, fallback } = choice
  const seesAll = fallback?.tools === undefined || Object.keys(fallback.tools).length === Object.keys(tools).length
  return {
    message: body.message,
    history: seesAll ? history : hidePersonal(history),
    user,
    page: body.page ?? null,
    ...{ engine, tools, requestId, signal },
    ...(fallback === undefined ? {} : { fallback }),
    ...(onEvent === undefined ? {} : { onEvent }),
  }
}

function toAnswer(result: TurnResult, { provider, isBudgetSpent }: EngineChoice, market: MarketState): Answer {
  const instead = isBudgetSpent ? 'budget' : result.failure === null ? null : 'failure'
  return {
    content: result.text,
    metadata: result.metadata,
    sources: listSources(result.calls, market.asOf),
    grounding: result.grounding,
    engine: describeEngine(result.engine, { provider, instead, market: market.label }),
    calls: result.calls.map(({ name, args }) => ({ name, args })),
  }
}

/** Without the database the answer still reaches the reader; it is gone when they come back. */
async function keepAnswer(deps: ChatDeps, userId: string, answer: Answer): Promise<Omit<ChatAnswer, 'usage'>> {
  const atHand = { id: `unkept-${deps.now()}`, createdAt: new Date(deps.now()) }
  const { id, createdAt } = await keepSoftly(deps, () => deps.messages.insertAnswer(userId, answer), atHand)
  const { content: response, metadata, sources, grounding, engine } = answer
  return { status: 'success', id, timestamp: createdAt.toISOString(), response, metadata, sources, grounding, engine }
}

async function keepSoftly<T>({ log }: ChatDeps, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error }, 'conversation.not_kept')
    return otherwise
  }
}
