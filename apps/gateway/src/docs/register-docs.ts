import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type EndpointId, endpointTable } from '@callwright/contracts'
import { buildOpenApi } from '@callwright/contracts/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../compress-answer.ts'
import { renderPage } from './page.ts'

/** A text that stays the same while this process runs. */
interface Sheet {
  readonly type: string
  readonly body: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/** This API as a document and as a page. Both are made when somebody first asks for them. */
export function registerDocs(app: FastifyInstance): void {
  const document = keep('application/json; charset=utf-8', () => JSON.stringify(buildOpenApi()))
  const page = keep('text/html; charset=utf-8', () => renderPage(buildOpenApi(), readOwn('page.css')))
  const script = keep('text/javascript; charset=utf-8', () => readOwn('page.js'))
  route(app, 'gateway.docs', (request) => (wantsDocument(request) ? document() : page()))
  route(app, 'gateway.openapi', document)
  route(app, 'gateway.docsScript', script)
}

function route(app: FastifyInstance, id: EndpointId, choose: (request: FastifyRequest) => Sheet): void {
  const { method, path } = endpointTable[id]
  app.route({ method, url: path, handler: (request, reply) => answer(request, reply, choose(request)) })
}

function answer(request: FastifyRequest, reply: FastifyReply, sheet: Sheet): FastifyReply {
  reply.headers({ etag: sheet.etag, vary: 'accept, accept-encoding', 'cache-control': 'no-cache' })
  if (request.headers['if-none-match']?.includes(sheet.etag) === true) return reply.code(304).send()
  reply.type(sheet.type)
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(sheet.body)
  return reply.header('content-encoding', 'gzip').send(sheet.compressed)
}

/** A browser names text/html; who names JSON and no page is a program. */
function wantsDocument({ headers: { accept = '' } }: FastifyRequest): boolean {
  return !accept.includes('text/html') && /\bapplication\/(?:[\w.]+\+)?json\b/.test(accept)
}

const readOwn = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

function keep(type: string, make: () => string): () => Sheet {
  let kept: Sheet | null = null
  return () => {
    kept ??= prepare(type, make())
    return kept
  }
}

function prepare(type: string, text: string): Sheet {
  const body = Buffer.from(text)
  // Weak: the same for the text and for its compressed form.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, compressed: gzipSync(body), etag }
}
