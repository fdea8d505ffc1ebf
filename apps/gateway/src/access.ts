import {
  ACCESS_TOKEN_AUDIENCE,
  ACCESS_TOKEN_ISSUER,
  ACCESS_TOKEN_SECONDS,
  type EndpointId,
  endpointTable,
  type HttpMethod,
  matchEndpoint,
} from '@callwright/contracts'
import { AppError, createBoundedCache, crossSite, digestToken, type Principal, type Runtime } from '@callwright/service'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  KEYS_UNAVAILABLE,
  severalHosts,
  type TokenProblem,
  tokenProblems,
  tokenRefused,
  uncleanPath,
  unknownAddress,
  wrongMethod,
} from './errors.ts'
import type { KeySet } from './key-set.ts'
import type { RequestBudget } from './request-budget.ts'
import type { Revocations } from './revocations.ts'
import { acceptsHtml, redirectHome } from './web-app.ts'

const MAX_SEGMENT_CHARACTERS = 100
const pathCharacters = /^\/(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%[0-9A-Fa-f]{2})*$/
// Escapes of letters, digits, `-`, `.`, `_` and `~`, which never need escaping. Only some parsers decode them before
// they compare paths.
const encodedPlainCharacter = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/i
// Decoded characters that change the meaning of a path: separators, escapes and control characters.
const ambiguousCharacters = /[\p{Cc}/\\;%]/u
// A class share such as BRK/B: the only path segment that may contain an escaped slash (D62).
const classShare = /^[A-Za-z]{1,6}%2[Ff][A-Za-z]$/
const API = '/api/'

export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/**
 * Whether every parser reads a raw path the same way (S03). Such a path has plain characters only. It has no empty, dot
 * or overlong segments, and no escapes that decode to an unreserved character, a separator, another escape or a control
 * character. Under /api/, a symbol may contain one escaped slash.
 */
export function isCleanPath(path: string): boolean {
  if (!pathCharacters.test(path) || encodedPlainCharacter.test(path)) return false
  const segments = path.split('/').slice(1)
  const isApi = path.startsWith(API)
  return segments.every(
    (segment, index) => isCleanSegment(segment, index === segments.length - 1) || (isApi && classShare.test(segment)),
  )
}

