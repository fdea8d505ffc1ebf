import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Runtime } from '@callwright/service'
import type { Activity } from '../accounts/activity.ts'
import type { Account } from '../accounts/store.ts'
import { wrongCredentials } from '../errors.ts'
import type { Client } from '../requests.ts'
import { type RevocationReason, revocationReasons } from './revocations.ts'
import type { Family, Session, SessionStore } from './store.ts'

const TOKEN_BYTES = 32
const textPattern = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits. Only the browser has the token; the database has its hash. */
type RefreshToken = Buffer

export function createRefreshToken(): RefreshToken {
  return randomBytes(TOKEN_BYTES)
}

export function writeRefreshToken(token: RefreshToken): string {
  return token.toString('base64url')
}

/** Returns null if the text cannot be one of our tokens. */
export function readRefreshToken(text: string | undefined): RefreshToken | null {
  return text !== undefined && textPattern.test(text) ? Buffer.from(text, 'base64url') : null
}

export function hashRefreshToken(token: RefreshToken): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Encrypts a token's successor with the token itself. If the token is used again within the grace period, the response
 * must contain the same successor, but the database alone must reveal neither token.
 */
export function sealSuccessor(token: RefreshToken, successor: RefreshToken): Buffer {
  return combine(token, successor)
}

export function openSuccessor(token: RefreshToken, sealed: Buffer): RefreshToken {
  return combine(token, sealed)
}

function combine(token: RefreshToken, content: Buffer): Buffer {
  const pad = createHmac('sha256', token).update('callwright refresh successor').digest()
  return Buffer.from(pad.map((byte, index) => byte ^ (content[index] ?? 0)))
}

const DAY_MS = 24 * 60 * 60 * 1_000
/** Lifetime of the browser's cookie. An older token that is presented must be stolen. */
export const IDLE_MS = 7 * DAY_MS
const TOTAL_MS = 30 * DAY_MS
/** Grace period in which a token may be used again, because a response was lost or a second tab sent it too (D30). */
export const GRACE_MS = 10_000

/** Session data that the browser gets after a sign-in or refresh. */
export interface Grant {
  readonly sessionId: string
  readonly sessionEndsAt: Date
  readonly refreshToken: string
  readonly refreshExpiresAt: Date
}

type Refreshed =
  | { readonly kind: 'refreshed'; readonly account: Account; readonly grant: Grant }
  | { readonly kind: 'ended' }

export interface Sessions {
  /** Starts a session. Fails if the account was closed, or its password changed, since it was read. */
  start(account: Account, client: Client): Promise<Grant>
  refresh(cookie: string | undefined, client: Client): Promise<Refreshed>
  /** Ends the current session, and the session that the browser's cookie belongs to. */
  end(owner: Owner, cookie: string | undefined): Promise<void>
  list(accountId: string): Promise<Session[]>
  /** Ends one other session of the account, or all others. Returns the number of ended sessions. */
  endOthers(owner: Owner, id: string | undefined): Promise<number>
  publishEnded(sids: readonly string[], reason: RevocationReason, at: Date): Promise<void>
}

interface Owner {
  readonly accountId: string
  readonly sessionId: string
}

interface SessionsDeps {
  readonly store: SessionStore
  readonly activity: Pick<Activity, 'record'>
  readonly publishRevocations: (sids: readonly string[], revokedAt: Date) => Promise<void>
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
  readonly now: () => number
  readonly newId: () => string
}

const outcomes = ['rotated', 'repeated', 'missing', 'unknown', 'expired', 'revoked', 'reused'] as const
type Outcome = (typeof outcomes)[number]
type Decision = { readonly outcome: Outcome; readonly family: Family | null; readonly token: RefreshToken | null }

