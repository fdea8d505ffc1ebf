import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 365 * 24 * 3_600

/** The component and chart libraries require 'unsafe-inline' for styles. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
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
