import type { Body } from '@callwright/contracts'
import { AppError, type Runtime } from '@callwright/service'
import type { Client } from '../client.ts'
import { accountTaken, invalidFields, wrongCredentials } from '../errors.ts'
import type { Limits } from './limits.ts'
import { normaliseName } from './normalisation.ts'
import type { PasswordPolicy } from './password-policy.ts'
import type { Passwords } from './passwords.ts'
import { type Registration, readRegistration } from './registration.ts'
import type { Account, AccountStore } from './store.ts'

export interface AccountsDeps {
  readonly store: AccountStore
  readonly passwords: Passwords
  readonly limits: Limits
  readonly policy: PasswordPolicy
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
  readonly now: () => number
  readonly newId: () => string
}

export interface Accounts {
  register(form: Body<'auth.register'>, client: Client): Promise<Account>
  signIn(credentials: Body<'auth.login'>, client: Client): Promise<Account>
  find(id: string): Promise<Account | null>
}

type Outcome = 'success' | 'wrong_credentials' | 'limited' | 'unavailable'

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, passwords, limits, policy, runtime, now, newId } = deps
  const attempts = runtime.metrics.counter('auth_login_attempts_total', 'Sign-in attempts by outcome', ['outcome'])

  /** Every attempt leaves a line; what was typed does not, since people type passwords into the wrong field. */
  function note(outcome: Outcome, account: Account | null, client: Client): void {
    attempts.inc({ outcome })
    const fields = { outcome, account_id: account?.id ?? null, client_address: client.address }
    runtime.log.info({ ...fields, request_id: client.requestId }, 'login.attempted')
  }

  async function attempt(nameKey: string, account: Account | null, password: string, client: Client): Promise<boolean> {
    // Username and email of one account share a budget: the key is the account's, where there is one.
    const paid = await limits.beginSignIn(account?.usernameKey ?? nameKey, client.address)
    const matches = await passwords.verify(account?.passwordHash ?? null, password).catch(async (error: unknown) => {
      await paid.cancel()
      throw error
    })
    if (matches) await paid.succeed()
    return matches
  }

  async function create(registration: Registration): Promise<Account | null> {
    const { password, ...names } = registration
    const passwordHash = await passwords.hash(password)
    const account = { ...names, passwordHash, id: newId(), createdAt: new Date(now()) }
    return (await store.insert(account)) ? account : null
  }

  return {
    async register(form, client) {
      const registration = readRegistration(form, policy)
      const paid = await limits.beginRegistration(client.address)
      const account = await create(registration).catch(async (error: unknown) => {
        await paid.cancel()
        throw error
      })
      if (account === null) {
        await paid.conflict()
        throw accountTaken()
      }
      await paid.succeed()
      const fields = { account_id: account.id, client_address: client.address, request_id: client.requestId }
      runtime.log.info(fields, 'account.registered')
      return account
    },

    async signIn({ username, password }, client) {
      const nameKey = normaliseName(username)
      if (nameKey === '') throw invalidFields([{ field: 'username', detail: 'Username or email is required' }])
      let account: Account | null = null
      let matches = false
      try {
        account = await store.findByName(nameKey)
        matches = await attempt(nameKey, account, password, client)
      } catch (error) {
        note(error instanceof AppError && error.status === 429 ? 'limited' : 'unavailable', account, client)
        throw error
      }
      note(matches ? 'success' : 'wrong_credentials', account, client)
      if (account === null || !matches) throw wrongCredentials()
      return account
    },

    find: (id) => store.find(id),
  }
}
