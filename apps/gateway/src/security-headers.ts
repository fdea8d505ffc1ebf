import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 365 * 24 * 3_600

/** The same headers on every answer (S18). Styles keep 'unsafe-inline': the component and chart libraries need it. */
export async function registerSecurityHeaders(app: FastifyInstance, profile: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: profile === 'production' ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false } : false,
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.endpointId !== null && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
