import type { AuthResponse, User } from '@callwright/contracts'
import type { Grant, SessionUser } from './credentials.ts'

export function readUser(wire: User): SessionUser {
  return {
    id: wire.id,
    username: wire.username,
    email: wire.email,
    fullName: wire.full_name,
    isDemo: wire.is_demo,
    demoEndsAt: wire.demo_ends_at,
  }
}

export function readGrant(body: unknown): Grant {
  const { access_token, expires_in, user } = body as AuthResponse
  return { token: access_token, expiresInSeconds: expires_in, user: readUser(user) }
}
