import { createHash, randomBytes } from 'node:crypto'
import type { Body } from '@callwright/contracts'
import type { Mailer, Runtime } from '@callwright/service'
import type { Activity } from '../accounts/activity.ts'
import type { Limits } from '../accounts/limits.ts'
import { findPasswordProblem, normalizeName, type PasswordPolicy } from '../accounts/password-policy.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { Account, AccountStore } from '../accounts/store.ts'
import { invalidFields, resetLinkInvalid, resetNotAvailable } from '../errors.ts'
import type { Client } from '../requests.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { ResetStore } from './store.ts'

const TOKEN_BYTES = 32
const RESET_MINUTES = 30
/** Shorter than the time in which a stopping process closes its resources, because a stop waits for emails being sent. */
const MAIL_TIMEOUT_MS = 7_000

const outcomes = ['sent', 'failed', 'unknown', 'limited'] as const
type Outcome = (typeof outcomes)[number]

interface Deps {
  readonly store: ResetStore
  readonly accounts: Pick<AccountStore, 'findByName' | 'changePassword'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly policy: PasswordPolicy
  readonly activity: Pick<Activity, 'record'>
  readonly limits: Pick<Limits, 'beginReset' | 'mayMailReset' | 'forgiveSignIns'>
  readonly secondFactors: Pick<SecondFactors, 'isOn'>
  /** Null if the operator has set no mail server. */
  readonly mailer: Mailer | null
  readonly publicUrl: string
  readonly publishEnded: (sids: readonly string[], at: Date) => Promise<void>
  readonly runtime: Pick<Runtime, 'log' | 'metrics' | 'onClose'>
  readonly now: () => number
  readonly newId: () => string
}

export interface PasswordResets {
  readonly isAvailable: boolean
  /** Sends a link to the account's email. The response does not reveal whether there is an account (S11). */
  request(form: Body<'auth.requestReset'>, client: Client): Promise<void>
  /** Sets a new password, ends all sessions of the account and returns how many. */
  complete(form: Body<'auth.completeReset'>, client: Client): Promise<number>
}

export function createPasswordResets(deps: Deps): PasswordResets {
  const { store, accounts, passwords, policy, activity, limits, secondFactors } = deps
  const { mailer, publicUrl, publishEnded, runtime, now, newId } = deps
  const requests = runtime.metrics.counter(
    'auth_password_resets_total',
    'Requested password resets by outcome',
    ['outcome'],
    {
      known: { outcome: outcomes },
    },
  )
  const running = new Set<Promise<void>>()
  runtime.onClose('password resets', async () => {
    await Promise.all(running)
    mailer?.close()
  })

  async function mailLink(account: Account, sender: Mailer): Promise<Outcome> {
    if (!(await limits.mayMailReset(account.id))) return 'limited'
    const token = randomBytes(TOKEN_BYTES)
    const expiresAt = new Date(now() + RESET_MINUTES * 60_000)
    await store.insert({ tokenHash: hashToken(token), accountId: account.id, expiresAt })
    const link = `${publicUrl}/reset-password#${token.toString('base64url')}`
    const mail = { id: `reset-${newId()}`, to: account.email, ...writeMail(account, link) }
    const outcome = await sender.send(mail, AbortSignal.timeout(MAIL_TIMEOUT_MS))
    if (outcome.state === 'sent') return 'sent'
    runtime.log.warn({ account_id: account.id, reason: outcome.reason }, 'password_reset.not_mailed')
    return 'failed'
  }

  async function answerRequest(account: Account | null, sender: Mailer, client: Client): Promise<void> {
    const canReset = account !== null && account.demoEndsAt === null && account.disabledAt === null
    const outcome = canReset ? await mailLink(account, sender) : 'unknown'
    requests.inc({ outcome })
    if (account !== null && outcome === 'sent') await activity.record(account.id, 'reset_mailed', client)
    const fields = { outcome, account_id: account?.id ?? null, client_address: client.address }
    runtime.log.info({ ...fields, request_id: client.requestId }, 'password_reset.requested')
  }

  return {
    isAvailable: mailer !== null,

    async request({ username }, client) {
      if (mailer === null) throw resetNotAvailable()
      const nameKey = normalizeName(username)
      if (nameKey === '') throw invalidFields([{ field: 'username', detail: 'Username or email is required' }])
      await limits.beginReset(client.address)
      const account = await accounts.findByName(nameKey)
      // Not awaited, because the time that it takes would reveal whether there is an account.
      const work = answerRequest(account, mailer, client)
        .catch((error: unknown) => runtime.log.warn({ err: error }, 'password_reset.failed'))
        .finally(() => running.delete(work))
      running.add(work)
    },

    async complete({ token, new_password }, client) {
      const at = new Date(now())
      const resetTokenHash = hashToken(Buffer.from(token, 'base64url'))
      const account = await store.findAccount(resetTokenHash, at)
      if (account === null) throw resetLinkInvalid()
      const detail = findPasswordProblem(new_password, policy, [account.username, account.email])
      if (detail !== null) throw invalidFields([{ field: 'new_password', detail }])
      const passwordHash = await passwords.hash(new_password)
      const change = { passwordHash, keptSessionId: null, at, resetTokenHash }
      const ended = await accounts.changePassword(account, change)
      if (ended === null) throw resetLinkInvalid()
      const fields = { account_id: account.id, client_address: client.address, request_id: client.requestId }
      runtime.log.info({ ...fields, sessions_ended: ended.length }, 'password.reset')
      await activity.record(account.id, 'password_reset', client)
      await publishEnded(ended, at)
      // With a second factor, failures count on: a link by email must not allow extra guesses of codes.
      if (!(await secondFactors.isOn(account.id))) await limits.forgiveSignIns(account.usernameKey, client.address)
      return ended.length
    },
  }
}

const hashToken = (token: Buffer): Buffer => createHash('sha256').update(token).digest()

function writeMail({ username }: Account, url: string) {
  return {
    subject: 'Reset your Callwright password',
    sections: [
      {
        heading: 'Reset your password',
        paragraphs: [
          `A new password was requested for your account ${username}.`,
          `The link works once, within ${RESET_MINUTES} minutes. It ends all sessions of the account.`,
        ],
        link: { label: 'Choose a new password', url },
      },
    ],
    footer: ['If you did not request this, ignore this email. Your password has not changed.'],
    unsubscribeUrl: null,
  }
}
