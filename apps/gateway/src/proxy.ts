import type { IncomingMessage } from 'node:http'
import { ownerPrefixes } from '@callwright/contracts'
import { type IdentitySigner, type Runtime, sendProblem } from '@callwright/service'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { upstreamDown, upstreamLate } from './errors.ts'
import { answerFromUpstream, pickResponseHeaders } from './upstream-answer.ts'
import { buildUpstreamHeaders, pickBody } from './upstream-request.ts'
import { readUpstreamUrl, type Upstream, upstreams } from './upstreams.ts'

const CONNECT_TIMEOUT_MS = 1_000
const BODY_TIMEOUT_MS = 60_000
/** Below the services' own keep-alive, so that no request rides a connection they are closing. */
const KEEP_ALIVE_MS = 4_000
const CONNECTIONS = 64

export interface ProxyParts {
  readonly runtime: Runtime
  readonly config: GatewayConfig
  readonly sign: IdentitySigner
  /** Told of a sign-out that auth has just carried out, so that this process need not wait to hear of it. */
  readonly onSignedOut: (sessionId: string) => void
}

/** One proxy for each public prefix of the contract; the upstream sees the path as it came. */
export async function registerProxies(app: FastifyInstance, parts: ProxyParts): Promise<void> {
  for (const owner of upstreams) {
    for (const prefix of ownerPrefixes[owner].filter((candidate) => candidate.startsWith('/api/'))) {
      await app.register((scope, _options, done) => {
        acceptAnyBody(scope)
        registerProxy(scope, parts, owner, prefix)
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

function registerProxy(scope: FastifyInstance, parts: ProxyParts, owner: Upstream, prefix: string): void {
  const { config } = parts
  void scope.register(httpProxy, {
    prefix,
    upstream: readUpstreamUrl(config, owner),
    rewritePrefix: prefix,
    proxyPayloads: false,
    disableRequestLogging: true,
    destroyAgent: true,
    logLevel: 'silent',
    undici: {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      headersTimeout: owner === 'coach' ? config.coachTimeoutMs : config.upstreamTimeoutMs,
      bodyTimeout: BODY_TIMEOUT_MS,
    },
    replyOptions: { rewriteHeaders: (headers) => pickResponseHeaders(owner, headers) },
    handler: (request, reply, target, options) =>
      reply.from(target, { ...options, ...pickBody(request), ...buildHooks(parts, owner, request, reply) }),
  })
}

/** What happens around one call: own headers out, no second try, the answer or the failure in words of ours. */
function buildHooks(parts: ProxyParts, owner: Upstream, request: FastifyRequest, reply: FastifyReply) {
  const { runtime, sign } = parts
  const startedAtMs = performance.now()
  const observe = (outcome: string) =>
    runtime.metrics.upstreamDuration.observe({ upstream: owner, outcome }, (performance.now() - startedAtMs) / 1_000)

  return {
    retryDelay: () => null,
    rewriteRequestHeaders: (_request: unknown, headers: IncomingMessage['headers']) =>
      buildUpstreamHeaders(owner, sign, request, headers),
    onResponse: (_request: unknown, _reply: unknown, answer: { stream: IncomingMessage }) => {
      observe(String(reply.statusCode))
      if (isSignOut(request, reply)) parts.onSignedOut(request.principal.sessionId)
      void answerFromUpstream(runtime, owner, request, reply, answer.stream)
    },
    onError: (_reply: unknown, { error }: { error: Error & { code?: string } }) => {
      const isLate = error.code === 'FST_REPLY_FROM_GATEWAY_TIMEOUT' || error.code === 'FST_REPLY_FROM_TIMEOUT'
      observe(isLate ? 'timeout' : 'error')
      runtime.log.warn({ err: error.cause ?? error, upstream: owner, request_id: request.id }, 'upstream.failed')
      void sendProblem(isLate ? upstreamLate(owner) : upstreamDown(owner), request, reply)
    },
  }
}

type SignedInRequest = FastifyRequest & { principal: { kind: 'user'; sessionId: string } }

function isSignOut(request: FastifyRequest, reply: FastifyReply): request is SignedInRequest {
  return request.endpointId === 'auth.logout' && reply.statusCode === 204 && request.principal?.kind === 'user'
}
