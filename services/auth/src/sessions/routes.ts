import type { SignedInSession } from '@callwright/contracts'
import { getPersistentUser, getUser, type Handlers } from '@callwright/service'
import { isUuid } from '../accounts/store.ts'
import type { RespondWithSession } from '../auth-response.ts'
import { readClient } from '../client.ts'
import { currentSession, sessionEnded, unknownSession } from '../errors.ts'
import type { PublicJwk } from '../tokens/signing-key.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import type { RevocationPage } from './revocations.ts'
import type { Sessions } from './sessions.ts'
import type { Session } from './store.ts'

interface Deps {
  readonly sessions: Sessions
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
      return null
    },
    'auth.listSessions': async ({ identity }) => {
      const { userId, sessionId } = getUser(identity)
      const open = await sessions.list(userId)
      return { status: 'success', sessions: open.map((session) => toWireSession(session, sessionId)) }
    },
    'auth.revokeSessions': async ({ identity, query }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'Demo accounts have no other sessions.')
      const { id } = query
      if (id === sessionId) throw currentSession()
      if (id !== undefined && !isUuid(id)) throw unknownSession()
      const ended = await sessions.endOthers({ accountId: userId, sessionId }, id)
      if (id !== undefined && ended === 0) throw unknownSession()
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
