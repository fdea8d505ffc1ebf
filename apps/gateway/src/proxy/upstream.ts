import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import {
  type AddressRing,
  AppError,
  CLIENT_ADDRESS_HEADER,
  IDENTITY_HEADER,
  type IdentitySigner,
  PUBLIC_HOST_HEADER,
  REQUEST_ID_HEADER,
  type Runtime,
  type ServiceAddress,
  wasNeverSent,
} from '@callwright/service'
import type { FastifyRequest } from 'fastify'
import { type Dispatcher, Pool } from 'undici'
import { type GatewayConfig, type Upstream, upstreams } from '../config.ts'
import { upstreamBusy, upstreamLate } from '../errors.ts'

/** Maximum length of a buffered response. Longer responses, and those without a content length, are streamed. */
export const MAX_WHOLE_BYTES = 128 * 1_024

export interface UpstreamResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /**
   * The whole body, or a stream of it. The stream fails if the response is cut off. Destroying the stream aborts the
   * upstream call.
   */
  readonly body: Buffer | Readable
}

interface CallEvents {
  readonly onResponse: (answer: UpstreamResponse) => void
  /** Called at most once, and never after `onResponse`. */
  readonly onFailure: (error: Error) => void
  /** Called when the connection is free: the response is complete, was cut off or never arrived. */
  readonly onEnd: () => void
}

/**
 * One upstream request and its response. Short responses are buffered: this takes half as long as a stream, and a
 * truncated response becomes a plain failure.
 */
function createUpstreamCall({ onResponse, onFailure, onEnd }: CallEvents) {
  let connection: Dispatcher.DispatchController | null = null
  let abortedBy: Error | null = null
  let head: Pick<UpstreamResponse, 'status' | 'headers'> | null = null
  let stream: Readable | null = null
  const chunks: Buffer[] = []

  function abort(reason: Error): void {
    if (abortedBy !== null) return
    abortedBy = reason
    if (stream === null) onFailure(reason)
    connection?.abort(reason)
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      connection = started
      if (abortedBy !== null) started.abort(abortedBy)
    },
    onResponseStart(_connection, status, headers) {
      if (status < 200) return
      head = { status, headers }
      if (isShort(status, headers)) return
      stream = new Readable({
        read: () => connection?.resume(),
        destroy(error, done) {
          abort(error ?? new Error('The client disconnected'))
          done(error)
        },
      })
      onResponse({ ...head, body: stream })
    },
    onResponseData(started, chunk) {
      if (stream === null) chunks.push(chunk)
      else if (!stream.push(chunk)) started.pause()
    },
    onResponseEnd() {
      onEnd()
      if (stream !== null) stream.push(null)
      else if (head !== null && abortedBy === null) onResponse({ ...head, body: join(chunks) })
    },
    onResponseError(_connection, error) {
      onEnd()
      if (stream !== null) stream.destroy(error)
      else if (abortedBy === null) onFailure(error)
    },
  }
  return { handler, abort }
}

/** Most short responses arrive in one chunk, which needs no copy. */
function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks)
}

function isShort(status: number, headers: IncomingHttpHeaders): boolean {
  return status === 204 || status === 304 || Number(headers['content-length']) <= MAX_WHOLE_BYTES
}

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

interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | null
}

export interface UpstreamPool {
  /**
   * Sends once. Only if the address fails without a response, another address gets the request, provided that it was
   * never sent or is a GET. Throws `upstreamLate`, `upstreamBusy` or the connection's error.
   */
  send(request: UpstreamRequest, deadlineMs?: number): Promise<UpstreamResponse>
  close(): Promise<void>
}

interface PoolOptions {
  readonly addresses: readonly ServiceAddress[]
  readonly ring: AddressRing
  /** Deadline for the whole request, from waiting for a connection to the last byte. */
  readonly deadlineMs: number
  /**
   * Whether the pool is for event streams. Each stream has its own connection, and the deadline applies only to its
   * first byte.
   */
  readonly forEventStreams?: boolean
  readonly onRetry: () => void
  /** Called with the `date` header of each response, and the time by performance.now() at which the request was sent. */
  readonly onDate: (date: string | undefined, sentAt: number) => void
}

