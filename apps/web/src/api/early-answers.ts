import { buildHeaders, type Fetch, toHref } from './http.ts'
import type { ApiRequest } from './request.ts'
import type { ApiServices } from './services.ts'

/** Below this the app refreshes the token first, so skip the prefetch. */
const SECONDS_LEFT = 60
/** Discard prefetched responses older than this. */
const MOST_AGE_MS = 10_000

/** A request that depends on the response to another one. */
export interface FollowingQuestion {
  readonly after: ApiRequest
  /** `body`: body of the response; null if it failed. */
  readonly find: (body: unknown) => ApiRequest
}

/**
 * Sends the page's first requests before its code has loaded, if there is a session. Returns services whose `fetch`
 * uses each prefetched response once, for the same request by the same user.
 */
export function askEarly(
  services: ApiServices,
  requests: readonly ApiRequest[],
  following: FollowingQuestion | null = null,
): ApiServices {
  const { credentials, fetch } = services
  const token = credentials.readToken()
  if (token === null || credentials.secondsLeft() < SECONDS_LEFT) return services
  const askedAt = performance.now()
  const answers = new Map<string, Promise<Response>>()
  const ask = (request: ApiRequest) => {
    const headers = buildHeaders(request, token)
    const answer = fetch(toHref(request), { method: request.method, headers, credentials: 'same-origin' })
    // The consumer handles errors; avoid an unhandled rejection if there is none.
    answer.catch(() => {})
    answers.set(toHref(request), answer)
  }
  const follow = async ({ after, find }: FollowingQuestion) => {
    const href = toHref(after)
    const body = await readCopy(answers.get(href)).catch(() => null)
    // If the page has already used the response, it sends the next request itself.
    if (answers.has(href)) ask(find(body))
  }
  for (const request of requests) ask(request)
  if (following !== null) void follow(following)
  const takeOr: Fetch = (input, init) => {
    const href = String(input)
    const answer = answers.get(href)
    const sameReader = new Headers(init?.headers).get('authorization') === `Bearer ${token}`
    if (answer === undefined || !sameReader || init?.method !== 'GET') return fetch(input, init)
    answers.delete(href)
    return performance.now() - askedAt < MOST_AGE_MS ? answer : fetch(input, init)
  }
  return { ...services, fetch: takeOr }
}

/** Reads the body from a copy, so that the page can read it too; null for an error response. */
async function readCopy(answer: Promise<Response> | undefined): Promise<unknown> {
  const response = await answer
  return response?.ok ? await response.clone().json() : null
}
