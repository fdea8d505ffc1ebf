import { buildHeaders, type Fetch, toHref } from './http.ts'
import type { ApiRequest } from './request.ts'
import type { ApiServices } from './services.ts'

/** If the token expires sooner than this, the app will refresh it first, so nothing is prefetched. */
const MIN_TOKEN_SECONDS = 60
/** A prefetched response older than this is discarded. */
const MAX_AGE_MS = 10_000

/** A request that depends on the response to another one. */
export interface DependentRequest {
  readonly after: ApiRequest
  /** Builds the request. `body`: the other response's body; null if that request failed. */
  readonly find: (body: unknown) => ApiRequest
}

/**
 * If there is a session, sends the page's first requests before its code has loaded. Returns services whose `fetch`
 * hands each prefetched response to the first matching request from the same user.
 */
export function prefetch(
  services: ApiServices,
  requests: readonly ApiRequest[],
  dependent: DependentRequest | null = null,
): ApiServices {
  const { credentials, fetch } = services
  const token = credentials.readToken()
  if (token === null || credentials.secondsLeft() < MIN_TOKEN_SECONDS) return services
  const requestedAt = performance.now()
  const responses = new Map<string, Promise<Response>>()
  const send = (request: ApiRequest) => {
    const headers = buildHeaders(request, token)
    const pending = fetch(toHref(request), { method: request.method, headers, credentials: 'same-origin' })
    // The caller that uses the response handles errors; this avoids an unhandled rejection if no caller does.
    pending.catch(() => {})
    responses.set(toHref(request), pending)
  }
  const sendDependent = async ({ after, find }: DependentRequest) => {
    const href = toHref(after)
    const body = await readCopy(responses.get(href)).catch(() => null)
    // If the page has already used the response, it sends the next request itself.
    if (responses.has(href)) send(find(body))
  }
  for (const request of requests) send(request)
  if (dependent !== null) void sendDependent(dependent)
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

/**
 * Reads the body from a copy, so that the page can still read the original. Returns null if the response is an error.
 */
async function readCopy(pending: Promise<Response> | undefined): Promise<unknown> {
  const response = await pending
  return response?.ok ? await response.clone().json() : null
}
