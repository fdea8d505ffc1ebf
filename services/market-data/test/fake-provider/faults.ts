import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { type StubAnswer, type StubReply, type StubRequest, sendAnswer } from '../providers/stub-server.ts'

export interface Exchange {
  readonly request: StubRequest
  readonly answer: () => Promise<StubAnswer>
}
/** A failure mode: creates the response to a call. */
export type Fault = (exchange: Exchange) => StubReply | Promise<StubReply>

const MEGABYTE = 1_024 * 1_024
/** Uncompressed size of a compression bomb, and length of an endless body. */
const HUGE_MEGABYTES = 50
const JSON_HEAD = '{"status":"OK","results":[],"padding":"'
const HTML = '<!doctype html><html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>'

const fixed =
  (answer: StubAnswer): Fault =>
  () =>
    answer

/** Resets the connection without a response. */
export const reset: Fault = () => (request: IncomingMessage) => request.socket.resetAndDestroy()

/** Sends half of the response, then closes the connection. */
export const cutBody: Fault = async ({ answer }) => {
  const { status = 200, headers, body = '' } = await answer()
  const bytes = Buffer.from(body)
  return (_request: IncomingMessage, response: ServerResponse) => {
    const length = { 'content-length': String(bytes.length + 1) }
    response.writeHead(status, { 'content-type': 'application/json', ...headers, ...length })
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
}

/** Sends half of the response as if it were complete. */
export const cutJson: Fault = async ({ answer }) => {
  const regular = await answer()
  const bytes = Buffer.from(regular.body ?? '')
  return { ...regular, body: bytes.subarray(0, bytes.length / 2) }
}

/** Delays the response; sends nothing if the client has disconnected. */
export function late(ms: number): Fault {
  return async ({ answer }) => {
    const regular = await answer()
    return async (_request: IncomingMessage, response: ServerResponse) => {
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const isElapsed = await delay(ms, true, { signal: gone.signal }).catch(() => false)
      if (isElapsed) sendAnswer(response, regular)
    }
  }
}

/** Accepts the call and never responds. */
export const hang: Fault = () => () => undefined

export const status = (code: number): Fault => fixed({ status: code, body: '{"status":"ERROR","error":"internal"}' })

export function tooMany(retryAfterSeconds: number | null): Fault {
  const error = "You've exceeded the maximum requests per minute, please wait or upgrade your subscription."
  const headers = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  return fixed({ status: 429, headers, body: JSON.stringify({ status: 'ERROR', error }) })
}

/** Answers this many calls, then responds to all others with a 429. */
export function quota(calls: number): Fault {
  let left = calls
  const refuse = tooMany(null)
  return (exchange) => {
    left -= 1
    return left >= 0 ? exchange.answer() : refuse(exchange)
  }
}

/** Fails every second call. */
export function flapping(fault: Fault): Fault {
  let calls = 0
  return (exchange) => {
    calls += 1
    return calls % 2 === 0 ? fault(exchange) : exchange.answer()
  }
}

export const unknownKey = fixed({ status: 401, body: '{"status":"ERROR","error":"Unknown API Key"}' })
export const unpaid = fixed({ status: 402, body: '{"status":"ERROR","error":"Payment required"}' })
const REFUSAL = '{"status":"NOT_AUTHORIZED","message":"You are not entitled to this data. Please upgrade your plan."}'
export const notEntitled = fixed({ status: 403, body: REFUSAL })
export const okNotEntitled = fixed({ body: REFUSAL })
export const okError = fixed({ body: '{"status":"ERROR","error":"something broke"}' })

export const notFound = fixed({ status: 404, body: '{"status":"NOT_FOUND","message":"Data not found."}' })

export const html = fixed({ headers: { 'content-type': 'text/html' }, body: HTML })
export const xml = fixed({ headers: { 'content-type': 'application/xml' }, body: '<?xml version="1.0"?><Error/>' })
export const empty = fixed({ body: '' })
export const nothing = fixed({ body: 'null' })
export const deep = fixed({ body: `{"status":"OK","results":${'['.repeat(10_000)}${']'.repeat(10_000)}}` })

export const huge: Fault = () => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  pour(response)
}

/** The same 50 MB, compressed to about 50 kB. */
export const gzipBomb: Fault = () => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  const gzip = createGzip({ level: 9 })
  gzip.pipe(response)
  response.once('close', () => gzip.destroy())
  pour(gzip)
}

/** Writes in pieces, so that the sending server never holds the whole body in memory. */
function pour(target: NodeJS.WritableStream & { readonly destroyed?: boolean }): void {
  const piece = Buffer.alloc(MEGABYTE, 'x')
  let pieces = HUGE_MEGABYTES
  const next = () => {
    while (pieces > 0 && target.destroyed !== true) {
      pieces -= 1
      if (!target.write(piece)) {
        target.once('drain', next)
        return
      }
    }
    if (target.destroyed !== true) target.end('"}')
  }
  target.write(JSON_HEAD)
  next()
}

export const redirect = (location: string): Fault => fixed({ status: 302, headers: { location } })

/** Changes the JSON of the regular response; other responses are unchanged. */
export function spoil(change: (body: Record<string, unknown>) => unknown): Fault {
  return async ({ answer }) => {
    const regular = await answer()
    const text = String(regular.body ?? '')
    return text.startsWith('{') ? { ...regular, body: JSON.stringify(change(JSON.parse(text))) } : regular
  }
}

/** Removes a field from all rows of a list. */
export const without = (part: string): Fault =>
  spoil(({ results, ...body }) => {
    const rows = Array.isArray(results) ? results : []
    return { ...body, results: rows.map((row: object) => ({ ...row, [part]: null })) }
  })

/** Makes a list's link to its next page point to another host. */
export const goesOnElsewhere = (url: string): Fault => spoil((body) => ({ ...body, next_url: url }))

export function brokenSecondPage(failure: Fault): Fault {
  return async (exchange) => {
    const { path, query } = exchange.request
    if (query.cursor !== undefined) return failure(exchange)
    const next = `https://api.massive.com${path}?cursor=${Buffer.from('{"from":"1"}').toString('base64url')}`
    return spoil((body) => ({ ...body, next_url: next }))(exchange)
  }
}

/** Shifts every time in a response, to simulate old data. */
export const shiftInstants = (ms: number): Fault => spoil((body) => shift(body, ms))

/** Simulates a wrong clock: shifts the times in the body and the Date header. */
export function wrongClock(ms: number): Fault {
  const shifted = shiftInstants(ms)
  return async (exchange) => {
    const reply = await shifted(exchange)
    const date = new Date(Date.now() + ms).toUTCString()
    return typeof reply === 'function' ? reply : { ...reply, headers: { ...reply.headers, date } }
  }
}

const NS_PER_MS = 1_000_000
const INSTANTS = new Set(['last_updated', 'updated', 't', 'serverTime'])
/** Fields whose times are days, which a wrong clock does not affect. */
const DAYS = new Set(['results'])

function shift(value: unknown, ms: number, name = '', ofDays = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => shift(entry, ms, name, ofDays))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => {
      return [key, shift(entry, ms, key, ofDays || DAYS.has(key))] as const
    })
    return Object.fromEntries(entries)
  }
  if (!INSTANTS.has(name) || (name === 't' && ofDays)) return value
  if (typeof value === 'string') return new Date(Date.parse(value) + ms).toISOString()
  return typeof value === 'number' ? value + ms * NS_PER_MS : value
}
