import type {
  Body,
  ChatAnswer,
  ChatMessage,
  ChatMetadata,
  ChatSource,
  CoachStatus,
  EngineFooter,
  Understood,
} from '@callwright/contracts'
import { api, sendInSession } from './api.ts'
import { openEvents, readEvents } from './event-stream.ts'
import { type ApiError, buildFailure, buildRejection, request } from './http.ts'
import type { SessionThunk } from './session.ts'

/** One message in the conversation with the coach. */
export interface CoachMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** ISO time; null if the message was never sent. */
  readonly timestamp: string | null
  /** True if the question came from a link. */
  readonly isFromLink: boolean
  /** Data shown beside the answer. */
  readonly dataReturned: ChatMetadata | null
  readonly sources: readonly ChatSource[]
  /** Which engine answered; null for a question. */
  readonly engine: EngineFooter | null
  /** The coach's reading of the question; null for a question. */
  readonly understood: Understood | null
}

export const coachApi = api.injectEndpoints({
  endpoints: (build) => ({
    coachStatus: build.query<CoachStatus, void>({
      query: () => request('coach.status'),
    }),
    coachHistory: build.query<readonly CoachMessage[], void>({
      query: () => request('coach.listHistory'),
      transformResponse: ({ messages }: { readonly messages: readonly ChatMessage[] }) => messages.map(readMessage),
      // The page keeps and changes its own copy of the history. A cached response could bring back outdated or deleted
      // messages.
      keepUnusedDataFor: 0,
    }),
    clearCoachHistory: build.mutation<null, void>({
      query: () => request('coach.clearHistory'),
      transformResponse: () => null,
    }),
  }),
})

function readMessage(wire: ChatMessage): CoachMessage {
  const { id, role, content, timestamp, from_link: isFromLink, metadata: dataReturned, ...rest } = wire
  const { sources, engine, understood } = rest
  return { id, role, content, timestamp, isFromLink, dataReturned, sources, engine, understood }
}

export function readAnswer(wire: ChatAnswer): CoachMessage {
  const { id, response: content, timestamp, metadata: dataReturned, sources, engine, understood } = wire
  return { id, role: 'assistant', content, timestamp, isFromLink: false, dataReturned, sources, engine, understood }
}

export const { useClearCoachHistoryMutation, useCoachHistoryQuery, useCoachStatusQuery } = coachApi

/** Callbacks that receive an answer as it streams in. */
export interface AnswerListener {
  /** Called with progress text from the server. */
  readonly onStatus: (text: string) => void
  /** Called with the name of the tool that is running, and with null when it has finished. */
  readonly onTool: (tool: string | null) => void
  /** Called with the next sentences of the answer. */
  readonly onText: (text: string) => void
}

export type CoachOutcome =
  | { readonly ok: true; readonly answer: CoachMessage }
  | { readonly ok: false; readonly error: ApiError }

/** Asks the coach a question and streams the answer. Aborting the signal also stops the model. */
export function askCoach(
  body: Body<'coach.chat'>,
  listener: AnswerListener,
  signal: AbortSignal,
): SessionThunk<Promise<CoachOutcome>> {
  return async (dispatch, _getState, services) => {
    const question = request('coach.chat', { body })
    const opened = await sendInSession({ extra: services, dispatch }, question, (token) =>
      openEvents(services.fetch, question, { token, signal }),
    )
    if (!opened.ok) return opened
    let outcome: CoachOutcome | null = null
    const onEvent = (name: string, data: string) => {
      if (!signal.aborted) outcome = readEvent(name, data, listener) ?? outcome
    }
    await readEvents(opened.body, { onEvent, onHeartbeat: () => {} }, services.wait)
    if (signal.aborted) return { ok: false, error: buildFailure('canceled') }
    return outcome ?? { ok: false, error: buildFailure('unreachable') }
  }
}

/** Returns the final outcome if this event ends the stream; null otherwise. */
function readEvent(name: string, data: string, listener: AnswerListener): CoachOutcome | null {
  const event = parseEvent(data)
  const text = typeof event.text === 'string' ? event.text : ''
  if (name === 'status') listener.onStatus(text)
  if (name === 'tool_start') listener.onTool(String(event.tool))
  if (name === 'tool_end') listener.onTool(null)
  if (name === 'text') listener.onText(text)
  if (name === 'done') return { ok: true, answer: readAnswer(event as unknown as ChatAnswer) }
  if (name !== 'error') return null
  return { ok: false, error: buildRejection(Number(event.status), new Headers(), event) }
}

function parseEvent(data: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(data))
  } catch {
    return {}
  }
}
