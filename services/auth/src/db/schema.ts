import type { Generated, GeneratedAlways } from 'kysely'
import type { KeeperName } from '../keepers.ts'

export interface AccountTable {
  id: string
  username: string
  usernameKey: string
  email: string
  emailKey: string
  fullName: string | null
  /** Null where nobody can sign in by name: an account of the demo. */
  passwordHash: string | null
  createdAt: Date
  /** Set on accounts of the demo, and on no other (D49). */
  demoEndsAt: Date | null
  /** From then on nobody gets in; the row stays, and reserves its names, until the account is erased elsewhere. */
  closedAt: Generated<Date | null>
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

/** What another service still has to erase of an account that was closed. */
export interface ErasureTable {
  accountId: string
  keeper: KeeperName
  /** The second time, for what was under way when the account was closed. */
  isRepeat: boolean
  dueAt: Date
}

export interface AuthTables {
  account: AccountTable
  session: SessionTable
  refreshToken: RefreshTokenTable
  revocation: RevocationTable
  erasure: ErasureTable
}
