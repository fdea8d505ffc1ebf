import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { type ApiError, buildFailure } from './api-error.ts'
import { send } from './http.ts'
import type { ApiRequest } from './request.ts'
import type { ApiServices } from './services.ts'
import { sessionEnded } from './session.ts'

const RETRY_BASE_MS = 300

/** One call with all that holds for every call: token, repeats, and what a refusal means for the session. */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, api) => {
  const services = api.extra as ApiServices
  const endSession = () => {
    services.credentials.clear()
    api.dispatch(sessionEnded('server'))
  }

  for (let attempt = 1; ; attempt += 1) {
    const found = request.needsToken ? await services.tokens.findToken() : null
    if (found?.kind === 'none') {
      endSession()
      return { error: buildFailure('signed_out') }
    }
    if (found?.kind === 'ended') {
      endSession()
      return { error: found.error }
    }
    if (found?.kind === 'failed') return { error: found.error }

    const token = found?.token ?? null
    const outcome = await send(services.fetch, request, { token, signal: api.signal })
    if (outcome.ok) return { data: outcome.body }

    const { error } = outcome
    if (error.status === 401 && request.id !== 'auth.login') {
      // A refusal of a token that another tab has replaced since says nothing about the session of now.
      if (services.credentials.readToken() === token) endSession()
      return { error }
    }
    if (attempt >= request.attempts || !isWorthRepeating(error)) return { error }
    await services.wait(RETRY_BASE_MS * 2 ** attempt * (0.5 + services.random()), api.signal)
  }
}

function isWorthRepeating(error: ApiError): boolean {
  return error.kind === 'unreachable' || error.status === 503
}