function isCleanSegment(segment: string, isLast: boolean): boolean {
  if (segment === '') return isLast
  if (segment === '.' || segment === '..') return false
  if (!segment.includes('%')) return segment.length <= MAX_SEGMENT_CHARACTERS
  const decoded = decode(segment)
  return decoded !== null && decoded.length <= MAX_SEGMENT_CHARACTERS && !ambiguousCharacters.test(decoded)
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

export type SignedInUser = Extract<Principal, { kind: 'user' }>
/**
 * Returns the user of the request's access token: synchronously if the token's verification is cached, otherwise as a
 * promise. Throws or rejects with a 401 problem, or with a 503 if the signing keys are unavailable.
 */
type Authenticate = (request: FastifyRequest) => SignedInUser | Promise<SignedInUser>

const CACHE_ENTRIES = 20_000
const CLOCK_TOLERANCE_MS = 5_000
const ALGORITHM = 'EdDSA'
const MAX_KID_CHARACTERS = 128

interface Verified {
  readonly user: SignedInUser
  readonly expiresAtMs: number
}

/**
 * Sets up the token check. Verified tokens are cached by digest until they expire, so each signature is checked only
 * once. Revocation is checked on every request (D32).
 */
export async function registerAccessTokens(
  app: FastifyInstance,
  runtime: Runtime,
  options: { keySet: KeySet; revocations: Revocations; now?: () => number },
): Promise<Authenticate> {
  const now = options.now ?? Date.now
  const verifiedTokens = createBoundedCache<SignedInUser>(CACHE_ENTRIES)
  const failures = runtime.metrics.counter(
    'gateway_auth_failures_total',
    'Requests rejected by the token check',
    ['reason'],
    { known: { reason: [...tokenProblems, KEYS_UNAVAILABLE] } },
  )
  const lookUps = (result: string) => runtime.metrics.cacheRequests.labels({ cache: 'access_token', result })
  const [hits, misses] = [lookUps('hit'), lookUps('miss')]
  for (const count of [hits, misses]) count.inc(0)
  await registerJwt(app, options.keySet)

  function requireNotRevoked(user: SignedInUser): SignedInUser {
    if (options.revocations.has(user.sessionId)) throw tokenRefused('token_revoked')
    return user
  }

  function authenticate(request: FastifyRequest): SignedInUser | Promise<SignedInUser> {
    const token = readBearer(request)
    if (token === null) {
      throw tokenRefused(request.headers.authorization === undefined ? 'token_missing' : 'token_invalid')
    }
    const digest = digestToken(token)
    const ready = verifiedTokens.get(digest, now())
    if (ready === null) {
      misses.inc()
      return verifyAndCache(request, digest)
    }
    hits.inc()
    return requireNotRevoked(ready)
  }

  async function verifyAndCache(request: FastifyRequest, digest: string): Promise<SignedInUser> {
    const { user, expiresAtMs } = await verify(request, now())
    verifiedTokens.set(digest, user, expiresAtMs)
    return requireNotRevoked(user)
  }

  const countFailure = (error: unknown): never => {
    if (error instanceof AppError) failures.inc({ reason: error.code })
    throw error
  }

  return (request) => {
    try {
      const user = authenticate(request)
      return user instanceof Promise ? user.catch(countFailure) : user
    } catch (error) {
      return countFailure(error)
    }
  }
}

/** Configures @fastify/jwt: one algorithm, keys by id, all claims required, no built-in token cache. */
async function registerJwt(app: FastifyInstance, keySet: KeySet): Promise<void> {
  await app.register(jwt, {
    decoratorName: 'accessTokenClaims',
    secret: {
      public: (_request: FastifyRequest, token: unknown): Promise<string> => {
        const { alg, kid } = (token as { header: { alg?: unknown; kid?: unknown } }).header
        const isOurs = alg === ALGORITHM && typeof kid === 'string' && kid.length <= MAX_KID_CHARACTERS
        return isOurs ? keySet.getPem(kid) : Promise.reject(tokenRefused('token_invalid'))
      },
    },
    decode: { complete: true },
    verify: {
      algorithms: [ALGORITHM],
      allowedIss: ACCESS_TOKEN_ISSUER,
      allowedAud: ACCESS_TOKEN_AUDIENCE,
      requiredClaims: ['iss', 'aud', 'sub', 'sid', 'jti', 'iat', 'exp'],
      // The library reads this machine's clock, so `readClaims` checks the times instead.
      ignoreExpiration: true,
      ignoreNotBefore: true,
      cache: false,
      extractToken: (request) => readBearer(request) ?? undefined,
    },
  })
}

async function verify(request: FastifyRequest, nowMs: number): Promise<Verified> {
  try {
    return readClaims(await request.jwtVerify<Record<string, unknown>>(), nowMs)
  } catch (error) {
    if (error instanceof AppError) throw error
    const problem = describeFailure((error as { code?: unknown }).code)
    if (problem === null) throw error
    throw tokenRefused(problem, error)
  }
}

function readClaims({ sub, sid, demo, nbf, iat, exp }: Record<string, unknown>, nowMs: number): Verified {
  if (typeof sub !== 'string' || sub === '' || typeof sid !== 'string' || sid === '') {
    throw tokenRefused('token_invalid')
  }
  const expiresAtMs = requireValidTimes({ nbf, iat, exp }, nowMs)
  return { user: { kind: 'user', userId: sub, sessionId: sid, isDemo: demo === true }, expiresAtMs }
}

/** Returns the time at which a token expires, if it is valid now. */
function requireValidTimes({ nbf, iat, exp }: Record<'nbf' | 'iat' | 'exp', unknown>, nowMs: number): number {
  const isBegun = (seconds: unknown) => typeof seconds === 'number' && seconds * 1_000 <= nowMs + CLOCK_TOLERANCE_MS
  if (typeof exp !== 'number' || !isBegun(iat) || (nbf !== undefined && !isBegun(nbf)))
    throw tokenRefused('token_invalid')
  if (!(exp - Number(iat) <= ACCESS_TOKEN_SECONDS)) throw tokenRefused('token_invalid')
  if (!(nowMs < exp * 1_000 + CLOCK_TOLERANCE_MS)) throw tokenRefused('token_expired')
  return exp * 1_000
}

function describeFailure(code: unknown): TokenProblem | null {
  if (typeof code !== 'string') return null
  if (code === 'FST_JWT_AUTHORIZATION_TOKEN_EXPIRED' || code === 'FAST_JWT_EXPIRED') return 'token_expired'
  return code.startsWith('FST_JWT_') || code.startsWith('FAST_JWT_') ? 'token_invalid' : null
}

function readBearer(request: FastifyRequest): string | null {
  const match = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Endpoint of the request. Null for pages and for requests rejected before routing. */
    endpointId: EndpointId | null
    /** The request is forwarded on behalf of this principal. Null until its token is accepted. */
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

/** Who sent a request, for the log: the address, and the user if the token was accepted. */
export const describeClient = ({ ip, principal }: FastifyRequest): Record<string, string | null> => ({
  client_address: ip,
  user_id: principal?.kind === 'user' ? principal.userId : null,
})

/** Admits or rejects each request before routing, and sets its principal. */
export function installEdgeGuard(app: FastifyInstance, authenticate: Authenticate, budget: RequestBudget): void {
  app.decorateRequest('endpointId', null)
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isOpsPageVisit(request)) return redirectHome(reply)
    const principal = await admit(request, authenticate)
    request.principal = principal
    const { endpointId } = request
    if (principal?.kind === 'user' && endpointId !== null) {
      await budget.admit({ id: endpointId, request, reply }, principal)
    }
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
  if (countHosts(request) > 1) throw severalHosts()
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

/** Two Host headers could make a proxy and this process see different sites. */
const countHosts = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length

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
  if (origin !== undefined && !isOwnOrigin(origin, request)) throw crossSite()
}

/**
 * A page on plain HTTP may not act on a site served over HTTPS. The reverse is accepted, because the request looks like
 * plain HTTP behind a proxy that TRUSTED_PROXIES does not name.
 */
function isOwnOrigin(origin: string, request: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return host === request.host.toLowerCase() && (protocol === 'https:' || request.protocol === 'http')
}
