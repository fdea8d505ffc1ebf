import { finished } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { upstreamBusy, upstreamLate } from './errors.ts'
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

type Answer = (error: Error | null, data?: Dispatcher.ResponseData) => void

export interface UpstreamPool {
  readonly request: Dispatcher['request']
  close(): Promise<void>
}

/**
 * The connections to one service. A request has `deadlineMs` for all of it: waiting for a connection, the answer's
 * beginning and its end. An event stream has it until it begins. Above the cap a request is refused at once.
 */
export function createUpstreamPool(owner: Upstream, url: string, deadlineMs: number): UpstreamPool {
  const pool = new Pool(new URL(url).origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: STREAM_PAUSE_MS,
  })
  let running = 0

  function send(options: Dispatcher.RequestOptions, answer: Answer): void {
    running += 1
    const aborting = new AbortController()
    let isAnswered = false
    const answerOnce: Answer = (error, data) => {
      if (isAnswered) return
      isAnswered = true
      answer(error, data)
    }
    // A request that waits for a connection hears of the abort only once it has one.
    const timer = setTimeout(() => {
      const late = upstreamLate(owner)
      aborting.abort(late)
      answerOnce(late)
    }, deadlineMs)
    const settle = () => {
      clearTimeout(timer)
      running -= 1
    }
    pool.request({ ...options, signal: aborting.signal }, (error, data) => {
      if (error !== null) {
        settle()
        answerOnce(error)
        return
      }
      if (String(data.headers['content-type'] ?? '').startsWith(STREAM_TYPE)) clearTimeout(timer)
      finished(data.body, settle)
      answerOnce(null, data)
    })
  }

  const request = (options: Dispatcher.RequestOptions, answer: Answer): void => {
    if (running >= MAX_REQUESTS) answer(upstreamBusy(owner))
    else send(options, answer)
  }
  return { request: request as Dispatcher['request'], close: () => pool.destroy() }
}
