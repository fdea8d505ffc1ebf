import { AppError, type Runtime } from '@callwright/service'
import type { Client } from '../client.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { Account } from './store.ts'

const outcomes = ['success', 'wrong_credentials', 'limited', 'unavailable'] as const
type Outcome = (typeof outcomes)[number]

/** Occasions for a password check: a sign-in, or the confirmation of an action by a signed-in user. */
const occasions = {
  login: { event: 'login.attempted', counter: 'auth_login_attempts_total', help: 'Sign-in attempts by outcome' },
  confirmation: {
    event: 'password.asked',
    counter: 'auth_password_confirmations_total',
    help: 'Password confirmations by outcome',
  },
} as const

export interface PasswordAttempt {
  readonly findAccount: () => Promise<Account | null>
  /** Rate-limit key for a name without an account. */
  readonly nameKey: string
  readonly password: string
  readonly client: Client
}

/** Returns the account if the password matches, or null. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<Account | null>

interface Deps {
  readonly passwords: Passwords
  readonly limits: Limits
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
}

/** Both occasions share their rate limits; otherwise each would allow extra guesses. */
export function createPasswordCheck(
  occasion: keyof typeof occasions,
  { passwords, limits, runtime }: Deps,
): CheckPassword {
  const { event, counter, help } = occasions[occasion]
  const attempts = runtime.metrics.counter(counter, help, ['outcome'], { known: { outcome: outcomes } })

  /** Logs every attempt, but not the typed name, because people sometimes type their password into that field. */
  function note(outcome: Outcome, account: Account | null, client: Client): void {
    attempts.inc({ outcome })
    const fields = { outcome, account_id: account?.id ?? null, client_address: client.address }
    runtime.log.info({ ...fields, request_id: client.requestId }, event)
  }

  async function matches(account: Account | null, { nameKey, password, client }: PasswordAttempt): Promise<boolean> {
    // An existing account's own key makes its username and email share one limit.
    const paid = await limits.beginSignIn(account?.usernameKey ?? nameKey, client.address)
    const isCorrect = await passwords.verify(account?.passwordHash ?? null, password).catch(async (error: unknown) => {
      await paid.cancel()
      throw error
    })
    if (isCorrect) await paid.succeed()
    return isCorrect
  }

  return async (attempt) => {
    const { client } = attempt
    let account: Account | null = null
    let isCorrect = false
    try {
      account = await attempt.findAccount()
      isCorrect = await matches(account, attempt)
    } catch (error) {
      note(error instanceof AppError && error.status === 429 ? 'limited' : 'unavailable', account, client)
      throw error
    }
    note(isCorrect ? 'success' : 'wrong_credentials', account, client)
    return isCorrect ? account : null
  }
}
