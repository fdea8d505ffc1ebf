import { type EndpointId, endpointTable, type HttpMethod, matchEndpoint } from '@callwright/contracts'
import { crossSite, type Principal } from '@callwright/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticate } from './access-token.ts'
import { isCleanPath, pathOf } from './clean-path.ts'
import { uncleanPath, unknownAddress, wrongMethod } from './errors.ts'
import { acceptsHtml, redirectHome } from './web-app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Endpoint of the request. Null for pages and for requests rejected before routing. */
    endpointId: EndpointId | null
    /** The request is forwarded on behalf of this principal. Null until the request is admitted. */
    principal: Principal | null
  }
}

/** No route matches this target, because valid paths never contain a semicolon. */
const UNCLEAN_TARGET = '/;'
/** First path segments that are never pages of the web app: the API, internal endpoints and the ops port's paths. */
const reservedSegments = new Set(['api', 'internal', 'livez', 'metrics', 'ops', 'readyz', 'startupz'])
const pageMethods = new Set(['GET', 'HEAD'])

/** Replaces an invalid target with one that matches no route. The guard then rejects the request. */
export function replaceUncleanTarget(request: { url?: string | undefined }): string {
  const target = request.url ?? ''
  return isCleanPath(pathOf(target)) ? target : UNCLEAN_TARGET
}

/** Endpoint pattern for logs and metrics, which replaces the proxy's wildcard route. */
export function nameEndpoint(request: FastifyRequest): string | null {
  return request.endpointId === null || request.endpointId === undefined ? null : endpointTable[request.endpointId].path
}

/** Admits or rejects each request before routing, and sets its principal. */
export function installEdgeGuard(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('endpointId', null)
  app.decorateRequest('principal', null)
  // The common case stays synchronous to avoid a promise per request.
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpsPageVisit(request)) return void redirectHome(reply)
    const principal = admit(request, authenticate)
    const proceed = (known: Principal | null) => {
      request.principal = known
    }
    if (principal instanceof Promise) return void principal.then(proceed).then(() => done(), done)
    proceed(principal)
    done()
  })
}

/** Only programs use these paths, so rejections are always problem responses, even to a browser. */
const refusedSegments: ReadonlySet<string> = new Set(['api', 'internal'])

/** Whether a browser requests an ops path on the public port. It is then redirected home, as for any unknown page. */
function isOpsPageVisit(request: FastifyRequest): boolean {
  if (!pageMethods.has(request.method) || !acceptsHtml(request)) return false
  const firstSegment = firstSegmentOf(pathOf(request.url)).toLowerCase()
  return !refusedSegments.has(firstSegment) && reservedSegments.has(firstSegment)
}

const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? ''

/** Principal of an API request, or null for a public page. Throws if the request is not admitted. */
function admit(request: FastifyRequest, authenticate: Authenticate): Principal | null | Promise<Principal> {
  if (request.url === UNCLEAN_TARGET) throw uncleanPath()
  const path = pathOf(request.url)
  const firstSegment = firstSegmentOf(path)
  if (!reservedSegments.has(firstSegment.toLowerCase())) {
    requirePageMethod(request)
    return null
  }
  if (firstSegment !== 'api') throw unknownAddress()
  const id = findEndpoint(request.method, path)
  request.endpointId = id
  if (endpointTable[id].owner === 'auth') requireSameSite(request)
  return endpointTable[id].access === 'user' ? authenticate(request) : { kind: 'anonymous' }
}

function requirePageMethod(request: FastifyRequest): void {
  if (!pageMethods.has(request.method)) throw wrongMethod(['GET', 'HEAD'])
}

function findEndpoint(method: string, path: string): EndpointId {
  const match = matchEndpoint(method, path)
  if (match.kind === 'none') throw unknownAddress()
  if (match.kind === 'other_method') throw wrongMethod(match.allowed as HttpMethod[])
  return match.id
}

/**
 * Rejects cross-site form posts (S16). They need no preflight, so another site could otherwise submit a sign-in form.
 * Browsers send the origin of such a request in a header. A client that sends neither header is not a browser and has
 * no session cookie.
 */
function requireSameSite(request: FastifyRequest): void {
  if (request.method === 'GET') return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw crossSite()
  const { origin } = request.headers
  if (origin !== undefined && hostOf(origin) !== request.host.toLowerCase()) throw crossSite()
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
