import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Runtime, sendNotFound } from '@callwright/service'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const ONE_YEAR_SECONDS = 365 * 24 * 3_600

/** The component and chart libraries require 'unsafe-inline' for styles. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** Sets the same headers on every response (S18). Endpoint responses are `no-store` unless they set `cache-control`. */
export function registerSecurityHeaders(app: FastifyInstance, profile: string): void {
  const all =
    profile === 'production' ? { ...headers, 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` } : headers
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(all)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.endpointId !== null && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** HTML documents for the landing page (`/`) and for all other pages. */
const LANDING = 'index.html'
const APPLICATION = 'app.html'
const hashedFolder = `${sep}assets${sep}`

/**
 * Serves the two built documents and their assets. Hashed assets are immutable; browsers revalidate everything else.
 */
export async function registerWebApp(app: FastifyInstance, runtime: Runtime, webRoot: string): Promise<void> {
  if (!isBuilt(webRoot)) runtime.log.warn('web.not_built')
  app.get(`/${LANDING}`, (_request, reply) => redirectHome(reply))
  await app.register(serveStatic, {
    root: webRoot,
    suppressWarning: true,
    index: [LANDING],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.slice(webRoot.length).startsWith(hashedFolder)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Whether the request is a browser's page navigation. */
export const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

export const redirectHome = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect('/', 302)

/** Serves the application for page navigations without a matching file. */
export function createPageFallback(webRoot: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (request, reply) => {
    if (!acceptsHtml(request) || request.url.startsWith('/assets/')) return sendNotFound(request, reply)
    if (isBuilt(webRoot)) return reply.sendFile(APPLICATION)
    return reply
      .code(503)
      .headers({ 'retry-after': '5', 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('The web app has not been built yet. Run `npm run build`.')
  }
}

function isBuilt(webRoot: string): boolean {
  return [LANDING, APPLICATION].every((document) => existsSync(join(webRoot, document)))
}
