import type { UnknownAction } from '@reduxjs/toolkit'
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { createApi } from '@reduxjs/toolkit/query/react'
import { findAnswer, keepAnswer } from './answers.ts'
import { type ApiError, type ApiRequest, buildFailure, type HttpOutcome, send } from './http.ts'
import type { ApiServices } from './services.ts'
import { sessionEnded } from './session.ts'

/** `final`: a retry would fail in the same way. */
export type Answered<T> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly error: ApiError; readonly final: boolean }

interface Sender {
  readonly extra: unknown
  readonly dispatch: (action: UnknownAction) => unknown
}

/** Sends a request with a valid token, and ends the session if the token is rejected. */
export async function sendInSession<T>(
  { extra, dispatch }: Sender,
  request: ApiRequest,
  sendWithToken: (token: string | null) => Promise<HttpOutcome<T>>,
): Promise<Answered<T>> {
  const { credentials, tokens } = extra as ApiServices
  const endSession = () => {
    credentials.clear()
    dispatch(sessionEnded('server'))
  }

  const found = request.needsToken ? await tokens.findToken() : null
  if (found?.kind === 'none') {
    endSession()
    return { ok: false, error: buildFailure('signed_out'), final: true }
  }
  if (found?.kind === 'ended') endSession()
  if (found?.kind === 'ended' || found?.kind === 'failed') return { ok: false, error: found.error, final: true }

  const token = found?.token ?? null
  const sent = await sendWithToken(token)
  if (sent.ok) return sent
  const rejected = sent.error.status === 401 && request.needsToken
  // Ignores the rejection if another tab has replaced the token in the meantime.
  if (rejected && credentials.readToken() === token) endSession()
  return { ...sent, final: rejected }
}

const RETRY_BASE_MS = 300

/**
 * Sends a request with the session's token, retries it if that is allowed, and ends the session if the token is
 * rejected. If the server cannot be reached, returns the stored answer, if there is one.
 */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, api) => {
  const { credentials, fetch, wait, random } = api.extra as ApiServices
  const userId = credentials.readUser()?.id
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendInSession(api, request, (token) => send(fetch, request, { token, signal: api.signal }))
    if (answer.ok) {
      void keepAnswer(request, answer.body, userId, api)
      return { data: answer.body }
    }
    const { error, final } = answer
    const isLast = final || attempt >= request.attempts || !isWorthRepeating(error)
    if (isLast || !navigator.onLine) {
      const found = (await findAnswer(request, error, userId, api)) ?? { error }
      // If the network came back meanwhile, only another attempt fetches: a query in progress is not refetched then.
      if (isLast || !navigator.onLine) return found
    }
    await wait(RETRY_BASE_MS * 2 ** attempt * (0.5 + random()), api.signal)
  }
}

function isWorthRepeating(error: ApiError): boolean {
  return error.kind === 'unreachable' || error.status === 503
}

/** The app's only API slice. The endpoints of each backend service are injected by that service's file. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Screen', 'Portfolio'],
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

interface QueryState<Data, Failure> {
  readonly data?: Data | undefined
  readonly currentData?: Data | undefined
  readonly error?: Failure | undefined
  readonly isFetching: boolean
  readonly isUninitialized: boolean
}

/**
 * Use as a query's `selectFromResult`. Keeps only what a page shows, so that no other change re-renders it. A query
 * that has not started or is skipped counts as fetching.
 */
export const selectResult = <Data, Failure>({
  data,
  currentData,
  error,
  isFetching,
  isUninitialized,
}: QueryState<Data, Failure>) => ({ data, currentData, error, isFetching: isFetching || isUninitialized })

/** Selects only the data. */
export const selectData = <Data>({ data }: { readonly data?: Data | undefined }) => ({ data })
