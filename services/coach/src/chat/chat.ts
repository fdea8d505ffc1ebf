import { randomUUID } from 'node:crypto'
import type { ChatAnswer, ChatRequest, ChatSource } from '@callwright/contracts'
import { AppError, type Limiter, type Logger, type openRedis } from '@callwright/service'
import {
  answerFailed,
  answerInterrupted,
  answerTimedOut,
  stillAnswering,
  tooManyMessages,
  tooManyToday,
} from '../errors.ts'
import type { MarketState } from '../market/market-clock.ts'
import { answerTurn } from '../turn/answer-turn.ts'
import { isToolError } from '../turn/tool-caller.ts'
import {
  addUsage,
  type Call,
  type HistoryTurn,
  noUsage,
  type TurnEvent,
  type TurnResult,
  type Usage,
  type User,
} from '../turn/types.ts'
import type { Budget, BudgetState, Reservation } from './budget.ts'
import { type ChooseEngine, describeEngine, type EngineChoice, hidePersonalAnswers } from './engine-choice.ts'
import type { Answer, MessageStore } from './message-store.ts'
import type { ChatMetrics } from './metrics.ts'

/** Time limit for a whole answer. Must be shorter than the gateway's timeout. */
const DEADLINE_MS = 33_000

interface ChatDeps {
  readonly messages: Pick<MessageStore, 'listRecent' | 'insertQuestion' | 'insertAnswer'>
  readonly lockUser: ReturnType<typeof createUserLock>
  readonly limits: { readonly often: Limiter; readonly daily: Limiter }
  readonly chooseEngine: ChooseEngine
  readonly budget: Pick<Budget, 'spend' | 'costOf' | 'reserve'>
  readonly readMarket: (requestId: string) => Promise<MarketState>
  readonly metrics: ChatMetrics
  readonly log: Logger
  /** Aborted when the shutdown grace period ends. */
  readonly closing: AbortSignal
  readonly now: () => number
}

interface Question {
  readonly user: User
  readonly body: ChatRequest
  readonly requestId: string
  /** Aborted when the client disconnects or the user presses Stop. */
  readonly signal: AbortSignal
  readonly onEvent?: (event: TurnEvent) => void
}

/** An accepted question. The caller must call `answer`, because only that releases the user's lock. */
export interface Admitted {
  answer(onEvent?: (event: TurnEvent) => void): Promise<ChatAnswer>
}

export type Chat = ReturnType<typeof createChat>

export function createChat(deps: ChatDeps) {
  const { lockUser, limits, metrics, log, closing } = deps

  async function spendLimits(userId: string): Promise<void> {
    const often = await limits.often.consume(userId)
    if (!often.allowed) throw tooManyMessages(often.retryAfterSeconds)
    const daily = await limits.daily.consume(userId)
    if (!daily.allowed) throw tooManyToday(daily.retryAfterSeconds)
  }

  return {
    /** Throws a 429 if the user has exceeded a rate limit or the user's last message is still being answered. */
    async admit(question: Question): Promise<Admitted> {
      const { userId } = question.user
      const unlock = await lockUser(userId)
      if (unlock === null) {
        metrics.count('limited')
        throw stillAnswering()
      }
      try {
        await spendLimits(userId)
      } catch (error) {
        metrics.count('limited')
        await unlock()
        throw error
      }
      return {
        async answer(onEvent) {
          const deadline = AbortSignal.timeout(DEADLINE_MS)
          const signal = AbortSignal.any([question.signal, deadline, closing])
          try {
            return await meterAnswer(deps, { ...question, signal, ...(onEvent ? { onEvent } : {}) })
          } catch (error) {
            if (question.signal.aborted) {
              metrics.count('left')
              throw error
            }
            metrics.count(deadline.aborted ? 'late' : 'failed')
            if (closing.aborted) throw answerInterrupted(error)
            log.error({ err: error, request_id: question.requestId }, 'answer.failed')
            throw deadline.aborted ? answerTimedOut(error) : answerFailed(error)
          } finally {
            await unlock()
          }
        },
      }
    },
  }
}

/** Records the usage even if the answer fails. */
async function meterAnswer(deps: ChatDeps, question: Question): Promise<ChatAnswer> {
  let spent = noUsage
  const reservations: Promise<Reservation>[] = []
  const meter: UsageMeter = {
    read: () => spent,
    onUsage: (usage) => {
      spent = addUsage(spent, usage)
    },
    async reserve() {
      const reservation = deps.budget.reserve()
      reservations.push(reservation)
      return (await reservation).state
    },
  }
  try {
    return await answerQuestion(meter, deps, question)
  } finally {
    deps.metrics.spend(spent, deps.budget.costOf(spent))
    await deps.budget.spend(question.user.userId, spent)
    for (const { release } of await Promise.all(reservations)) release()
  }
}

interface UsageMeter {
  readonly read: () => Usage
  readonly onUsage: (usage: Usage) => void
  readonly reserve: () => Promise<BudgetState>
}

