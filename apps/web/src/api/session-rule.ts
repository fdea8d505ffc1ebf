import type { UnknownAction } from '@reduxjs/toolkit'
import { type ApiError, buildFailure } from './api-error.ts'
import type { HttpOutcome } from './http.ts'
import type { ApiRequest } from './request.ts'
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
  send: (token: string | null) => Promise<HttpOutcome<T>>,
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
  const sent = await send(token)
  if (sent.ok) return sent
  const refused = sent.error.status === 401 && request.id !== 'auth.login'
  // Ignores the rejection if another tab has replaced the token in the meantime.
  if (refused && credentials.readToken() === token) endSession()
  return { ...sent, final: refused }
}
