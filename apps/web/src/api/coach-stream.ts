import type { Body, ChatAnswer } from '@callwright/contracts'
import { type ApiError, buildFailure, buildRefusal } from './api-error.ts'
import { type CoachMessage, readAnswer } from './coach-endpoints.ts'
import { openEvents, readEvents } from './event-stream.ts'
import { request } from './request.ts'
import type { SessionThunk } from './session-check.ts'
import { sendInSession } from './session-rule.ts'

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
    if (signal.aborted) return { ok: false, error: buildFailure('cancelled') }
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
  return { ok: false, error: buildRefusal(Number(event.status), new Headers(), event) }
}

function parseEvent(data: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(data))
  } catch {
    return {}
  }
}
