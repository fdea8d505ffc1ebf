import { AppError, type Runtime } from '@callwright/service'
import type { Client, SigningClient } from '../requests.ts'
import type { Proof, SecondFactors } from '../second-factor/second-factor.ts'
import type { Activity } from './activity.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { Account } from './store.ts'

/** `password_only`: the password is correct, and the account has a second factor, but the request has no code. */
const verdicts = ['success', 'password_only', 'wrong_credentials', 'wrong_code'] as const
const outcomes = [...verdicts, 'limited', 'unavailable'] as const
type Verdict = (typeof verdicts)[number]
type Outcome = (typeof outcomes)[number]

/**
 * Occasions for a password check: a sign-in, a challenge for a passkey that continues one, or the confirmation of an
 * action by a signed-in user.
 */
const occasions = {
  login: {
    event: 'login.attempted',
    counter: 'auth_login_attempts_total',
    help: 'Sign-in attempts by outcome',
    failure: 'sign_in_failed',
  },
  challenge: {
    event: 'passkey.asked',
    counter: 'auth_passkey_challenges_total',
    help: 'Requests for a passkey challenge by outcome of the password check',
    failure: 'sign_in_failed',
  },
  confirmation: {
    event: 'password.asked',
    counter: 'auth_password_confirmations_total',
    help: 'Password confirmations by outcome',
    failure: 'password_wrong',
  },
} as const

interface PasswordAttempt {
  readonly findAccount: () => Promise<Account | null>
  /** Rate-limit key for a name without an account. */
  readonly nameKey: string
  readonly password: string
  readonly proof: Proof
  readonly client: SigningClient
}

interface Checked {
  readonly outcome: Verdict
  /** Null if there is no account, which is a `wrong_credentials`. */
  readonly account: Account | null
}

type CheckPassword = (attempt: PasswordAttempt) => Promise<Checked>

interface Deps {
  readonly passwords: Passwords
  readonly limits: Limits
  readonly activity: Pick<Activity, 'record'>
  readonly secondFactors: Pick<SecondFactors, 'isOn' | 'accepts'>
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
}

/** All occasions share their rate limits; otherwise each would allow extra guesses. */
export function createPasswordCheck(
  occasion: keyof typeof occasions,
  { passwords, limits, activity, secondFactors, runtime }: Deps,
): CheckPassword {
  const { event, counter, help, failure } = occasions[occasion]
  const attempts = runtime.metrics.counter(counter, help, ['outcome'], { known: { outcome: outcomes } })

  /** Logs every attempt, but not the typed name, because people sometimes type their password into that field. */
  function note(outcome: Outcome, account: Account | null, client: Client): void {
    attempts.inc({ outcome })
    const fields = { outcome, account_id: account?.id ?? null, client_address: client.address }
    runtime.log.info({ ...fields, request_id: client.requestId }, event)
  }

  /** Nothing depends on the second factor until the password is correct, so others learn nothing about it. */
  async function judge(account: Account | null, { password, proof, client }: PasswordAttempt): Promise<Verdict> {
    const isCorrect = await passwords.verify(account?.passwordHash ?? null, password)
    if (account === null || !isCorrect) return 'wrong_credentials'
    if (!(await secondFactors.isOn(account.id))) return 'success'
    if (proof.code === undefined && proof.passkey === undefined) return 'password_only'
    return (await secondFactors.accepts(account, proof, client)) ? 'success' : 'wrong_code'
  }

  async function judgeWithinLimits(account: Account | null, attempt: PasswordAttempt): Promise<Verdict> {
    const { nameKey, client } = attempt
    const device = account === null ? null : client.findDevice(account)
    // An existing account's own key makes its username and email share one limit.
    const paid = await limits.beginSignIn(account?.usernameKey ?? nameKey, client.address, device)
    const verdict = await judge(account, attempt).catch(async (error: unknown) => {
      await paid.cancel()
      throw error
    })
    if (verdict === 'success') await paid.succeed()
    // The password alone does not forget earlier failures; otherwise it would allow extra guesses of codes.
    if (verdict === 'password_only') await paid.cancel()
    return verdict
  }

  return async (attempt) => {
    const { client } = attempt
    let account: Account | null = null
    let outcome: Verdict
    try {
      account = await attempt.findAccount()
      outcome = await judgeWithinLimits(account, attempt)
    } catch (error) {
      note(error instanceof AppError && error.status === 429 ? 'limited' : 'unavailable', account, client)
      throw error
    }
    note(outcome, account, client)
    const hasFailed = outcome === 'wrong_credentials' || outcome === 'wrong_code'
    // Not awaited, because the time that it takes would reveal whether there is an account (S11).
    if (account !== null && hasFailed) void activity.record(account.id, failure, client)
    return { outcome, account }
  }
}
