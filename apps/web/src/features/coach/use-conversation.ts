import { useEffect, useReducer, useRef } from 'react'
import {
  askCoach,
  type CoachMessage,
  type CoachOutcome,
  useClearCoachHistoryMutation,
  useCoachHistoryQuery,
} from '../../api/coach.ts'
import { type ApiError, buildFailure, describeFailure } from '../../api/http.ts'
import { useSessionDispatch } from '../../api/session.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { toSentence } from '../../shared/format/words.ts'
import { notify } from '../../shared/notifications.tsx'
import { emptyConversation, nameTool, type Question, readLastPage, reduceConversation } from './conversation.ts'

const apology = 'I apologize, but I encountered an error processing your request. Please try again.'

let lastId = 0

function buildMessage(role: CoachMessage['role'], content: string, isFromLink = false): CoachMessage {
  lastId += 1
  const timestamp = new Date().toISOString()
  return {
    id: `here-${lastId}`,
    role,
    content,
    timestamp,
    isFromLink,
    dataReturned: null,
    sources: [],
    engine: null,
    understood: null,
  }
}

/** The user's conversation with the coach: earlier messages, the pending answer, and actions to ask, stop and clear. */
export function useConversation({ sharesPositions }: { readonly sharesPositions: boolean }) {
  const history = useCoachHistoryQuery(undefined, { refetchOnMountOrArgChange: true })
  const [clearOnServer] = useClearCoachHistoryMutation()
  const [conversation, dispatch] = useReducer(reduceConversation, emptyConversation)
  const send = useSessionDispatch()
  const asking = useRef<AbortController | null>(null)
  const clearing = useRef<Promise<unknown>>(Promise.resolve())

  const { data, isFetching, isError } = history
  useEffect(() => {
    if (data !== undefined && !isFetching) dispatch({ kind: 'loaded', messages: data })
  }, [data, isFetching])
  useEffect(() => () => asking.current?.abort(), [])

  const ask = async (question: Question) => {
    if (asking.current !== null) return
    const stopping = new AbortController()
    asking.current = stopping
    dispatch({
      kind: 'asked',
      message: buildMessage('user', question.text, question.isFromLink),
      question,
      doing: 'Thinking',
    })
    const listener = {
      onStatus: (text: string) => dispatch({ kind: 'doing', doing: text, tool: null }),
      onTool: (tool: string | null) =>
        dispatch({ kind: 'doing', tool, doing: tool === null ? 'Preparing the answer' : `Reading ${nameTool(tool)}` }),
      onText: (text: string) => dispatch({ kind: 'text', text }),
    }
    const body = writeQuestion(question, sharesPositions)
    // Wait for a pending clear request to finish; otherwise it would delete this question too.
    const answering = clearing.current.then(() => send(askCoach(body, listener, stopping.signal)))
    const outcome = await Promise.race([answering, whenStopped(stopping.signal)])
    // The chat was cleared in the meantime: ignore the outcome.
    if (asking.current !== stopping) return
    asking.current = null
    if (outcome.ok) return dispatch({ kind: 'answered', message: outcome.answer })
    const kind = outcome.error.kind === 'canceled' ? 'stopped' : 'failed'
    const message = buildMessage('assistant', kind === 'stopped' ? 'Stopped before an answer.' : apology)
    dispatch({ kind: 'unanswered', message, trouble: { kind, question, reasons: explain(outcome.error) } })
  }

  const clear = async () => {
    asking.current?.abort()
    asking.current = null
    dispatch({
      kind: 'cleared',
      message: buildMessage('assistant', 'Chat cleared. How can I help you with your covered call trading today?'),
    })
    const cleared = clearOnServer()
    clearing.current = cleared
    const { error } = await cleared
    if (error !== undefined)
      notify('Could not delete the conversation on the server. It will be back when you reload the page.', {
        stays: true,
      })
  }

  return {
    ...conversation,
    isLoading: isFetching && !conversation.wasCleared,
    loadFailed: isError && !isFetching && !conversation.wasCleared,
    loadAgain: () => void history.refetch(),
    ask,
    stop: () => asking.current?.abort(),
    clear,
  }
}

/** Resolves as soon as the user stops, even while the question waits for a pending clear request. */
const whenStopped = (signal: AbortSignal) =>
  new Promise<CoachOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, error: buildFailure('canceled') }), { once: true })
  })

function writeQuestion({ text, isFromLink, correction }: Question, sharesPositions: boolean) {
  const lastPage = readLastPage()
  const page = lastPage && { path: lastPage.path, ...(lastPage.symbol !== null && { symbol: lastPage.symbol }) }
  return {
    message: text,
    ...(correction !== undefined && { correction }),
    ...(page !== null && { page }),
    ...(isFromLink && { from_link: true }),
    ...(sharesPositions && { share_positions: true }),
  }
}

/** Details of an error, leaving out the apology that the server may have included. */
function explain(error: ApiError): string[] {
  if (error.kind === 'canceled') return []
  const reason = describeFailure(error)
  return [
    ...(reason === null || reason === apology ? [] : [toSentence(reason)]),
    ...(error.retryAfterSeconds === null ? [] : [commonWords.wait(formatDuration(error.retryAfterSeconds))]),
    ...(error.requestId === null ? [] : [commonWords.quote(error.requestId)]),
  ]
}
