import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import type { ApiError } from './api-error.ts'
import { send } from './http.ts'
import type { ApiRequest } from './request.ts'
import type { ApiServices } from './services.ts'
import { sendInSession } from './session-rule.ts'

const RETRY_BASE_MS = 300

/**
 * Sends a request with the session's token, retries it if that is allowed, and ends the session if the token is
 * rejected.
 */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, api) => {
  const { fetch, wait, random } = api.extra as ApiServices
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendInSession(api, request, (token) => send(fetch, request, { token, signal: api.signal }))
    if (answer.ok) return { data: answer.body }
    const { error, final } = answer
    if (final || attempt >= request.attempts || !isWorthRepeating(error)) return { error }
    await wait(RETRY_BASE_MS * 2 ** attempt * (0.5 + random()), api.signal)
  }
}

function isWorthRepeating(error: ApiError): boolean {
  return error.kind === 'unreachable' || error.status === 503
}
