import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import { AppError, createBoundedCache, digestToken, type Principal, type Runtime } from '@callwright/service'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { KEYS_UNAVAILABLE, type TokenProblem, tokenProblems, tokenRefused } from './errors.ts'
import type { KeySet } from './key-set.ts'
import type { Revocations } from './revocations.ts'

export type SignedInUser = Extract<Principal, { kind: 'user' }>
/**
 * Returns the user of the request's access token: synchronously if the token's verification is cached, otherwise as a
 * promise. Throws or rejects with a 401 problem, or with a 503 if the signing keys are unavailable.
 */
export type Authenticate = (request: FastifyRequest) => SignedInUser | Promise<SignedInUser>

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
    const { user, expiresAtMs } = await verify(request)
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
      clockTolerance: CLOCK_TOLERANCE_MS,
      cache: false,
      extractToken: (request) => readBearer(request) ?? undefined,
    },
  })
}

async function verify(request: FastifyRequest): Promise<Verified> {
  try {
    return readClaims(await request.jwtVerify<Record<string, unknown>>())
  } catch (error) {
    if (error instanceof AppError) throw error
    const problem = describeFailure((error as { code?: unknown }).code)
    if (problem === null) throw error
    throw tokenRefused(problem, error)
  }
}

function readClaims({ sub, sid, demo, iat, exp }: Record<string, unknown>): Verified {
  if (typeof sub !== 'string' || sub === '' || typeof sid !== 'string' || sid === '') {
    throw tokenRefused('token_invalid')
  }
  if (!(Number(exp) - Number(iat) <= ACCESS_TOKEN_SECONDS)) throw tokenRefused('token_invalid')
  return {
    user: { kind: 'user', userId: sub, sessionId: sid, isDemo: demo === true },
    expiresAtMs: Number(exp) * 1_000,
  }
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
