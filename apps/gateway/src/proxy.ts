import { Readable } from 'node:stream'
import { type EndpointId, type EndpointRow, endpointTable, ownerPrefixes } from '@callwright/contracts'
import { AppError, type IdentitySigner, type Runtime, sendProblem } from '@callwright/service'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInUser } from './access-token.ts'
import { pathOf } from './clean-path.ts'
import type { GatewayConfig } from './config.ts'
import { readerLeft, upstreamDown } from './errors.ts'
import { createEventStreams, type EventStreams, isStreamEndpoint, streamEndpoints } from './event-streams.ts'
import type { Revocations } from './revocations.ts'
import { inheritedEnv } from './upstream-answer.ts'
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
  readonly streams: EventStreams
}

/** One proxy for each public prefix of the contract; the service sees path, query and body as they came. */
export async function registerProxy(app: FastifyInstance, parts: ProxyParts): Promise<void> {
  const { metrics } = parts.runtime
  for (const reason of Object.values(shedReasons)) metrics.loadShed.inc({ reason }, 0)
  for (const owner of upstreams) metrics.expectUpstream(owner)
  const streams = createEventStreams(parts.runtime, parts.revocations)
  app.addHook('preClose', async () => streams.endAll())
  for (const owner of upstreams) {
    const prefixes = [
      ...ownerPrefixes[owner].filter((prefix) => prefix.startsWith('/api/')),
      ...largeEndpoints.filter((row) => row.owner === owner).map(({ path }) => path),
    ]
    await registerPrefixes(app, { ...parts, streams }, { owner, prefixes, forEventStreams: false })
    // Apart, so that streams take no connection from anyone.
    const paths = streamEndpoints.filter((id) => endpointTable[id].owner === owner).map((id) => endpointTable[id].path)
    if (paths.length > 0) {
      await registerPrefixes(app, { ...parts, streams }, { owner, prefixes: paths, forEventStreams: true })
    }
  }
}

/** The endpoints that take more than other requests may carry. */
const largeEndpoints = Object.values<EndpointRow>(endpointTable).filter(
  ({ maxBodyBytes }) => maxBodyBytes !== undefined,
)

interface Route {
  readonly owner: Upstream
  readonly prefixes: readonly string[]
  readonly forEventStreams: boolean
}

async function registerPrefixes(app: FastifyInstance, proxy: Proxy, route: Route): Promise<void> {
  const { owner, prefixes, forEventStreams } = route
  const url = readUpstreamUrl(proxy.config, owner)
  const deadlineMs = owner === 'coach' ? proxy.config.coachTimeoutMs : proxy.config.upstreamTimeoutMs
  const pool = createUpstreamPool(owner, url, { deadlineMs, forEventStreams })
  app.addHook('onClose', () => pool.close())
  for (const prefix of prefixes) {
    await app.register((scope, _options, done) => {
      acceptAnyBody(scope, largeEndpoints.find(({ path }) => path === prefix)?.maxBodyBytes)
      scope.setErrorHandler((error) => {
        throw isConnectionLost(error) ? upstreamDown(owner, error) : error
      })
      void scope.register(httpProxy, {
        prefix,
        upstream: url,
        rewritePrefix: prefix,
        // The query goes on as it came: what the library would read and write of it is thrown away.
        preRewrite: pathOf,
        httpMethods: ['GET', 'POST', 'PUT', 'DELETE'],
        proxyPayloads: false,
        logLevel: 'silent',
        // The library finds the path; its own way to ask would read and write a stream and every header of both sides.
        handler: (request, reply, path = '') => {
          forward(proxy, pool, { request, reply, path }).catch((error: unknown) => reply.send(error))
        },
      })
      done()
    })
  }
}

/** Bodies arrive whole (within the limit) before an upstream hears of them: no slow client holds one up. */
function acceptAnyBody(scope: FastifyInstance, bodyLimit: number | undefined): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
}

/** An answer that broke off before its first byte reached the client: as if it had never begun. */
function isConnectionLost(error: unknown): boolean {
  return /^(UND_ERR_|ECONNRESET$|EPIPE$)/.test(String((error as { code?: unknown }).code))
}

/** A success ends the session it was asked from. */
const endsOwnSession: ReadonlySet<EndpointId> = new Set(['auth.logout', 'auth.deleteMe'])

/** What the metric calls the failures that are not the service's own. */
const outcomes: Readonly<Record<string, string>> = {
  upstream_timeout: 'timeout',
  upstream_busy: 'shed',
  too_many_requests: 'shed',
  reader_left: 'left',
}

/** Why this process refuses what it could have passed on. */
const shedReasons: Readonly<Record<string, string>> = {
  upstream_busy: 'upstream_busy',
  too_many_requests: 'streams_of_user',
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What the service is asked for, without the query. */
  readonly path: string
}

async function forward(proxy: Proxy, pool: UpstreamPool, exchange: Exchange): Promise<void> {
  const { runtime, revocations } = proxy
  const { request, reply } = exchange
  const { id, owner } = findTarget(request)
  const answer = await ask(proxy, { id, owner }, request, () => sendOnce(proxy, pool, owner, exchange))
  if (answer instanceof AppError) {
    void sendProblem(answer, request, reply)
    return
  }
  // This process need not wait to hear of a sign-out that auth has just carried out.
  if (endsOwnSession.has(id) && answer.status === 204) revocations.add(getUser(request).sessionId)
  // The connection is of no use after a stream, where kept alive it would hold up the stop of this process, nor before the rest
  // of a body that nobody waited for.
  if (isEventStream(answer) || !request.raw.complete) reply.header('connection', 'close')
  await inheritedEnv(runtime, owner, answer, { request, reply })
}

/** Our own headers, and the answer before anything of it reaches the reader. */
function sendOnce(
  { sign }: Proxy,
  pool: UpstreamPool,
  owner: Upstream,
  { request, reply, path }: Exchange,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    let hasLeft = false
    const leave = () => {
      hasLeft = true
      reject(readerLeft())
    }
    reply.raw.once('close', leave)
    const take = (answer: UpstreamAnswer) => {
      reply.raw.off('close', leave)
      if (!hasLeft) resolve(answer)
      // Nobody would read it, or hear that it broke off.
      else if (answer.body instanceof Readable) answer.body.destroy()
    }
    pool.ask(buildUpstreamRequest(owner, sign, request, path)).then(take, reject)
  })
}

/** The answer to one call, or the failure in words of ours. */
async function ask(
  { runtime, streams }: Proxy,
  { id, owner }: { readonly id: EndpointId; readonly owner: Upstream },
  request: FastifyRequest,
  call: () => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer | AppError> {
  const startedAtMs = performance.now()
  const observe = (outcome: string) =>
    runtime.metrics.upstreamDuration.observe({ upstream: owner, outcome }, (performance.now() - startedAtMs) / 1_000)
  try {
    const answer = isStreamEndpoint(id) ? await streams.open(getUser(request), owner, call) : await call()
    observe(String(answer.status))
    return answer
  } catch (error) {
    const problem = error instanceof AppError ? error : upstreamDown(owner, error)
    const outcome = outcomes[problem.code] ?? 'error'
    observe(outcome)
    const reason = shedReasons[problem.code]
    if (reason !== undefined) runtime.metrics.loadShed.inc({ reason })
    if (outcome !== 'left') runtime.log.warn({ err: error, upstream: owner, request_id: request.id }, 'upstream.failed')
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
