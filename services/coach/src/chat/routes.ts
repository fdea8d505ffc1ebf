import type { ServerResponse } from 'node:http'
import { type ChatAnswer, type chatStreamEvents, coachWelcome, MAX_CHAT_MESSAGE } from '@callwright/contracts'
import { AppError, type Call, getUser, type Handlers, roundFigures } from '@callwright/service'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { answerFailed, authOnly, blankMessage } from '../errors.ts'
import { cleanMessage } from '../guardrails/plain-text.ts'
import type { MarketState } from '../market/market-clock.ts'
import type { Admitted, Pipeline } from '../pipeline.ts'
import type { TurnEvent, User } from '../turn/types.ts'
import type { UsageStore } from './budget.ts'
import { type ChooseEngine, DISCLAIMER, describeEngine } from './engine-choice.ts'
import type { MessageStore } from './message-store.ts'

interface RouteDeps {
  readonly pipeline: Pipeline
  readonly messages: MessageStore
  readonly usage: Pick<UsageStore, 'erase'>
  readonly chooseEngine: ChooseEngine
  readonly readMarket: (requestId: string) => Promise<MarketState>
  readonly config: Pick<Config, 'sharePositions' | 'messagesPerFiveMinutes' | 'messagesPerDay'>
}

export function chatRoutes(deps: RouteDeps): Handlers<'coach'> {
  const { pipeline, messages, usage } = deps
  return {
    'coach.chat': async ({ identity, body, request, reply }) => {
      const reader = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) reader.abort(new Error('The client disconnected'))
      })
      const message = cleanMessage(body.message)
      if (message === '') throw blankMessage()
      const question = {
        user: toUser(identity),
        body: { ...body, message },
        requestId: request.id,
        signal: reader.signal,
      }
      const admitted = await pipeline.admit(question)
      if (!String(request.headers.accept).includes('text/event-stream')) return admitted.answer()
      return stream(admitted, reply)
    },
    'coach.status': (call) => readStatus(deps, call),
    'coach.listHistory': async ({ identity }) => ({
      status: 'success',
      messages: await messages.list(getUser(identity).userId),
    }),
    'coach.clearHistory': async ({ identity }) => ({
      status: 'success',
      messages: await messages.clear(getUser(identity).userId),
    }),
    'coach.erase': async ({ identity, params }) => {
      if (identity.caller !== 'auth') throw authOnly()
      // Clear first: later usage finds no conversation, so it is stored without the user.
      await messages.clear(params.id)
      await usage.erase(params.id)
      return { status: 'success' }
    },
    'coach.exportUser': async ({ identity, params }) => {
      if (identity.caller !== 'auth') throw authOnly()
      return { status: 'success', kept: { messages: await messages.listAll(params.id) } }
    },
  }
}

function toUser(identity: Call<'coach.chat'>['identity']): User {
  const { userId, sessionId, isDemo } = getUser(identity)
  return { userId, sessionId, isDemo }
}

async function stream(admitted: Admitted, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack()
  const events = openAnswerStream(reply.raw)
  try {
    events.finish(await admitted.answer(events.sendEvent))
  } catch (error) {
    if (!reply.raw.destroyed) events.fail(error instanceof AppError ? error : answerFailed(error))
  }
  return reply
}

async function readStatus(deps: RouteDeps, { identity, request }: Call<'coach.status'>) {
  const { config, chooseEngine, readMarket } = deps
  const [market, choice] = await Promise.all([readMarket(request.id), chooseEngine(toUser(identity), true)])
  const { engine, recipient, provider, fallbackReason } = choice
  const footer = describeEngine(engine, { provider, fallbackReason, market: market.label })
  return {
    status: 'success' as const,
    ...footer,
    data_source: market.source,
    delay_minutes: market.delayMinutes,
    recipient,
    positions: recipient === null ? ('local' as const) : config.sharePositions ? ('ask' as const) : ('never' as const),
    limits: {
      message_length: MAX_CHAT_MESSAGE,
      messages_per_5_minutes: config.messagesPerFiveMinutes,
      messages_per_day: config.messagesPerDay,
    },
    welcome: coachWelcome,
    disclaimer: DISCLAIMER,
  }
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // The stream takes over the connection, so no other request can reuse it.
  connection: 'close',
}

type EventName = (typeof chatStreamEvents)[number]

/** Streams one answer as events: progress, the card, the checked sentences, and finally the complete answer. */
function openAnswerStream(response: ServerResponse) {
  response.writeHead(200, HEADERS)
  const send = (name: EventName, data: unknown) => {
    if (!response.destroyed) response.write(`event: ${name}\ndata: ${JSON.stringify(roundFigures(data))}\n\n`)
  }
  return {
    sendEvent(event: TurnEvent): void {
      if (event.kind === 'metadata') send('metadata', event.metadata)
      else {
        const { kind, ...data } = event
        send(kind, data)
      }
    },
    finish(answer: ChatAnswer): void {
      send('done', answer)
      response.end()
    },
    fail({ code, detail, status }: AppError): void {
      send('error', { code, detail, status })
      response.end()
    },
  }
}
