import { Readable } from 'node:stream'
import { type EndpointId, type EndpointRow, endpointTable, ownerPrefixes } from '@callwright/contracts'
import { type AddressRing, AppError, openAddressRing, type Runtime, sendProblem } from '@callwright/service'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, type SignedInUser } from '../access.ts'
import { type GatewayConfig, type Upstream, upstreams } from '../config.ts'
import { clientClosed, upstreamDown } from '../errors.ts'
import type { ServiceClocks } from '../issuer-clock.ts'
import type { Revocations } from '../revocations.ts'
import { createEventStreams, type EventStreams, isStreamEndpoint, streamEndpoints } from './event-streams.ts'
import { sendUpstreamResponse } from './response.ts'
import {
  buildUpstreamRequest,
  createUpstreamPool,
  isEventStream,
  type UpstreamPool,
  type UpstreamResponse,
} from './upstream.ts'

interface ProxyParts {
  readonly runtime: Runtime
  readonly config: GatewayConfig
  readonly clocks: ServiceClocks
  readonly revocations: Revocations
}

interface Proxy extends ProxyParts {
  readonly streams: EventStreams
}

/** Registers a proxy for each public prefix of the contract. Forwards path, query and body unchanged. */
export async function registerProxy(app: FastifyInstance, parts: ProxyParts): Promise<void> {
  const { metrics } = parts.runtime
  for (const reason of Object.values(shedReasons)) metrics.loadShed.inc({ reason }, 0)
  for (const owner of upstreams) metrics.expectUpstream(owner)
  const streams = createEventStreams(parts.runtime, parts.revocations)
  app.addHook('preClose', async () => streams.endAll())
  for (const owner of upstreams) {
    const ring = openAddressRing(parts.runtime, owner, parts.config[owner])
    const prefixes = [
      ...ownerPrefixes[owner].filter((prefix) => prefix.startsWith('/api/')),
      ...largeEndpoints.filter((row) => row.owner === owner).map(({ path }) => path),
    ]
    await registerPrefixes(app, { ...parts, streams }, { owner, ring, prefixes, forEventStreams: false })
    // Separate pools, because streams must not use up the connections of other requests.
    const paths = streamEndpoints.filter((id) => endpointTable[id].owner === owner).map((id) => endpointTable[id].path)
    if (paths.length > 0) {
      await registerPrefixes(app, { ...parts, streams }, { owner, ring, prefixes: paths, forEventStreams: true })
    }
  }
}

/** Endpoints with a body limit above the default. */
const largeEndpoints = Object.values<EndpointRow>(endpointTable).filter(
  ({ maxBodyBytes }) => maxBodyBytes !== undefined,
)

interface Route {
  readonly owner: Upstream
  readonly ring: AddressRing
  readonly prefixes: readonly string[]
  readonly forEventStreams: boolean
}

async function registerPrefixes(app: FastifyInstance, proxy: Proxy, route: Route): Promise<void> {
  const { owner, ring, prefixes, forEventStreams } = route
  const addresses = proxy.config[owner]
  const usualMs = owner === 'coach' ? proxy.config.coachTimeoutMs : proxy.config.upstreamTimeoutMs
  const onRetry = () => proxy.runtime.metrics.retries.inc({ upstream: owner })
  const onDate = (date: string | undefined, sentAt: number) => proxy.clocks.learn(owner, date, sentAt)
  const openPool = (deadlineMs: number) => {
    const pool = createUpstreamPool(owner, { addresses, ring, deadlineMs, forEventStreams, onRetry, onDate })
    app.addHook('onClose', () => pool.close())
    return pool
  }
  const usual = openPool(usualMs)
  const large = largeEndpoints.filter(({ path }) => prefixes.includes(path))
  const small = prefixes.filter((prefix) => !large.some(({ path }) => path === prefix))
  const scopes = [
    { prefixes: small, bodyLimit: undefined, pool: usual },
    ...large.map(({ path, maxBodyBytes, deadlineMs = usualMs }) => ({
      prefixes: [path],
      bodyLimit: maxBodyBytes,
      pool: deadlineMs === usualMs ? usual : openPool(deadlineMs),
    })),
  ]
  for (const { prefixes: paths, bodyLimit, pool } of scopes) {
    await app.register((scope, _options, done) => {
      acceptAnyBody(scope, bodyLimit)
      scope.setErrorHandler((error) => {
        throw isConnectionLost(error) ? upstreamDown(owner, error) : error
      })
      for (const prefix of paths) {
        void scope.register(httpProxy, {
          prefix,
          upstream: ring.next().url,
          rewritePrefix: prefix,
          // The library must not parse the query, which is forwarded unchanged.
          preRewrite: pathOf,
          httpMethods: ['GET', 'POST', 'PUT', 'DELETE'],
          proxyPayloads: false,
          logLevel: 'silent',
          // Only the library's routing is used. Its forwarding would copy every body through a stream and all headers in
          // both directions.
          handler: (request, reply, path = '') => {
            forward(proxy, pool, { request, reply, path }).catch((error: unknown) => reply.send(error))
          },
        })
      }
      done()
    })
  }
}

