import { AppError, type Runtime } from '@callwright/service'
import type { Client } from '../client.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { Account } from './store.ts'

const outcomes = ['success', 'wrong_credentials', 'limited', 'unavailable'] as const
type Outcome = (typeof outcomes)[number]

/** What a password is asked for: to sign in, or once more by who is signed in. */
const occasions = {
  login: { event: 'login.attempted', counter: 'auth_login_attempts_total', help: 'Sign-in attempts by outcome' },
  confirmation: {
    event: 'password.asked',
    counter: 'auth_password_confirmations_total',
    help: 'Passwords asked for once more by outcome',
  },
} as const

export interface PasswordAttempt {
  /** The account whose password it should be, if there is one. */
  readonly findAccount: () => Promise<Account | null>
  /** What counts against the limits where there is none. */
  readonly nameKey: string
  readonly password: string
  readonly client: Client
}

/** The account, where the password is its own. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<Account | null>

interface Deps {
  readonly passwords: Passwords
  readonly limits: Limits
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
}

/** Every occasion spends the same limits, so that none of them is a way to guess. */
export function createPasswordCheck(
  occasion: keyof typeof occasions,
  { passwords, limits, runtime }: Deps,
): CheckPassword {
  const { event, counter, help } = occasions[occasion]
  const attempts = runtime.metrics.counter(counter, help, ['outcome'], { known: { outcome: outcomes } })

  /** Every attempt leaves a line; what was typed does not, since people type passwords into the wrong field. */
  function note(outcome: Outcome, account: Account | null, client: Client): void {
    attempts.inc({ outcome })
    const fields = { outcome, account_id: account?.id ?? null, client_address: client.address }
    runtime.log.info({ ...fields, request_id: client.requestId }, event)
  }

  async function matches(account: Account | null, { nameKey, password, client }: PasswordAttempt): Promise<boolean> {
    // Username and email of one account share a budget: the key is the account's, where there is one.
    const paid = await limits.beginSignIn(account?.usernameKey ?? nameKey, client.address)
    const isRight = await passwords.verify(account?.passwordHash ?? null, password).catch(async (error: unknown) => {
      await paid.cancel()
      throw error
    })
    if (isRight) await paid.succeed()
    return isRight
  }

  return async (attempt) => {
    const { client } = attempt
    let account: Account | null = null
    let isRight = false
    try {
      account = await attempt.findAccount()
      isRight = await matches(account, attempt)
    } catch (error) {
      note(error instanceof AppError && error.status === 429 ? 'limited' : 'unavailable', account, client)
      throw error
    }
    note(isRight ? 'success' : 'wrong_credentials', account, client)
    return isRight ? account : null
  }
}
