import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, toProblem } from '../errors.ts'
import { schemaController } from '../http/validation.ts'
import type { Health } from './health.ts'
import type { Metrics } from './metrics.ts'

interface OpsOptions {
  readonly serviceName: string
  readonly version: string
  readonly releaseId: string
  readonly health: Health
  readonly metrics: Metrics
  readonly token: () => string
}

/** A process's ops server, to which routes can be added and protected with the ops token. */
export interface OpsScope {
  readonly app: FastifyInstance
  /** Throws a 401 without the ops token; with `browser`, the 401 makes the browser prompt for it. */
  readonly requireToken: (request: FastifyRequest, client?: 'script' | 'browser') => void
}

const BROWSER_CHALLENGE = { 'www-authenticate': 'Basic realm="Ops token as password", charset="UTF-8"' }

/**
 * Builds the server for a process's internal port, never the public one. Probes need no authentication; details and
 * metrics need the ops token.
 */
export function buildOpsServer(options: OpsOptions): OpsScope {
  const { health, metrics } = options
  const ops = Fastify({ schemaController, logger: false, requestTimeout: 5_000, forceCloseConnections: true })

  const refuse = (problem: AppError, request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(problem.status)
      .headers(problem.headers)
      .type('application/problem+json')
      .send(toProblem(problem, request.id))
  ops.setErrorHandler((error, request, reply) =>
    refuse(error instanceof AppError ? error : new AppError(500, 'internal', 'Something went wrong.'), request, reply),
  )
  // Do not repeat the requested URL in the response.
  ops.setNotFoundHandler((request, reply) =>
    refuse(new AppError(404, 'not_found', 'Nothing was found at this URL.'), request, reply),
  )
  ops.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    done()
  })

  const requireToken: OpsScope['requireToken'] = (request, client = 'script') => {
    const given = Buffer.from(readGivenToken(request.headers.authorization))
    const expected = Buffer.from(options.token())
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      const headers = client === 'browser' ? BROWSER_CHALLENGE : {}
      throw new AppError(401, 'ops_token_required', 'This page requires the ops token.', { headers })
    }
  }

  ops.get('/livez', (_request, reply) => {
    const { alive, output } = health.isAlive()
    return reply.code(alive ? 200 : 503).send(alive ? { status: 'pass' } : { status: 'fail', output })
  })

  ops.get('/startupz', (_request, reply) => {
    const waiting = health.readUnfinishedStart()
    if (waiting.length === 0) return reply.send({ status: 'pass' })
    return reply.code(503).send({ status: 'fail', output: `waiting for ${waiting.join(', ')}` })
  })

  ops.get('/readyz', (request, reply) => {
    const { status, checks } = health.read()
    const summary = { status, version: options.version.split('.')[0], releaseId: options.releaseId }
    const detailed = request.headers.authorization !== undefined
    if (detailed) requireToken(request)
    return reply
      .code(status === 'fail' ? 503 : 200)
      .type('application/health+json')
      .send(JSON.stringify(detailed ? { ...summary, serviceId: options.serviceName, checks } : summary))
  })

  ops.get('/metrics', async (request, reply) => {
    requireToken(request)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })

  return { app: ops, requireToken }
}

/** Returns the token from a Bearer header, or the password from a Basic header; the Basic username is ignored. */
function readGivenToken(authorization = ''): string {
  if (!authorization.startsWith('Basic ')) return authorization.replace(/^Bearer /, '')
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}
