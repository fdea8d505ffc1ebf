import type { Generated, GeneratedAlways } from 'kysely'

export interface AccountTable {
  id: string
  username: string
  usernameKey: string
  email: string
  emailKey: string
  fullName: string | null
  passwordHash: string
  createdAt: Date
}

/** One sign-in on one device: the family of its refresh tokens. */
export interface SessionTable {
  id: string
  accountId: string
  userAgent: string | null
  createdAt: Date
  lastUsedAt: Date
  idleExpiresAt: Date
  absoluteExpiresAt: Date
  revokedAt: Generated<Date | null>
  revokedReason: Generated<string | null>
}

export interface RefreshTokenTable {
  tokenHash: Buffer
  sessionId: string
  issuedAt: Date
  usedAt: Generated<Date | null>
  /** The token that replaced this one, readable only by who presents this one again. */
  sealedSuccessor: Generated<Buffer | null>
}

/** What gateways poll: ids grow in the order of commits. */
export interface RevocationTable {
  id: GeneratedAlways<number>
  sid: string
  revokedAt: Date
}

export interface AuthTables {
  account: AccountTable
  session: SessionTable
  refreshToken: RefreshTokenTable
  revocation: RevocationTable
}
