import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'

/** Response of a stub: bytes with a status and headers, or a function that handles the request. */
export interface StubAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}
export type StubHandler = (request: IncomingMessage, response: ServerResponse) => unknown
export type StubReply = StubAnswer | StubHandler

export interface StubRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  /** Time of arrival, by the wall clock. */
  readonly atMs: number
}
/** Responds based on the request; null falls through to the other responses. */
export type StubRouter = (request: StubRequest) => StubReply | null | Promise<StubReply | null>

const KEEP_ALIVE_MS = 60_000

export type StubServer = Awaited<ReturnType<typeof startStubServer>>

/**
 * HTTP server on loopback that replaces a provider. Responses are set by path (`/v1/now`, or with a query that must
 * match exactly, `/v1/now?page=2`) or by a router. Several responses for one path are sent in order; the last one
 * repeats. Paths without a response return a 404 without a body. Every request is recorded.
 */
export async function startStubServer({ port: wanted = 0 }: { readonly port?: number } = {}) {
  const answers = new Map<string, StubReply[]>()
  const routers: StubRouter[] = []
  const requests: StubRequest[] = []

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub')
    const { headers } = request
    const seen = { path: url.pathname, query: Object.fromEntries(url.searchParams), headers, atMs: Date.now() }
    requests.push(seen)
    const queue = answers.get(`${url.pathname}${url.search}`) ?? answers.get(url.pathname)
    const answer = (queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0]) ?? (await route(seen))
    if (typeof answer === 'function') await answer(request, response)
    else sendAnswer(response, answer)
  }
  async function route(request: StubRequest): Promise<StubReply> {
    for (const router of routers) {
      const answer = await router(request)
      if (answer !== null) return answer
    }
    return { status: 404 }
  }
  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => sendAnswer(response, { status: 500, body: inspect(error) }))
  })
  // Longer than pricing a chain blocks the event loop, or a call may reuse a connection that is being closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  async function stop(): Promise<void> {
    const stopped = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await stopped
  }
  await listen(wanted)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    /** Every request since the start or the last `reset`. */
    requests: requests as readonly StubRequest[],
    on(path: string, ...given: readonly StubReply[]): void {
      answers.set(path, [...given])
    },
    onJson(path: string, ...values: readonly unknown[]): void {
      answers.set(
        path,
        values.map((value) => ({ body: JSON.stringify(value) })),
      )
    },
    route(router: StubRouter): void {
      routers.push(router)
    },
    forgetRequests(): void {
      requests.length = 0
    },
    reset(): void {
      answers.clear()
      routers.length = 0
      requests.length = 0
    },
    /** Refuses connections until `start`. */
    stop,
    start: () => listen(port),
    close: stop,
  }
}

export function sendAnswer(response: ServerResponse, { status = 200, headers, body = '' }: StubAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

export async function failureOf(asked: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await asked.then(
    (value) => `an answer: ${inspect(value)}`,
    (reason: unknown) => reason,
  )
  if (outcome instanceof ProviderFailure) return outcome
  throw new Error(`no failure of a provider but ${inspect(outcome)}`)
}