async function answerQuestion(meter: UsageMeter, deps: ChatDeps, question: Question): Promise<ChatAnswer> {
  const { user, body, requestId } = question
  const [market, choice, { history, asked }] = await Promise.all([
    deps.readMarket(requestId),
    deps.chooseEngine(user, body.share_positions === true, meter.reserve),
    storeQuestion(deps, question),
  ])
  const turn = pickTurn(question, choice, history)
  const result = await answerTurn({ ...turn, asOf: market.asOf, listed: market.listed, onUsage: meter.onUsage })
  deps.metrics.reject(result.rejections)
  deps.metrics.count(result.failure === null ? 'answered' : 'fallback')
  if (result.failure !== null) deps.log.warn({ reason: result.failure, request_id: requestId }, 'engine.failed')
  const { modelTurns: model_turns, inputTokens: input_tokens, outputTokens: output_tokens } = meter.read()
  const stored = await storeAnswer(deps, user.userId, asked?.id ?? null, toAnswer(result, choice, market))
  return { ...stored, usage: { model_turns, input_tokens, output_tokens } }
}

/**
 * Reads the history and stores the question right away, so that the message survives a failed answer and a later
 * "clear" can delete it.
 */
async function storeQuestion(deps: ChatDeps, { user: { userId }, body }: Question) {
  const history = await tryStore(deps, () => deps.messages.listRecent(userId), [])
  const isFromLink = body.from_link === true
  const asked = await tryStore(deps, () => deps.messages.insertQuestion(userId, body.message, isFromLink), null)
  return { history, asked }
}

function pickTurn(question: Question, choice: EngineChoice, history: readonly HistoryTurn[]) {
  const { user, body, requestId, signal, onEvent } = question
  const { engine, tools, fallback } = choice
  const seesAll = fallback?.tools === undefined || Object.keys(fallback.tools).length === Object.keys(tools).length
  return {
    message: body.message,
    history: seesAll ? history : hidePersonalAnswers(history),
    user,
    page: body.page ?? null,
    ...{ engine, tools, requestId, signal },
    ...(fallback === undefined ? {} : { fallback }),
    ...(onEvent === undefined ? {} : { onEvent }),
  }
}

function toAnswer(
  result: TurnResult,
  { provider, fallbackReason: unasked }: EngineChoice,
  market: MarketState,
): Answer {
  const fallbackReason = unasked ?? (result.failure === null ? null : 'failure')
  return {
    content: result.text,
    metadata: result.metadata,
    sources: listSources(result.calls, market.asOf),
    grounding: result.grounding,
    engine: describeEngine(result.engine, { provider, fallbackReason, market: market.label }),
    calls: result.calls.map(({ name, args }) => ({ name, args })),
  }
}

/** Returns the answer even if it cannot be stored: the database may be down, or the question may have been deleted. */
async function storeAnswer(
  deps: ChatDeps,
  userId: string,
  questionId: string | null,
  answer: Answer,
): Promise<Omit<ChatAnswer, 'usage'>> {
  const unsaved = { id: `unkept-${deps.now()}`, createdAt: new Date(deps.now()) }
  const store = async () => (questionId === null ? null : deps.messages.insertAnswer(userId, questionId, answer))
  const { id, createdAt } = (await tryStore(deps, store, null)) ?? unsaved
  const { content: response, metadata, sources, grounding, engine } = answer
  return { status: 'success', id, timestamp: createdAt.toISOString(), response, metadata, sources, grounding, engine }
}

async function tryStore<T>({ log }: ChatDeps, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error }, 'conversation.not_kept')
    return otherwise
  }
}

/** No answer takes this long, but the lock of a process that died must expire. */
const HELD_MS = 36_000
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"

/**
 * Allows each user one answer at a time. Redis enforces this across replicas. While Redis is down, each process
 * enforces it alone.
 */
export function createUserLock(redis: Pick<ReturnType<typeof openRedis>, 'status' | 'set' | 'eval'>) {
  const held = new Set<string>()

  async function hold(key: string, value: string): Promise<boolean> {
    if (redis.status !== 'ready') return true
    try {
      return (await redis.set(key, value, 'PX', HELD_MS, 'NX')) === 'OK'
    } catch {
      // Redis is down: fall back to this process's lock.
      return true
    }
  }

  async function release(key: string, value: string): Promise<void> {
    if (redis.status !== 'ready') return
    await redis.eval(RELEASE, 1, key, value).catch(() => {})
  }

  /** Returns a function that releases the lock, or null if the user's last message is still being answered. */
  return async (userId: string): Promise<(() => Promise<void>) | null> => {
    if (held.has(userId)) return null
    held.add(userId)
    const key = `callwright:coach:answering:${userId}`
    const value = randomUUID()
    if (!(await hold(key, value))) {
      held.delete(userId)
      return null
    }
    return async () => {
      held.delete(userId)
      await release(key, value)
    }
  }
}

function listSources(calls: readonly Call[], asOf: string): ChatSource[] {
  return calls.map(({ id, name, args, result }) => {
    const asked = { call: id, tool: name, args: listGiven(args), asked_at: asOf }
    if (isToolError(result)) {
      return { ...asked, outcome: result.error, rows: null, as_of: null, delay_minutes: null, source: null }
    }
    const { as_of, delay_minutes, source, rows } = result
    return { ...asked, outcome: 'ok', rows: Array.isArray(rows) ? rows.length : null, as_of, delay_minutes, source }
  })
}

const listGiven = (args: Call['args']) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
