import { buildHeaders, type Fetch, toHref } from './http.ts'
import type { ApiRequest } from './request.ts'
import type { ApiServices } from './services.ts'

/** A token with less left is renewed before it is used, which is the page's business. */
const SECONDS_LEFT = 60
/** What came earlier than this is no answer of now. */
const MOST_AGE_MS = 10_000

/** A question that depends on the answer to one of the others. */
export interface FollowingQuestion {
  readonly after: ApiRequest
  /** `answer`: its body; null where there is none. */
  readonly find: (answer: unknown) => ApiRequest
}

/**
 * Sends what the page will ask for before the code of the page is there, where there is a session. Returns the services
 * for the page: the first of its calls that asks the very same takes the answer that is on its way.
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
    // Its caller handles the failure; the page may never ask.
    answer.catch(() => {})
    answers.set(toHref(request), answer)
  }
  const follow = async ({ after, find }: FollowingQuestion) => {
    const href = toHref(after)
    const body = await readCopy(answers.get(href)).catch(() => null)
    // A page that has taken the answer asks the next question itself.
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

/** The body of an answer, read from a copy so that the page can read it too; null for a refusal. */
async function readCopy(answer: Promise<Response> | undefined): Promise<unknown> {
  const response = await answer
  return response?.ok ? await response.clone().json() : null
}
