import { createHash, randomUUID } from 'node:crypto'
import type { ChatAnswer, ChatRequest } from '@callwright/contracts'
import { AppError, type Limiter, type Logger } from '@callwright/service'
import { chooseCard } from './cards/choose-card.ts'
import type { Budget, Reservation } from './chat/budget.ts'
import { type ChooseEngine, hidePersonalAnswers } from './chat/engine-choice.ts'
import { type Answer, type MessageStore, toAnswer } from './chat/message-store.ts'
import type { ChatMetrics } from './chat/metrics.ts'
import type { createUserLock } from './chat/user-lock.ts'
import { describeCalls } from './engines/understood-calls.ts'
import {
  answerFailed,
  answerInterrupted,
  answerTimedOut,
  stillAnswering,
  tooManyMessages,
  tooManyToday,
} from './errors.ts'
import { cleanMessage } from './guardrails/plain-text.ts'
import type { MarketState } from './market/market-clock.ts'
import { toolSpecs } from './tools/tool-specs.ts'
import {
  type AnswerBasis,
  checkDraft,
  composeAnswer,
  describeTime,
  recentHistory,
  splitText,
} from './turn/compose-answer.ts'
import { createToolCaller } from './turn/tool-caller.ts'
import {
  addUsage,
  type Draft,
  type Engine,
  EngineFailure,
  type EngineInput,
  noUsage,
  type TurnEvent,
  type TurnInput,
  type TurnResult,
  type Usage,
  type User,
} from './turn/types.ts'

/** Time limit for a whole answer. Must be shorter than the gateway's timeout. */
const DEADLINE_MS = 33_000
/** Leaves the fallback engine enough time to answer before the gateway times out. */
const ENGINE_MS = 25_000

interface PipelineDeps {
  readonly messages: Pick<MessageStore, 'listRecent' | 'insertQuestion' | 'insertAnswer' | 'replaceAnswer'>
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

export type Pipeline = ReturnType<typeof createPipeline>

/** The steps from a message to its answer: admit, load, understand, run tools, ground, store, send. */
export function createPipeline(deps: PipelineDeps) {
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
      try {
        if (unlock === null) throw stillAnswering()
        await spendLimits(userId)
      } catch (error) {
        metrics.count('limited')
        await unlock?.()
        throw error
      }
      return {
        async answer(onEvent) {
          const deadline = AbortSignal.timeout(DEADLINE_MS)
          const signal = AbortSignal.any([question.signal, deadline, closing])
          try {
            return await meter(deps, { ...question, signal, ...(onEvent ? { onEvent } : {}) })
          } catch (error) {
            metrics.count(question.signal.aborted ? 'left' : deadline.aborted ? 'late' : 'failed')
            if (question.signal.aborted) throw error
            if (closing.aborted) throw answerInterrupted(error)
            log.error({ err: error, request_id: question.requestId }, 'answer.failed')
            throw deadline.aborted ? answerTimedOut(error) : answerFailed(error)
          } finally {
            await unlock?.()
          }
        },
      }
    },
  }
}

/** Records the usage even if the answer fails. */
async function meter(deps: PipelineDeps, question: Question): Promise<ChatAnswer> {
  let spent = noUsage
  const reservations: Promise<Reservation>[] = []
  const onUsage = (usage: Usage) => {
    spent = addUsage(spent, usage)
  }
  const reserve = async () => {
    const reservation = deps.budget.reserve()
    reservations.push(reservation)
    return (await reservation).state
  }
  try {
    const answer = await answerQuestion(deps, question, { onUsage, reserve })
    const { modelTurns: model_turns, inputTokens: input_tokens, outputTokens: output_tokens } = spent
    return { ...answer, usage: { model_turns, input_tokens, output_tokens } }
  } finally {
    deps.metrics.spend(spent, deps.budget.costOf(spent))
    await deps.budget.spend(question.user.userId, spent)
    for (const { release } of await Promise.all(reservations)) release()
  }
}

interface UsageMeter {
  readonly onUsage: (usage: Usage) => void
  readonly reserve: () => ReturnType<EngineReserve>
}
type EngineReserve = NonNullable<Parameters<ChooseEngine>[2]>

async function answerQuestion(deps: PipelineDeps, question: Question, { onUsage, reserve }: UsageMeter) {
  const { user, body, requestId, signal, onEvent } = question
  const [market, choice, { history, asked }] = await Promise.all([
    deps.readMarket(requestId),
    deps.chooseEngine(user, body.share_positions === true, reserve),
    load(deps, question),
  ])
  const { engine, tools, fallback } = choice
  const seesAll = fallback?.tools === undefined || Object.keys(fallback.tools).length === Object.keys(tools).length
  const result = await answerTurn({
    ...{ message: body.message, correction: body.correction ?? null, page: body.page ?? null },
    history: seesAll ? history : hidePersonalAnswers(history),
    ...{ user, asOf: market.asOf, listed: market.listed, engine, tools, requestId, signal, onUsage },
    ...(fallback === undefined ? {} : { fallback }),
    ...(onEvent === undefined ? {} : { onEvent }),
  })
  deps.metrics.reject(result.rejections)
  deps.metrics.count(result.failure === null ? 'answered' : 'fallback')
  if (result.failure !== null) deps.log.warn({ reason: result.failure, request_id: requestId }, 'engine.failed')
  return store(deps, question, asked, toAnswer(result, choice, market))
}

/**
 * Reads the history and stores the question right away, so that the message survives a failed answer and a later
 * "clear" can delete it. A correction stores no question: it replaces the answer that it corrects.
 */