/**
 * Buffers each request body (up to the limit) before the upstream call, so that slow clients do not block a service.
 */
function acceptAnyBody(scope: FastifyInstance, bodyLimit: number | undefined): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
}

/** Whether the upstream connection was lost before the client received a byte. */
function isConnectionLost(error: unknown): boolean {
  return /^(UND_ERR_|ECONNRESET$|EPIPE$)/.test(String((error as { code?: unknown }).code))
}

/** Endpoints that end the caller's session when they succeed. */
const endsOwnSession: ReadonlySet<EndpointId> = new Set(['auth.logout', 'auth.deleteMe'])

/** Metric outcomes of failures other than error responses from the service. */
const outcomes: Readonly<Record<string, string>> = {
  upstream_timeout: 'timeout',
  upstream_busy: 'shed',
  too_many_requests: 'shed',
  client_closed: 'left',
}

/** Reasons why this process sheds requests, by error code. */
const shedReasons: Readonly<Record<string, string>> = {
  upstream_busy: 'upstream_busy',
  too_many_requests: 'streams_of_user',
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly path: string
}

async function forward(proxy: Proxy, pool: UpstreamPool, exchange: Exchange): Promise<void> {
  const { runtime, revocations } = proxy
  const { request, reply } = exchange
  const { id, owner } = findTarget(request)
  const response = await callUpstream(proxy, { id, owner }, request, () =>
    sendOnce(proxy, pool, { id, owner }, exchange),
  )
  if (response instanceof AppError) {
    void sendProblem(response, request, reply)
    return
  }
  // Revoke the session here at once instead of waiting for the revocation feed.
  if (endsOwnSession.has(id) && response.status === 204) revocations.add(getUser(request).sessionId)
  // Close the connection after a stream, because keep-alive would delay shutdown, and after a request whose body was
  // not fully read.
  if (isEventStream(response) || !request.raw.complete) reply.header('connection', 'close')
  await sendUpstreamResponse(runtime, owner, response, { request, reply })
}

/** Rejects if the client disconnects before the response arrives. */
function sendOnce(
  { clocks }: Proxy,
  pool: UpstreamPool,
  { id, owner }: { readonly id: EndpointId; readonly owner: Upstream },
  { request, reply, path }: Exchange,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    let isClosed = false
    const onClose = () => {
      isClosed = true
      reject(clientClosed())
    }
    reply.raw.once('close', onClose)
    const onResponse = (response: UpstreamResponse) => {
      reply.raw.off('close', onClose)
      if (!isClosed) resolve(response)
      // The client is gone: discard the body.
      else if (response.body instanceof Readable) response.body.destroy()
    }
    const { deadlineMs } = endpointTable[id] as EndpointRow
    pool.send(buildUpstreamRequest(owner, clocks.sign, request, path), deadlineMs).then(onResponse, reject)
  })
}

/** Makes one upstream call. If it fails, returns the problem to send instead of a response. */
async function callUpstream(
  { runtime, streams }: Proxy,
  { id, owner }: { readonly id: EndpointId; readonly owner: Upstream },
  request: FastifyRequest,
  call: () => Promise<UpstreamResponse>,
): Promise<UpstreamResponse | AppError> {
  const startedAtMs = performance.now()
  const observe = (outcome: string) =>
    runtime.metrics.upstreamDuration.observe({ upstream: owner, outcome }, (performance.now() - startedAtMs) / 1_000)
  try {
    const response = isStreamEndpoint(id) ? await streams.open(getUser(request), owner, call) : await call()
    observe(String(response.status))
    return response
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
  if (endpointId === null || owner === 'gateway') throw new Error('A request bypassed the edge guard')
  return { id: endpointId, owner }
}

function getUser({ principal }: FastifyRequest): SignedInUser {
  if (principal?.kind !== 'user') throw new Error('A request bypassed the edge guard')
  return principal
}
