import { type EndpointId, matchEndpoint, type Problem, type Success } from '@callwright/contracts'

export interface FakeCall {
  readonly id: EndpointId
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
  /** Fires when the caller aborts. */
  readonly signal: AbortSignal
  /** Whether the request would outlive the page (keepalive). */
  readonly outlivesPage: boolean
}

export type Handler = (call: FakeCall) => Response | Promise<Response>

export interface FakeNetwork {
  readonly fetch: typeof globalThis.fetch
  readonly answer: (id: EndpointId, handler: Handler) => void
  readonly callsTo: (id: EndpointId) => FakeCall[]
}

/** A fake server that knows the endpoint table. Tests decide what it responds. */
export function createNetwork(): FakeNetwork {
  const handlers = new Map<EndpointId, Handler>()
  const calls: FakeCall[] = []
  return {
    answer: (id, handler) => handlers.set(id, handler),
    callsTo: (id) => calls.filter((call) => call.id === id),
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const match = matchEndpoint(init?.method ?? 'GET', url.pathname)
      if (match.kind !== 'endpoint') throw new Error(`No endpoint ${init?.method} ${url.pathname}`)
      const { id } = match
      const call = {
        id,
        path: url.pathname,
        query: url.searchParams,
        headers: new Headers(init?.headers),
        body: readBody(init?.body),
        signal: init?.signal ?? new AbortController().signal,
        outlivesPage: init?.keepalive === true,
      }
      calls.push(call)
      const handler = handlers.get(id)
      const answered = handler === undefined ? refuse(501, `${id} is not answered in this test`) : handler(call)
      return await Promise.race([answered, whenAborted(call.signal)])
    },
  }
}

function readBody(body: BodyInit | null | undefined): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : null
}

function whenAborted(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true })
  })
}

export function reply<Id extends EndpointId>(_id: Id, body: Success<Id>, status = 200): Response {
  return status === 204
    ? new Response(null, { status })
    : new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

export function refuse(
  status: number,
  detail: string,
  more: Partial<Problem> & { retryAfter?: number } = {},
): Response {
  const { retryAfter, ...problem } = more
  const body: Problem = {
    type: 'about:blank',
    title: 'Rejected',
    status,
    detail,
    code: 'rejected',
    request_id: 'request-7',
    ...problem,
  }
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return new Response(JSON.stringify(body), { status, headers })
}

/** Fails in the same way as fetch when the server is unreachable. */
export function beUnreachable(): Response {
  throw new TypeError('fetch failed')
}

/** A response that is held back until the test opens the gate. */
export function createGate(answer: () => Response): { handler: Handler; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    handler: async () => {
      await promise
      return answer()
    },
    open: resolve,
  }
}
