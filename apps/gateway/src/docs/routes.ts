import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type EndpointId, endpointTable } from '@callwright/contracts'
import { buildOpenApi } from '@callwright/contracts/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../proxy/response.ts'
import { renderPage } from './page.ts'

interface StaticResponse {
  readonly type: string
  readonly body: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/** Serves the API as an OpenAPI document and as a page. Both are built on first request. */
export function registerDocs(app: FastifyInstance): void {
  const document = lazy('application/json; charset=utf-8', () => JSON.stringify(buildOpenApi()))
  const page = lazy('text/html; charset=utf-8', () => renderPage(buildOpenApi(), readOwn('page.css')))
  const script = lazy('text/javascript; charset=utf-8', () => readOwn('page.js'))
  route(app, 'gateway.docs', (request) => (wantsDocument(request) ? document() : page()))
  route(app, 'gateway.openapi', document)
  route(app, 'gateway.docsScript', script)
}

function route(app: FastifyInstance, id: EndpointId, choose: (request: FastifyRequest) => StaticResponse): void {
  const { method, path } = endpointTable[id]
  app.route({ method, url: path, handler: (request, reply) => sendStatic(request, reply, choose(request)) })
}

function sendStatic(request: FastifyRequest, reply: FastifyReply, response: StaticResponse): FastifyReply {
  reply.headers({ etag: response.etag, vary: 'accept, accept-encoding', 'cache-control': 'no-cache' })
  if (request.headers['if-none-match']?.includes(response.etag) === true) return reply.code(304).send()
  reply.type(response.type)
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(response.body)
  return reply.header('content-encoding', 'gzip').send(response.compressed)
}

/** A client that accepts JSON but not HTML is a program. */
function wantsDocument({ headers: { accept = '' } }: FastifyRequest): boolean {
  return !accept.includes('text/html') && /\bapplication\/(?:[\w.]+\+)?json\b/.test(accept)
}

const readOwn = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

function lazy(type: string, make: () => string): () => StaticResponse {
  let built: StaticResponse | null = null
  return () => {
    built ??= prepare(type, make())
    return built
  }
}

function prepare(type: string, text: string): StaticResponse {
  const body = Buffer.from(text)
  // The ETag is weak because the plain and the compressed body share it.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, compressed: gzipSync(body), etag }
}
