import { type EndpointId, endpointTable } from '@callwright/contracts'
import { AppError, type IdentitySigner, type Runtime, sendProblem } from '@callwright/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInUser } from './access-token.ts'
import type { GatewayConfig } from './config.ts'
import { upstreamDown } from './errors.ts'
import { createEventStreams, type EventStreams, isStreamEndpoint } from './event-streams.ts'
import type { Revocations } from './revocations.ts'
import { passOn } from './upstream-answer.ts'
import type { UpstreamAnswer } from './upstream-call.ts'
import { createUpstreamPool, isEventStream, type UpstreamPool } from './upstream-pool.ts'
import { buildUpstreamRequest } from './upstream-request.ts'
import { readUpstreamUrl, type Upstream, upstreams } from './upstreams.ts'

export interface ProxyParts {
  readonly runtime: Runtime
  readonly config: GatewayConfig
  readonly sign: IdentitySigner
  readonly revocations: Revocations
}

interface Proxy extends ProxyParts {
  readonly pools: Readonly<Record<Upstream, Pools>>
  readonly streams: EventStreams
}

/** Passes every request that the edge guard let through to the service that owns its endpoint. */
export async function registerProxy(app: FastifyInstance, parts: ProxyParts): Promise<void> {
  const streams = createEventStreams(parts.runtime, parts.revocations)
  app.addHook('preClose', async () => streams.endAll())
  const pools = Object.fromEntries(upstreams.map((owner) => [owner, openPools(app, parts.config, owner)]))
  const proxy: Proxy = { ...parts, pools: pools as Proxy['pools'], streams }
  await app.register((scope, _options, done) => {
    acceptAnyBody(scope)
    scope.setErrorHandler((error, request) => {
      throw isConnectionLost(error) ? upstreamDown(findTarget(request).owner, error) : error
    })
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: '/api/*',
      handler: (request, reply) => {
        forward(proxy, request, reply).catch((error: unknown) => reply.send(error))
      },
    })
    done()
  })
}

interface Pools {
  readonly answers: UpstreamPool
  /** Apart, so that streams take no connection from anyone. */
  readonly streams: UpstreamPool
}

function openPools(app: FastifyInstance, config: GatewayConfig, owner: Upstream): Pools {
  const deadlineMs = owner === 'coach' ? config.coachTimeoutMs : config.upstreamTimeoutMs
  const open = (forEventStreams: boolean) => {
    const pool = createUpstreamPool(owner, readUpstreamUrl(config, owner), { deadlineMs, forEventStreams })
    app.addHook('onClose', () => pool.close())
    return pool
  }
  return { answers: open(false), streams: open(true) }
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

/** What the metric calls the failures that are not the service's own. */
const outcomes: Readonly<Record<string, string>> = {
  upstream_timeout: 'timeout',
  upstream_busy: 'shed',
  too_many_requests: 'shed',
}

async function forward(proxy: Proxy, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { runtime, revocations } = proxy
  const { id, owner } = findTarget(request)
  const answer = await ask(proxy, id, owner, request)
  if (answer instanceof AppError) {
    void sendProblem(answer, request, reply)
    return
  }
  // This process need not wait to hear of a sign-out that auth has just carried out.
  if (id === 'auth.logout' && answer.status === 204) revocations.add(getUser(request).sessionId)
  // The connection is of no use after a stream: kept alive it would hold up the stop of this process.
  if (isEventStream(answer)) reply.header('connection', 'close')
  await passOn(runtime, owner, answer, { request, reply })
}

/** One call, never tried twice: the answer, or the failure in words of ours. */
async function ask(
  { runtime, pools, streams, sign }: Proxy,
  id: EndpointId,
  owner: Upstream,
  request: FastifyRequest,
): Promise<UpstreamAnswer | AppError> {
  const startedAtMs = performance.now()
  const observe = (outcome: string) =>
    runtime.metrics.upstreamDuration.observe({ upstream: owner, outcome }, (performance.now() - startedAtMs) / 1_000)
  const upstreamRequest = buildUpstreamRequest(owner, sign, request)
  try {
    const answer = isStreamEndpoint(id)
      ? await streams.open(getUser(request), owner, () => pools[owner].streams.ask(upstreamRequest))
      : await pools[owner].answers.ask(upstreamRequest)
    observe(String(answer.status))
    return answer
  } catch (error) {
    const problem = error instanceof AppError ? error : upstreamDown(owner, error)
    observe(outcomes[problem.code] ?? 'error')
    runtime.log.warn({ err: error, upstream: owner, request_id: request.id }, 'upstream.failed')
    return problem
  }
}

function findTarget({ endpointId }: FastifyRequest): { readonly id: EndpointId; readonly owner: Upstream } {
  const owner = endpointId === null ? 'gateway' : endpointTable[endpointId].owner
  if (endpointId === null || owner === 'gateway') throw new Error('A request went past the edge guard')
  return { id: endpointId, owner }
}

function getUser({ principal }: FastifyRequest): SignedInUser {
  if (principal?.kind !== 'user') throw new Error('A request went past the edge guard')
  return principal
}
