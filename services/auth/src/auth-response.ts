import type { AuthResponse, User } from '@callwright/contracts'
import type { FastifyReply } from 'fastify'
import type { Account } from './accounts/store.ts'
import type { RefreshCookie } from './sessions/refresh-cookie.ts'
import type { Grant } from './sessions/sessions.ts'
import type { AccessTokens } from './tokens/access-tokens.ts'

/** Responds to a sign-in with the access token in the body and the refresh token in a cookie. */
export type RespondWithSession = (reply: FastifyReply, account: Account, grant: Grant) => AuthResponse

export function createSessionResponder(tokens: AccessTokens, cookie: RefreshCookie): RespondWithSession {
  return (reply, account, { sessionId, sessionEndsAt, refreshToken, refreshExpiresAt }) => {
    cookie.set(reply, refreshToken, refreshExpiresAt)
    const isDemo = account.demoEndsAt !== null
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