export function createSessions({ store, activity, publishRevocations, runtime, now, newId }: SessionsDeps): Sessions {
  const refreshes = runtime.metrics.counter('auth_refresh_total', 'Refreshes by outcome', ['outcome'], {
    known: { outcome: outcomes },
  })
  const revocations = runtime.metrics.counter('auth_revocations_total', 'Sessions revoked by reason', ['reason'], {
    known: { reason: revocationReasons },
  })

  async function decide(presented: RefreshToken, family: Family | null): Promise<Decision> {
    const at = new Date(now())
    const refuse = (outcome: Outcome) => ({ outcome, family, token: null })
    if (family === null) return refuse('unknown')
    const { session, token } = family
    if (session.revokedAt !== null) return refuse('revoked')
    if (session.idleExpiresAt <= at || session.absoluteExpiresAt <= at) return refuse('expired')
    if (token.usedAt === null) return { outcome: 'rotated', family, token: await rotate(family, presented, at) }
    const head = await findHead(family, presented, at)
    if (head !== null) return { outcome: 'repeated', family, token: head }
    await family.revoke('reuse', at)
    return refuse('reused')
  }

  async function publishEnded(sids: readonly string[], reason: RevocationReason, at: Date): Promise<void> {
    revocations.inc({ reason }, sids.length)
    await publishRevocations(sids, at)
  }

  async function reportReuse({ session }: Family, client: Client): Promise<void> {
    const fields = { account_id: session.accountId, session_id: session.id, client_address: client.address }
    runtime.log.warn({ ...fields, request_id: client.requestId }, 'refresh.reused')
    await activity.record(session.accountId, 'session_reused', client)
    await publishEnded([session.id], 'reuse', new Date(now()))
  }

  return {
    async start(account, client) {
      const token = createRefreshToken()
      const at = new Date(now())
      const session = {
        id: newId(),
        accountId: account.id,
        userAgent: client.userAgent,
        createdAt: at,
        lastUsedAt: at,
        ...computeEnds(account, at),
      }
      if (!(await store.insert(account, session, hashRefreshToken(token)))) throw wrongCredentials()
      return buildGrant(session, token, session.idleExpiresAt)
    },

    async refresh(cookie, client) {
      const presented = readRefreshToken(cookie)
      if (presented === null) {
        refreshes.inc({ outcome: cookie === undefined ? 'missing' : 'unknown' })
        return { kind: 'ended' }
      }
      const decision = await store.withFamily(hashRefreshToken(presented), (family) => decide(presented, family))
      refreshes.inc({ outcome: decision.outcome })
      const { family, token, outcome } = decision
      if (outcome === 'reused' && family !== null) await reportReuse(family, client)
      if (family === null || token === null) return { kind: 'ended' }
      const expiresAt =
        outcome === 'rotated' ? computeIdleExpiry(family, new Date(now())) : family.session.idleExpiresAt
      return { kind: 'refreshed', account: family.account, grant: buildGrant(family.session, token, expiresAt) }
    },

    async end({ accountId, sessionId }, cookie) {
      const token = readRefreshToken(cookie)
      const at = new Date(now())
      const tokenHash = token === null ? null : hashRefreshToken(token)
      const ended = await store.revoke(accountId, { kind: 'some', ids: [sessionId], tokenHash }, 'logout', at)
      await publishEnded(ended, 'logout', at)
    },

    list: (accountId) => store.list(accountId, new Date(now())),

    async endOthers({ accountId, sessionId }, id) {
      const at = new Date(now())
      const selection =
        id === undefined ? ({ kind: 'all', but: sessionId } as const) : ({ kind: 'some', ids: [id] } as const)
      const ended = await store.revoke(accountId, selection, 'elsewhere', at)
      await publishEnded(ended, 'elsewhere', at)
      return ended.length
    },

    publishEnded,
  }
}

async function rotate(family: Family, presented: RefreshToken, at: Date): Promise<RefreshToken> {
  const successor = createRefreshToken()
  await family.rotate({
    usedHash: hashRefreshToken(presented),
    sealedSuccessor: sealSuccessor(presented, successor),
    successorHash: hashRefreshToken(successor),
    at,
    idleExpiresAt: computeIdleExpiry(family, at),
  })
  return successor
}

/**
 * Returns the family's newest, unused token if the presented one was replaced at most `GRACE_MS` ago; otherwise null.
 * Every reuse gets the same token, so a thief cannot start a separate branch: the next use by the thief or the owner
 * reveals the theft.
 */
async function findHead(family: Family, presented: RefreshToken, at: Date): Promise<RefreshToken | null> {
  let token = presented
  let stored = family.token
  while (stored.usedAt !== null) {
    const tooLate = at.getTime() - stored.usedAt.getTime() > GRACE_MS
    if (tooLate || stored.sealedSuccessor === null) return null
    token = openSuccessor(token, stored.sealedSuccessor)
    const next = await family.findToken(hashRefreshToken(token))
    if (next === null) return null
    stored = next
  }
  return token
}

function computeIdleExpiry({ session }: Family, at: Date): Date {
  return new Date(Math.min(at.getTime() + IDLE_MS, session.absoluteExpiresAt.getTime()))
}

/** Expiration times of a session. A demo session ends with its account. */
function computeEnds({ demoEndsAt }: Account, at: Date): Pick<Session, 'idleExpiresAt' | 'absoluteExpiresAt'> {
  const latest = demoEndsAt?.getTime() ?? Number.POSITIVE_INFINITY
  const inTime = (afterMs: number) => new Date(Math.min(at.getTime() + afterMs, latest))
  return { idleExpiresAt: inTime(IDLE_MS), absoluteExpiresAt: inTime(TOTAL_MS) }
}

function buildGrant(session: Session, token: RefreshToken, refreshExpiresAt: Date): Grant {
  return {
    sessionId: session.id,
    sessionEndsAt: session.absoluteExpiresAt,
    refreshToken: writeRefreshToken(token),
    refreshExpiresAt,
  }
}
