import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { upstreamBusy, upstreamLate } from './errors.ts'
import { createUpstreamCall, type UpstreamResponse } from './upstream-call.ts'
import type { Upstream } from './upstreams.ts'

const CONNECT_TIMEOUT_MS = 1_000
/** Shorter than the services' keep-alive, so that no request uses a connection that a service is closing. */
const KEEP_ALIVE_MS = 4_000
const CONNECTIONS = 64
/**
 * Maximum number of running and queued requests. Further requests are rejected, because they would only time out in the
 * queue.
 */
export const MAX_REQUESTS = 256
/** Maximum pause between two chunks of an event stream. */
const STREAM_PAUSE_MS = 60_000
const STREAM_TYPE = 'text/event-stream'

export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | null
}

export interface UpstreamPool {
  /** Sends once, without retries. Throws `upstreamLate`, `upstreamBusy` or the connection's error. */
  send(request: UpstreamRequest): Promise<UpstreamResponse>
  close(): Promise<void>
}

interface PoolOptions {
  /** Deadline for the whole request, from waiting for a connection to the last byte. */
  readonly deadlineMs: number
  /**
   * Whether the pool is for event streams. Each stream has its own connection, and the deadline applies only to its
   * first byte.
   */
  readonly forEventStreams?: boolean
}

/** Connection pool of one service. Rejects requests above the cap immediately. */
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
    async send(request) {
      if (running >= MAX_REQUESTS) throw upstreamBusy(owner)
      running += 1
      return new Promise<UpstreamResponse>((resolve, reject) => {
        const call = createUpstreamCall({
          onResponse(response) {
            if (forEventStreams && isEventStream(response)) clearTimeout(timer)
            resolve(response)
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

export function isEventStream({ headers, body }: UpstreamResponse): boolean {
  return body instanceof Readable && String(headers['content-type']).startsWith(STREAM_TYPE)
}
