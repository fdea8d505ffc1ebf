import { type AuthResponse, ownerPrefixes, type SignedInSession, type User } from '@callwright/contracts'
import { getPersistentUser, getUser, type Handlers, type Runtime } from '@callwright/service'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Activity } from '../accounts/activity.ts'
import { type Account, isUuid } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import { currentSession, sessionEnded, unknownSession } from '../errors.ts'
import { readClient } from '../requests.ts'
import type { DeviceCookie } from './devices.ts'
import type { RevocationPage } from './revocations.ts'
import type { Grant, Sessions } from './sessions.ts'
import type { Session } from './store.ts'
import type { AccessTokens, PublicJwk } from './tokens.ts'

/** Responds to a sign-in with the access token in the body and the refresh token in a cookie. */
export type RespondWithSession = (reply: FastifyReply, account: Account, grant: Grant) => AuthResponse

export function createSessionResponder(
  tokens: AccessTokens,
  cookie: RefreshCookie,
  device: DeviceCookie,
): RespondWithSession {
  return (reply, account, { sessionId, sessionEndsAt, refreshToken, refreshExpiresAt }) => {
    cookie.set(reply, refreshToken, refreshExpiresAt)
    const isDemo = account.demoEndsAt !== null
    if (!isDemo) device.set(reply, account)
    const { text, lifeSeconds } = tokens.issue({ accountId: account.id, sessionId, isDemo, sessionEndsAt })
    return {
      access_token: text,
      token_type: 'bearer',
      expires_in: lifeSeconds,
      user: toWireUser(account),
    }
  }
}

export function toWireUser({ id, username, email, fullName, demoEndsAt }: Account): User {
  const demo = { is_demo: demoEndsAt !== null, demo_ends_at: demoEndsAt?.toISOString() ?? null }
  return { id, username, email, full_name: fullName, ...demo }
}

const BASE_NAME = 'callwright_refresh'

export interface RefreshCookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, token: string, expiresAt: Date): void
  clear(reply: FastifyReply): void
}

/**
 * Over HTTPS, the cookie has the `__Host-` prefix, which requires Secure and Path=/ and keeps other hosts from setting
 * it. Plain HTTP, as in development, allows neither the prefix nor Secure, so the cookie gets a narrower path instead
 * (S15).
 */
export function createRefreshCookie(options: { secure: boolean; now: () => number }): RefreshCookie {
  const { secure, now } = options
  const name = secure ? `__Host-${BASE_NAME}` : BASE_NAME
  const attributes: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: secure ? '/' : (ownerPrefixes.auth[0] ?? '/'),
  }
  return {
    read: (request) => request.cookies[name],
    set(reply, token, expiresAt) {
      const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - now()) / 1_000))
      reply.setCookie(name, token, { ...attributes, maxAge })
    },
    clear(reply) {
      reply.clearCookie(name, attributes)
    },
  }
}

/** Logs that the cookie is not Secure, which is normal in development and a mistake in production. */
export function logCookieSecurity(
  log: Pick<Runtime['log'], 'info' | 'warn'>,
  { cookieSecure, profile }: Pick<Config, 'cookieSecure' | 'profile'>,
): void {
  if (!cookieSecure) log[profile === 'production' ? 'warn' : 'info']({ setting: 'COOKIE_SECURE' }, 'cookie.not_secure')
}

interface Deps {
  readonly sessions: Sessions
  readonly activity: Pick<Activity, 'record'>
  readonly respondWithSession: RespondWithSession
  readonly cookie: RefreshCookie
  readonly jwk: PublicJwk
  readonly listRevocations: (after: string) => Promise<RevocationPage>
}

type SessionHandlers = Pick<
  Handlers<'auth'>,
  'auth.refresh' | 'auth.logout' | 'auth.listSessions' | 'auth.revokeSessions' | 'auth.jwks' | 'auth.revocations'
>

export function createSessionHandlers({
  sessions,
  activity,
  respondWithSession,
  cookie,
  jwk,
  listRevocations,
}: Deps): SessionHandlers {
  return {
    'auth.refresh': async ({ request, reply }) => {
      const refreshed = await sessions.refresh(cookie.read(request), readClient(request))
      if (refreshed.kind === 'refreshed') return respondWithSession(reply, refreshed.account, refreshed.grant)
      cookie.clear(reply)
      throw sessionEnded()
    },
    'auth.logout': async ({ identity, request, reply }) => {
      const { userId, sessionId } = getUser(identity)
      const presented = cookie.read(request)
      // Clear the cookie first: the browser must lose it at sign-out even if ending the session fails.
      cookie.clear(reply)
      await sessions.end({ accountId: userId, sessionId }, presented)
      await activity.record(userId, 'signed_out', readClient(request))
      return null
    },
    'auth.listSessions': async ({ identity }) => {
      const { userId, sessionId } = getUser(identity)
      const open = await sessions.list(userId)
      return { status: 'success', sessions: open.map((session) => toWireSession(session, sessionId)) }
    },
    'auth.revokeSessions': async ({ identity, query, request }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'Demo accounts have no other sessions.')
      const { id } = query
      if (id === sessionId) throw currentSession()
      if (id !== undefined && !isUuid(id)) throw unknownSession()
      const ended = await sessions.endOthers({ accountId: userId, sessionId }, id)
      if (id !== undefined && ended === 0) throw unknownSession()
      if (ended > 0) await activity.record(userId, 'sessions_ended', readClient(request))
      return { status: 'success', sessions_ended: ended }
    },
    'auth.jwks': () => ({ keys: [jwk] }),
    'auth.revocations': ({ query }) => listRevocations(query.after ?? '0'),
  }
}

export function toWireSession(session: Session, currentId: string): SignedInSession {
  const { id, userAgent, createdAt, lastUsedAt, idleExpiresAt } = session
  return {
    id,
    current: id === currentId,
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: idleExpiresAt.toISOString(),
  }
}
