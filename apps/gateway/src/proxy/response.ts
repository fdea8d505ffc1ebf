import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { type EndpointId, getSchemas, type Problem } from '@callwright/contracts'
import { type Runtime, sendProblem } from '@callwright/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upstream } from '../config.ts'
import { upstreamGarbled } from '../errors.ts'
import { pickHeaders, type UpstreamResponse } from './upstream.ts'

/** Smaller bodies fit into one packet, so compressing them gains nothing. */
const MIN_BYTES = 1_400
/**
 * The output is a sixth larger than at the default level, but compression takes only a fifth to two thirds of the time
 * (docs/measurements).
 */
const LEVEL = 1
const TYPE = 'application/json'
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

interface Sent {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | Readable
}

/**
 * Compresses large JSON responses for clients that accept gzip. Never compresses auth's responses, because the length
 * of a compressed body can leak a secret in it (BREACH).
 */
function compressResponse(owner: Upstream, accepted: string | undefined, response: Sent): Sent {
  const { headers, body } = response
  const isShort = Buffer.isBuffer(body) && body.length < MIN_BYTES
  if (owner === 'auth' || isShort || !headers['content-type']?.startsWith(TYPE)) return response
  const vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`
  if (!acceptsGzip(accepted)) return { headers: { ...headers, vary }, body }
  const { 'content-length': _length, etag, ...others } = headers
  const changed = { ...others, vary, 'content-encoding': 'gzip', ...(etag === undefined ? {} : { etag: weaken(etag) }) }
  if (!Buffer.isBuffer(body)) return { headers: changed, body: compressStream(body) }
  const compressed = gzipSync(body, { level: LEVEL })
  return { headers: { ...changed, 'content-length': String(compressed.length) }, body: compressed }
}

/** Fails if the source fails, and ends the source if the client disconnects. */
function compressStream(source: Readable): Readable {
  const compressed = createGzip({ level: LEVEL })
  pipeline(source, compressed, () => undefined)
  return compressed
}

export const acceptsGzip = (accepted: string | undefined): boolean => ACCEPTS_GZIP.test(accepted ?? '')

/** Compressed bytes differ from the original, so the ETag must be weak. */
const weaken = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`)

const PROBLEM_TYPE = 'application/problem+json'
const MAX_PROBLEM_BYTES = 64 * 1_024

/** Response headers that the client receives. */
const passedHeaders = [
  'content-type',
  'content-length',
  'cache-control',
  'etag',
  'retry-after',
  'vary',
  'content-disposition',
  'www-authenticate',
]
const authHeaders = [...passedHeaders, 'set-cookie']

/**
 * Sends a service's response to the client: a success unchanged, a problem rebuilt from its known fields. Anything else
 * (an HTML page, a truncated body, a redirect) becomes a plain 503 (F19).
 */
export async function sendUpstreamResponse(
  runtime: Runtime,
  owner: Upstream,
  response: UpstreamResponse,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const { status, body } = response
  const headers = pickHeaders(response.headers, owner === 'auth' ? authHeaders : passedHeaders)
  const type = headers['content-type'] ?? ''
  if ((status < 300 || status === 304) && (!type.startsWith('text/html') || sendsPages(request.endpointId))) {
    const sent = compressResponse(owner, request.headers['accept-encoding'], { headers, body })
    // A body that fails before its first byte is replaced by an error response, which must not have these headers.
    if (sent.body instanceof Readable) sent.body.once('error', () => dropHeaders(reply, Object.keys(sent.headers)))
    void reply.code(status).headers(sent.headers).send(sent.body)
    return
  }
  const problem = status >= 400 && status < 600 && type.startsWith(PROBLEM_TYPE) ? await readProblem(body) : null
  if (problem !== null && isForwardable(owner, status, problem)) {
    const { 'content-length': _length, ...others } = headers
    void reply
      .code(status)
      .headers(others)
      .type(PROBLEM_TYPE)
      .serializer(JSON.stringify)
      .send({ ...problem, status, request_id: request.id })
    return
  }
  if (body instanceof Readable) body.on('error', () => {}).destroy()
  runtime.log.error({ upstream: owner, status, code: problem?.code, request_id: request.id }, 'upstream.garbled')
  void sendProblem(upstreamGarbled(owner), request, reply)
}

/** Whether an endpoint's own response is a page; a page from any other endpoint comes from something in between. */
const sendsPages = (id: EndpointId | null): boolean =>
  id !== null && getSchemas(id).responseTypes?.includes('text/html') === true

/**
 * A 401 signs the user out (P1), so only auth's 401s about a password or a token are forwarded. A service that rejects
 * the gateway's identity must not sign the user out.
 */
function isForwardable(owner: Upstream, status: number, problem: ProblemFields): boolean {
  return status !== 401 || (owner === 'auth' && !problem.code.startsWith('identity_'))
}

type ProblemFields = Pick<Problem, 'type' | 'title' | 'detail' | 'code' | 'errors'>

async function readProblem(body: Buffer | Readable): Promise<ProblemFields | null> {
  try {
    const value: unknown = JSON.parse(await readText(body))
    if (typeof value !== 'object' || value === null) return null
    const { title, detail, code, errors } = value as Record<string, unknown>
    if (typeof title !== 'string' || typeof detail !== 'string' || typeof code !== 'string') return null
    return { type: 'about:blank', title, detail, code, ...(isFieldErrors(errors) ? { errors } : {}) }
  } catch {
    return null
  }
}

async function readText(body: Buffer | Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>)) {
    bytes += chunk.length
    if (bytes > MAX_PROBLEM_BYTES) throw new Error('The problem is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isFieldErrors(value: unknown): value is NonNullable<Problem['errors']> {
  return (
    Array.isArray(value) &&
    value.every((entry) => typeof entry?.field === 'string' && typeof entry?.detail === 'string')
  )
}

function dropHeaders(reply: FastifyReply, names: readonly string[]): void {
  if (reply.raw.headersSent) return
  for (const name of names) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
}
