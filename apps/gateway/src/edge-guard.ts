import { type EndpointId, endpointTable, type HttpMethod, matchEndpoint } from '@callwright/contracts'
import { crossSite, type Principal } from '@callwright/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticate } from './access-token.ts'
import { isCleanPath, pathOf } from './clean-path.ts'
import { uncleanPath, unknownAddress, wrongMethod } from './errors.ts'
import { asksForPage, redirectHome } from './web-app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The contract's row this request is for; null on pages and on what was refused before it was found. */
    endpointId: EndpointId | null
    /** On whose behalf the request goes on; null until it may. */
    principal: Principal | null
  }
}

/** No clean path holds a semicolon, so nobody can ask for this one. */
const UNCLEAN_TARGET = '/;'
/** First segments that are never a page: the API, what is internal, and the names of the ops port's pages. */
const reservedSegments = new Set(['api', 'internal', 'livez', 'metrics', 'ops', 'readyz', 'startupz'])
const pageMethods = new Set(['GET', 'HEAD'])

/** Swaps an unclean target for one that no route can misread; the guard then refuses it. */
export function replaceUncleanTarget(request: { url?: string | undefined }): string {
  const target = request.url ?? ''
  return isCleanPath(pathOf(target)) ? target : UNCLEAN_TARGET
}

/** The pattern of the endpoint, so that logs and metrics name it rather than the proxy's wildcard. */
export function nameEndpoint(request: FastifyRequest): string | null {
  return request.endpointId === null || request.endpointId === undefined ? null : endpointTable[request.endpointId].path
}

/** Decides, before any route runs, whether a request may go on and on whose behalf. */
export function installEdgeGuard(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('endpointId', null)
  app.decorateRequest('principal', null)
  // No promise for each request: nearly all are decided at once.
  app.addHook('onRequest', (request, reply, done) => {
    if (isStrayVisit(request)) return void redirectHome(reply)
    const principal = admit(request, authenticate)
    const goOn = (known: Principal | null) => {
      request.principal = known
    }
    if (principal instanceof Promise) return void principal.then(goOn).then(() => done(), done)
    goOn(principal)
    done()
  })
}

/** Refused with a problem whatever the request accepts: these are addresses of programs. */
const refusedSegments: ReadonlySet<string> = new Set(['api', 'internal'])

/** A browser that goes to one of the names of the ops port: here it is an address like any other that is no page. */
function isStrayVisit(request: FastifyRequest): boolean {
  if (!pageMethods.has(request.method) || !asksForPage(request)) return false
  const firstSegment = firstSegmentOf(pathOf(request.url)).toLowerCase()
  return !refusedSegments.has(firstSegment) && reservedSegments.has(firstSegment)
}

const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? ''

/** On whose behalf a request goes on; null: a page, which is everybody's. */
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
 * Sign-in forms need no preflight, so a foreign page could post one (S16). A browser says where a request comes from;
 * what says nothing is no browser and carries nobody's cookie.
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
