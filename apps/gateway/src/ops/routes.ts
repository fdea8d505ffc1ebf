import { readFileSync } from 'node:fs'
import { AppError, type OpsScope } from '@callwright/service'
import type { FastifyReply } from 'fastify'
import { serviceNames } from './catalogue/expressions.ts'
import type { Monitor } from './monitor.ts'
import { buildDetail, buildSummary, type RangeName, ranges } from './summary.ts'

const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const files = {
  'page.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'charts.js': 'text/javascript; charset=utf-8',
  'format.js': 'text/javascript; charset=utf-8',
  'elements.js': 'text/javascript; charset=utf-8',
  'service-view.js': 'text/javascript; charset=utf-8',
  'overview.js': 'text/javascript; charset=utf-8',
  'mark.svg': 'image/svg+xml',
} as const
type PageFile = keyof typeof files

/** Registers the pages under /ops, which contain no data, and their API, which requires the ops token. */
export function registerOpsRoutes({ app, requireToken }: OpsScope, monitor: Monitor): void {
  const texts = new Map(
    (Object.keys(files) as PageFile[]).map((name) => [name, readFileSync(new URL(`page/${name}`, import.meta.url))]),
  )
  const send = (reply: FastifyReply, name: PageFile) =>
    reply.headers(pageHeaders).type(files[name]).send(texts.get(name))

  for (const path of ['/ops', ...serviceNames.map((name) => `/ops/${name}`)]) {
    app.get(path, (_request, reply) => send(reply, 'page.html'))
  }
  for (const name of Object.keys(files) as PageFile[]) {
    if (name !== 'page.html') app.get(`/ops/page/${name}`, (_request, reply) => send(reply, name))
  }

  app.get('/ops/api/summary', (request, reply) => {
    requireToken(request)
    return sendData(reply, buildSummary(monitor))
  })
  app.get<{ Params: { name: string }; Querystring: { range?: string } }>(
    '/ops/api/services/:name',
    (request, reply) => {
      requireToken(request)
      const { range = '24h' } = request.query
      if (!isRange(range)) {
        throw new AppError(400, 'bad_range', `Unknown range. Use one of ${Object.keys(ranges).join(', ')}.`)
      }
      const detail = buildDetail(monitor, request.params.name, range)
      if (detail === null)
        throw new AppError(404, 'not_found', `Unknown service. Use one of ${serviceNames.join(', ')}.`)
      return sendData(reply, detail)
    },
  )
}

const isRange = (text: string): text is RangeName => Object.hasOwn(ranges, text)

function sendData(reply: FastifyReply, data: object): FastifyReply {
  return reply.headers({ ...pageHeaders, 'cache-control': 'no-store' }).send(data)
}
