import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Problem } from '@callwright/contracts'
import { type Runtime, sendProblem } from '@callwright/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { upstreamGarbled } from './errors.ts'
import type { Upstream } from './upstreams.ts'

const PROBLEM_TYPE = 'application/problem+json'
const MAX_PROBLEM_BYTES = 64 * 1_024

/** What of a service's own headers reaches a client. */
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

export function pickResponseHeaders(owner: Upstream, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const names = owner === 'auth' ? [...passedHeaders, 'set-cookie'] : passedHeaders
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

/**
 * Passes on what a service answered: a success streams through, a problem is rebuilt from its known fields, and
 * anything else (a page, half a body, a redirect) becomes a plain 503 (F19).
 */
export async function answerFromUpstream(
  runtime: Runtime,
  owner: Upstream,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readable,
): Promise<void> {
  const status = reply.statusCode
  const type = String(reply.getHeader('content-type') ?? '')
  if ((status < 300 || status === 304) && !type.startsWith('text/html')) {
    body.once('error', () => dropUpstreamHeaders(reply))
    void reply.send(body)
    return
  }
  const problem = status >= 400 && type.startsWith(PROBLEM_TYPE) ? await readProblem(body) : null
  if (problem !== null && mayPass(owner, status, problem)) {
    void reply
      .removeHeader('content-length')
      .type(PROBLEM_TYPE)
      .serializer(JSON.stringify)
      .send({ ...problem, status, request_id: request.id })
    return
  }
  body.on('error', () => {}).destroy()
  runtime.log.error({ upstream: owner, status, code: problem?.code, request_id: request.id }, 'upstream.garbled')
  dropUpstreamHeaders(reply)
  void sendProblem(upstreamGarbled(owner), request, reply)
}

/**
 * A 401 signs the browser's user out (P1), so it passes only where it can mean that: from auth, about a password or a
 * token. A service that refuses the gateway's own identity is broken, not the user.
 */
function mayPass(owner: Upstream, status: number, problem: ProblemFields): boolean {
  return status !== 401 || (owner === 'auth' && !problem.code.startsWith('identity_'))
}

type ProblemFields = Pick<Problem, 'type' | 'title' | 'detail' | 'code' | 'errors'>

async function readProblem(body: Readable): Promise<ProblemFields | null> {
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

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
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

/** What a failed answer said of itself does not hold for the problem that takes its place. */
function dropUpstreamHeaders(reply: FastifyReply): void {
  if (reply.raw.headersSent) return
  for (const name of Object.keys(reply.getHeaders())) if (isFromUpstream(name)) reply.removeHeader(name)
  for (const name of reply.raw.getHeaderNames()) if (isFromUpstream(name)) reply.raw.removeHeader(name)
}

function isFromUpstream(name: string): boolean {
  return passedHeaders.includes(name) || name === 'set-cookie'
}
