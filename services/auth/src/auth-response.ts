import { ACCESS_TOKEN_SECONDS, type AuthResponse, type User } from '@callwright/contracts'
import type { FastifyReply } from 'fastify'
import type { Account } from './accounts/store.ts'
import type { RefreshCookie } from './sessions/refresh-cookie.ts'
import type { Grant } from './sessions/sessions.ts'
import type { AccessTokens } from './tokens/access-tokens.ts'

/** Hands a session to the browser: the access token in the body, the refresh token in its cookie. */
export type Welcome = (reply: FastifyReply, account: Account, grant: Grant) => AuthResponse

export function createWelcome(tokens: AccessTokens, cookie: RefreshCookie): Welcome {
  return (reply, account, { sessionId, refreshToken, refreshExpiresAt }) => {
    cookie.set(reply, refreshToken, refreshExpiresAt)
    return {
      access_token: tokens.issue({ accountId: account.id, sessionId }),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      user: toWireUser(account),
    }
  }
}

export function toWireUser({ id, username, email, fullName }: Account): User {
  return { id, username, email, full_name: fullName }
}
