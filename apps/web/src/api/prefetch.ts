import { buildHeaders, type Fetch, toHref } from './http.ts'
import type { ApiRequest } from './request.ts'
import type { ApiServices } from './services.ts'

/** If the token expires sooner than this, the app will refresh it first, so nothing is prefetched. */
const MIN_TOKEN_SECONDS = 60
/** A prefetched response older than this is discarded. */
const MAX_AGE_MS = 10_000

/** Sends a request early. `next` receives a copy of the response's body, or null if the request failed. */
export type SendEarly = (request: ApiRequest, next?: (body: unknown) => void) => void

/**
 * If there is a session, sends the page's first requests before its code has loaded. Returns services whose `fetch`
 * hands each prefetched response to the first matching request from the same user.
 */
export function prefetch(services: ApiServices, sendFirst: (send: SendEarly) => void): ApiServices {
  const { credentials, fetch } = services
  const token = credentials.readToken()
  if (token === null || credentials.secondsLeft() < MIN_TOKEN_SECONDS) return services
  const requestedAt = performance.now()
  const responses = new Map<string, Promise<Response>>()
  sendFirst((request, next) => {
    const href = toHref(request)
    const pending = fetch(href, {
      method: request.method,
      headers: buildHeaders(request, token),
      credentials: 'same-origin',
    })
    // The caller that uses the response handles errors; this avoids an unhandled rejection if no caller does.
    pending.catch(() => {})
    responses.set(href, pending)
    if (next !== undefined) void readCopy(pending).then(next)
  })
  const reuseOrFetch: Fetch = (input, init) => {
    const href = String(input)
    const pending = responses.get(href)
    const isSameUser = new Headers(init?.headers).get('authorization') === `Bearer ${token}`
    if (pending === undefined || !isSameUser || init?.method !== 'GET') return fetch(input, init)
    responses.delete(href)
    return performance.now() - requestedAt < MAX_AGE_MS ? pending : fetch(input, init)
  }
  return { ...services, fetch: reuseOrFetch }
}

async function readCopy(pending: Promise<Response>): Promise<unknown> {
  try {
    const response = await pending
    return response.ok ? await response.clone().json() : null
  } catch {
    return null
  }
}
