import type { IncomingMessage } from 'node:http'
import { ownerPrefixes } from '@callwright/contracts'
import { AppError, type IdentitySigner, type Runtime, sendProblem } from '@callwright/service'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { upstreamDown } from './errors.ts'
import { answerFromUpstream, pickResponseHeaders } from './upstream-answer.ts'
import { createUpstreamPool, type UpstreamPool } from './upstream-pool.ts'
import { buildUpstreamHeaders, pickBody } from './upstream-request.ts'
import { readUpstreamUrl, type Upstream, upstreams } from './upstreams.ts'

export interface ProxyParts {
  readonly runtime: Runtime
  readonly config: GatewayConfig
  readonly sign: IdentitySigner
  /** Told of a sign-out that auth has just carried out, so that this process need not wait to hear of it. */
  readonly onSignedOut: (sessionId: string) => void
}

/** One proxy for each public prefix of the contract; the upstream sees the path as it came. */
export async function registerProxies(app: FastifyInstance, parts: ProxyParts): Promise<void> {
  const { config } = parts
  for (const owner of upstreams) {
    const deadlineMs = owner === 'coach' ? config.coachTimeoutMs : config.upstreamTimeoutMs
    const pool = createUpstreamPool(owner, readUpstreamUrl(config, owner), deadlineMs)
    app.addHook('onClose', () => pool.close())
    for (const prefix of ownerPrefixes[owner].filter((candidate) => candidate.startsWith('/api/'))) {
      await app.register((scope, _options, done) => {
        acceptAnyBody(scope)
        scope.setErrorHandler((error) => {
          throw isConnectionLost(error) ? upstreamDown(owner, error) : error
        })
        registerProxy(scope, { ...parts, owner, pool }, prefix)
        done()
      })
    }
  }
}

/** Bodies arrive whole (within the limit) before an upstream hears of them: no slow client holds one up. */
function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** An answer that broke off before its first byte reached the client: as if it had never begun. */
function isConnectionLost(error: unknown): boolean {
  return /^(UND_ERR_|ECONNRESET$|EPIPE$)/.test(String((error as { code?: unknown }).code))
}

interface Route extends ProxyParts {
  readonly owner: Upstream
  readonly pool: UpstreamPool
}

function registerProxy(scope: FastifyInstance, route: Route, prefix: string): void {
  const { config, owner, pool } = route
  void scope.register(httpProxy, {
    prefix,
    upstream: readUpstreamUrl(config, owner),
    rewritePrefix: prefix,
    proxyPayloads: false,
    disableRequestLogging: true,
    logLevel: 'silent',
    undici: { request: pool.request },
    replyOptions: { rewriteHeaders: (headers) => pickResponseHeaders(owner, headers) },
    handler: (request, reply, target, options) =>
      reply.from(target, { ...options, ...pickBody(request), ...buildHooks(route, request, reply) }),
  })
}

/** What the metric calls the failures that are not the service's own. */
const outcomes: Readonly<Record<string, string>> = { upstream_timeout: 'timeout', upstream_busy: 'shed' }

/** What happens around one call: own headers out, no second try, the answer or the failure in words of ours. */
function buildHooks(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { runtime, sign, owner } = route
  const startedAtMs = performance.now()
  const observe = (outcome: string) =>
    runtime.metrics.upstreamDuration.observe({ upstream: owner, outcome }, (performance.now() - startedAtMs) / 1_000)

  return {
    retryDelay: () => null,
    rewriteRequestHeaders: (_request: unknown, headers: IncomingMessage['headers']) =>
      buildUpstreamHeaders(owner, sign, request, headers),
    onResponse: (_request: unknown, _reply: unknown, answer: { stream: IncomingMessage }) => {
      observe(String(reply.statusCode))
      if (isSignOut(request, reply)) route.onSignedOut(request.principal.sessionId)
      void answerFromUpstream(runtime, owner, request, reply, answer.stream)
    },
    onError: (_reply: unknown, { error }: { error: Error & { code?: string } }) => {
      const problem = error.cause instanceof AppError ? error.cause : upstreamDown(owner, error)
      observe(outcomes[problem.code] ?? 'error')
      runtime.log.warn({ err: error.cause ?? error, upstream: owner, request_id: request.id }, 'upstream.failed')
      void sendProblem(problem, request, reply)
    },
  }
}

type SignedInRequest = FastifyRequest & { principal: { kind: 'user'; sessionId: string } }

function isSignOut(request: FastifyRequest, reply: FastifyReply): request is SignedInRequest {
  return request.endpointId === 'auth.logout' && reply.statusCode === 204 && request.principal?.kind === 'user'
}