async function load(deps: PipelineDeps, { user: { userId }, body }: Question) {
  const history = await tryStore(deps, () => deps.messages.listRecent(userId), [])
  if (body.correction?.answer_id !== undefined) return { history, asked: null }
  const insert = () => deps.messages.insertQuestion(userId, body.message, body.from_link === true)
  return { history, asked: (await tryStore(deps, insert, null))?.id ?? null }
}

/**
 * Answers one message, without a database: understand, run tools, ground. Only sentences that pass the check against
 * the results are returned. If the engine fails, `fallback` answers instead. Throws the caller's abort reason, or an
 * `EngineFailure` if there is no fallback.
 */
export async function answerTurn(asked: TurnInput): Promise<TurnResult> {
  const { fallback } = asked
  let spent = noUsage
  const onUsage = (usage: Usage) => {
    spent = addUsage(spent, usage)
    asked.onUsage?.(usage)
  }
  const input = { ...asked, onUsage }
  const given = input.signal ?? new AbortController().signal
  if (fallback === undefined) return runEngine(input, input.engine, given)
  const late = AbortSignal.timeout(ENGINE_MS)
  try {
    return await runEngine(input, input.engine, AbortSignal.any([given, late]))
  } catch (error) {
    if (given.aborted) throw error
    // Only engine failures and timeouts lead to the fallback. Bugs are rethrown.
    if (!(error instanceof EngineFailure) && !late.aborted) throw error
    const { reason, usage } = error instanceof EngineFailure ? error : { reason: 'timeout' as const, usage: spent }
    input.onEvent?.({ kind: 'status', text: 'Switching to the offline coach' })
    const result = await runEngine({ ...input, tools: fallback.tools ?? input.tools }, fallback.engine, given)
    return { ...result, usage: addUsage(usage, result.usage), failure: reason }
  }
}

const ignore = () => {}

/** Lets one engine understand the message and run tools, then checks its draft against the results. */
async function runEngine(input: TurnInput, engine: Engine, signal: AbortSignal): Promise<TurnResult> {
  const { user, asOf, listed = [], page = null, tools, correction = null } = input
  const { onEvent = ignore, onUsage = ignore, requestId = randomUUID() } = input
  // The chat stores its messages clean; those of the doctor and the evaluation come as they were written.
  const message = cleanMessage(input.message)
  const history = recentHistory(input.history)
  const specs = toolSpecs.filter(({ name }) => tools[name] !== undefined)
  const caller = createToolCaller({ tools, specs, context: { user, asOf, signal, requestId, page }, onEvent })
  const userWords: string[] = [
    message,
    ...(correction?.slots ?? []).map(({ value }) => value),
    ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
  ]
  const basis = (): AnswerBasis => ({ calls: caller.calls, specs, userWords, asOf })
  const safetyIdentifier = createHash('sha256').update(`coach ${user.userId}`).digest('base64url')
  const first = await engine.run({
    ...{ message, correction, history, page, asOf, listed, signal, onEvent, onUsage, safetyIdentifier },
    tools: specs,
    callTool: caller.call,
  } satisfies EngineInput)
  signal.throwIfAborted()
  // Values that are named as not used are the user's own.
  userWords.push(...(first.understood?.missed ?? []))

  const { draft, usage } = await repairOnce(first, basis)
  const { text: checked, grounded, rejections } = composeAnswer(checkDraft(draft, basis()), basis())
  const grounding = { checked: grounded.checked, unmatched: grounded.unmatched, withheld: grounded.withheld }
  const metadata = chooseCard(draft.card, caller.calls, specs, grounding)
  const needsTime = metadata?.as_of == null && /\d/u.test(checked)
  const time = needsTime ? describeTime(caller.calls) : null
  const text = time === null ? checked : `${checked}\n${time}`
  if (metadata !== null) onEvent({ kind: 'metadata', metadata })
  for (const part of splitText(text)) onEvent({ kind: 'text', text: part })
  const understood = draft.understood === undefined ? describeCalls(caller.calls) : draft.understood
  const { name, model } = engine
  return {
    ...{ text, metadata, understood, calls: caller.calls, usage, grounding, engine: { name, model } },
    ...{ failure: null, rejections },
  }
}

/** Gives the engine one chance to replace unsupported figures. If it fails, the draft is kept. */
async function repairOnce(draft: Draft, basis: () => AnswerBasis): Promise<{ draft: Draft; usage: Usage }> {
  const figures = draft.repair === null ? [] : checkDraft(draft, basis()).figures
  if (draft.repair === null || figures.length === 0) return { draft, usage: draft.usage }
  try {
    const repaired = await draft.repair([...new Set(figures)].slice(0, 20))
    return { draft: repaired, usage: addUsage(draft.usage, repaired.usage) }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return { draft, usage: addUsage(draft.usage, error.usage) }
  }
}

/** Returns the answer even if it cannot be stored: the database may be down, or the question may have been deleted. */
async function store(deps: PipelineDeps, { user: { userId }, body }: Question, asked: string | null, answer: Answer) {
  const replaced = body.correction?.answer_id
  const write = async () =>
    replaced !== undefined
      ? deps.messages.replaceAnswer(userId, replaced, answer)
      : asked === null
        ? null
        : deps.messages.insertAnswer(userId, asked, answer)
  const unsaved = { id: `unkept-${deps.now()}`, createdAt: new Date(deps.now()) }
  const { id, createdAt } = (await tryStore(deps, write, null)) ?? unsaved
  const { content: response, calls: _calls, ...shown } = answer
  return { status: 'success' as const, id, timestamp: createdAt.toISOString(), response, ...shown }
}

async function tryStore<T>({ log }: PipelineDeps, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error }, 'conversation.not_stored')
    return otherwise
  }
}
