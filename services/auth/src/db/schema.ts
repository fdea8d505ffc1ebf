import type { Generated, GeneratedAlways } from 'kysely'
import type { DataOwnerName } from '../user-data.ts'

export interface AccountTable {
  id: string
  username: string
  usernameKey: string
  email: string
  emailKey: string
  fullName: string | null
  /** Null for demo accounts, and for accounts of a provider's users who have set none. They cannot sign in by name. */
  passwordHash: string | null
  createdAt: Date
  /** Null unless this is a demo account (D49). */
  demoEndsAt: Date | null
  /**
   * Time at which the account was closed. It cannot sign in; its row reserves its names until all other services have
   * erased its data.
   */
  closedAt: Generated<Date | null>
  /** Time at which the operator disabled the account, which keeps its data but cannot sign in. */
  disabledAt: Generated<Date | null>
}

/** One sign-in on one device, with its family of refresh tokens. */
interface SessionTable {
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

interface RefreshTokenTable {
  tokenHash: Buffer
  sessionId: string
  issuedAt: Date
  usedAt: Generated<Date | null>
  /** The successor of this token, encrypted with this token. */
  sealedSuccessor: Generated<Buffer | null>
}

/** Revocations that gateways poll. Ids increase in the order in which transactions commit. */
interface RevocationTable {
  id: GeneratedAlways<number>
  sid: string
  revokedAt: Date
}

/** A pending erasure of a closed account's data in another service. */
export interface ErasureTable {
  accountId: string
  keeper: DataOwnerName
  /** True for the second erasure, which covers writes in progress when the account was closed. */
  isRepeat: boolean
  dueAt: Date
}

/** Sign-ins and changes of an account, for its owner to read. */
export interface ActivityTable {
  id: GeneratedAlways<number>
  accountId: string
  at: Date
  kind: string
  /** Null for the operator's commands. */
  clientAddress: string | null
  userAgent: string | null
}

interface InvitationTable {
  codeHash: Buffer
  createdAt: Date
  expiresAt: Date
}

/** A link in an email with which a lost password can be replaced once. */
interface PasswordResetTable {
  tokenHash: Buffer
  accountId: string
  expiresAt: Date
}

/** An authenticator app that signs in to an account together with the password. */
interface SecondFactorTable {
  accountId: string
  /** The secret that the app shares, encrypted. */
  sealedSecret: Buffer
  begunAt: Date
  /** Null until a code of the app has shown that it has the secret. */
  confirmedAt: Generated<Date | null>
  /** Time step of the newest code that was accepted. That code and older ones are rejected. */
  lastStep: Generated<number | null>
}

/** A credential of WebAuthn that signs in to an account together with the password. */
interface PasskeyTable {
  id: string
  accountId: string
  name: string
  credentialId: Buffer
  /** In COSE's encoding. */
  publicKey: Buffer
  /** Number of uses that the passkey reported last; always 0 if it does not count. */
  counter: number
  /** How browsers can reach the passkey, for their dialogs. */
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

interface PasskeyChallengeTable {
  challengeHash: Buffer
  accountId: string
  purpose: 'registration' | 'sign_in'
  expiresAt: Date
}

/** A user of the operator's OpenID Connect provider, and the account that they sign in to. */
interface OidcIdentityTable {
  issuer: string
  subject: string
  accountId: string
  createdAt: Date
}

/** A sign-in with the provider that has not ended. */
interface OidcSignInTable {
  secretHash: Buffer
  state: string
  nonce: string
  verifier: string
  invitationHash: Buffer | null
  expiresAt: Date
  /** Whether the provider's answer was used. */
  isAnswered: Generated<boolean>
  /** These are null until the provider has confirmed the user. */
  issuer: Generated<string | null>
  subject: Generated<string | null>
  /** Null unless the provider has verified it. */
  email: Generated<string | null>
  username: Generated<string | null>
  fullName: Generated<string | null>
}

interface RecoveryCodeTable {
  accountId: string
  codeHash: Buffer
}

export interface AuthTables {
  account: AccountTable
  session: SessionTable
  refreshToken: RefreshTokenTable
  revocation: RevocationTable
  erasure: ErasureTable
  activity: ActivityTable
  invitation: InvitationTable
  passwordReset: PasswordResetTable
  secondFactor: SecondFactorTable
  recoveryCode: RecoveryCodeTable
  passkey: PasskeyTable
  passkeyChallenge: PasskeyChallengeTable
  oidcIdentity: OidcIdentityTable
  oidcSignIn: OidcSignInTable
}
