import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { upstreamBusy, upstreamLate } from './errors.ts'
import { createUpstreamCall, type UpstreamAnswer } from './upstream-call.ts'
import type { Upstream } from './upstreams.ts'

const CONNECT_TIMEOUT_MS = 1_000
/** Below the services' own keep-alive, so that no request rides a connection they are closing. */
const KEEP_ALIVE_MS = 4_000
const CONNECTIONS = 64
/** What runs and what waits for a connection: beyond this waiting longer helps nobody. */
export const MAX_REQUESTS = 256
/** Between two pieces of a stream that has no end of its own. */
const STREAM_PAUSE_MS = 60_000
const STREAM_TYPE = 'text/event-stream'

export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | null
}

export interface UpstreamPool {
  /** Asks once. Throws `upstreamLate`, `upstreamBusy`, or the error of a connection that could not be had or broke. */
  ask(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

interface PoolOptions {
  /** For all of a request: waiting for a connection, the answer's beginning and its end. */
  readonly deadlineMs: number
  /** An event stream has the deadline until it begins, and a connection of its own. */
  readonly forEventStreams?: boolean
}

/** The connections to one service. Above the cap a request is refused at once. */
export function createUpstreamPool(owner: Upstream, url: string, options: PoolOptions): UpstreamPool {
  const { deadlineMs, forEventStreams = false } = options
  const pool = new Pool(new URL(url).origin, {
    connections: forEventStreams ? MAX_REQUESTS : CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: STREAM_PAUSE_MS,
  })
  let running = 0

  return {
    async ask(request) {
      if (running >= MAX_REQUESTS) throw upstreamBusy(owner)
      running += 1
      return new Promise<UpstreamAnswer>((resolve, reject) => {
        const call = createUpstreamCall({
          onAnswer(answer) {
            if (forEventStreams && isEventStream(answer)) clearTimeout(timer)
            resolve(answer)
          },
          onFailure: reject,
          onEnd() {
            clearTimeout(timer)
            running -= 1
          },
        })
        const timer = setTimeout(() => call.abort(upstreamLate(owner)), deadlineMs)
        pool.dispatch(request, call.handler)
      })
    },
    close: () => pool.destroy(),
  }
}

export function isEventStream({ headers, body }: UpstreamAnswer): boolean {
  return body instanceof Readable && String(headers['content-type']).startsWith(STREAM_TYPE)
}
