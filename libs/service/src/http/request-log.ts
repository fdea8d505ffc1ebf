import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Runtime } from '../runtime/runtime.ts'

/** Logs and measures each request once, under its route pattern rather than its raw path. */
export function installRequestLog(
  app: FastifyInstance,
  runtime: Runtime,
  nameRoute: (request: FastifyRequest) => string | null = () => null,
): void {
  const routeOf = (request: FastifyRequest) => nameRoute(request) ?? request.routeOptions.url ?? 'unmatched'
  const countDown = () => runtime.metrics.httpActive.dec()
  app.addHook('onRequest', (_request, reply, done) => {
    runtime.metrics.httpActive.inc()
    // The onResponse hook does not run if the client disconnects early.
    reply.raw.once('close', countDown)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request)
    const seconds = reply.elapsedTime / 1_000
    runtime.metrics.httpDuration.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    runtime.log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request.completed',
    )
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    runtime.log.info({ request_id: request.id, route: routeOf(request) }, 'request.aborted')
    done()
  })
}