/** Connection pools of one service, one for each address. Rejects requests above the cap immediately. */
export function createUpstreamPool(owner: Upstream, options: PoolOptions): UpstreamPool {
  const { addresses, ring, deadlineMs, forEventStreams = false } = options
  const pools = new Map(addresses.map((address) => [address, openPool(address, forEventStreams)]))
  let running = 0

  async function sendTo(address: ServiceAddress, request: UpstreamRequest, leftMs: number): Promise<UpstreamResponse> {
    if (running >= MAX_REQUESTS) throw upstreamBusy(owner)
    running += 1
    const sentAt = performance.now()
    return new Promise<UpstreamResponse>((resolve, reject) => {
      const call = createUpstreamCall({
        onResponse(response) {
          options.onDate(response.headers.date, sentAt)
          clearTimeout(watch)
          if (forEventStreams && isEventStream(response)) clearTimeout(timer)
          resolve(response)
        },
        onFailure: reject,
        onEnd() {
          clearTimeout(watch)
          clearTimeout(timer)
          running -= 1
        },
      })
      const timer = setTimeout(() => call.abort(upstreamLate(owner)), leftMs)
      const canLeave = addresses.length > 1 && request.method === 'GET'
      const watch = canLeave
        ? setTimeout(() => {
            if (!ring.isReady(address) && ring.hasOther(address))
              call.abort(new Error('The address is no longer ready'))
          }, leftMs / 2)
        : undefined
      pools.get(address)?.dispatch(request, call.handler)
    })
  }

  return {
    async send(request, limitMs = deadlineMs) {
      const startedAtMs = performance.now()
      const first = ring.next()
      try {
        return await sendTo(first, request, limitMs)
      } catch (error) {
        if (error instanceof AppError) throw error
        ring.leaveOut(first, error)
        const other = request.method === 'GET' || wasNeverSent(error) ? ring.nextAfter(first) : null
        if (other === null) throw error
        options.onRetry()
        return sendTo(other, request, limitMs - (performance.now() - startedAtMs))
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

const openPool = ({ url }: ServiceAddress, forEventStreams: boolean) =>
  new Pool(new URL(url).origin, {
    connections: forEventStreams ? MAX_REQUESTS : CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: STREAM_PAUSE_MS,
  })

export function isEventStream({ headers, body }: UpstreamResponse): boolean {
  return body instanceof Readable && String(headers['content-type']).startsWith(STREAM_TYPE)
}

/** Client headers that services receive. All others are dropped, above all identity headers. */
const forwardedHeaders = [
  'accept',
  'accept-language',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
]

/**
 * Builds the request to a service. Query and body stay unchanged. The headers are the allowed ones plus the gateway's
 * headers for the caller's identity, address and host.
 */
export function buildUpstreamRequest(
  owner: Upstream,
  sign: IdentitySigner,
  request: FastifyRequest,
  path: string,
): UpstreamRequest {
  if (request.principal === null) throw new Error('A request bypassed the edge guard')
  const body = pickBody(request)
  const headers = pickHeaders(request.headers, forwardedHeaders)
  if (owner === 'auth' && request.headers.cookie !== undefined) headers.cookie = request.headers.cookie
  if (body !== null) headers['content-type'] = request.headers['content-type'] ?? 'application/octet-stream'
  headers[IDENTITY_HEADER] = sign(owner, request.principal)
  headers[REQUEST_ID_HEADER] = request.id
  headers[CLIENT_ADDRESS_HEADER] = request.ip
  headers[PUBLIC_HOST_HEADER] = request.host
  const query = request.url.indexOf('?')
  const target = query === -1 ? path : path + request.url.slice(query)
  return { method: request.method as UpstreamRequest['method'], path: target, headers, body }
}

const pickBody = ({ body }: FastifyRequest): Buffer | null => (Buffer.isBuffer(body) && body.length > 0 ? body : null)

export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}

/** Registers each service as a soft dependency. The gateway is not ready if no service is reachable. */
export function watchUpstreams(runtime: Runtime, config: GatewayConfig): void {
  const reach = upstreams.map((owner) => async () => {
    await Promise.any(config[owner].map(({ url }) => openConnection(url)))
  })
  for (const [index, owner] of upstreams.entries()) {
    const run = reach[index]
    if (run) runtime.health.addCheck({ name: `${owner}:reachable`, componentType: 'component', kind: 'soft', run })
  }
  runtime.health.addCheck({
    name: 'services:anyReachable',
    componentType: 'component',
    kind: 'hard',
    run: async () => {
      await Promise.any(reach.map((run) => run()))
    },
  })
}

function openConnection(address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('No connection in time')))
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
