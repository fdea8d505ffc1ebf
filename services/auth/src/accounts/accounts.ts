import type { Body } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { Client } from '../client.ts'
import { accountTaken, invalidFields, sessionEnded, wrongCredentials, wrongCurrentPassword } from '../errors.ts'
import type { Limits } from './limits.ts'
import { normalizeName } from './normalize-name.ts'
import { createPasswordCheck } from './password-check.ts'
import { findPasswordProblem, type PasswordPolicy } from './password-policy.ts'
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
  /** Checks the signed-in user's password again and returns the account. */
  confirm(id: string, password: string, client: Client): Promise<Account>
  /** Ends all other sessions and returns their ids. */
  changePassword(owner: { readonly accountId: string; readonly sessionId: string }, change: Change): Promise<string[]>
}

interface Change {
  readonly form: Body<'auth.password'>
  readonly client: Client
  readonly at: Date
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, passwords, limits, policy, runtime, now, newId } = deps
  const checkLogin = createPasswordCheck('login', deps)
  const checkCurrentPassword = createPasswordCheck('confirmation', deps)

  async function create(registration: Registration): Promise<Account | null> {
    const { password, ...names } = registration
    const passwordHash = await passwords.hash(password)
    const account = { ...names, passwordHash, id: newId(), createdAt: new Date(now()), demoEndsAt: null }
    return (await store.insert(account)) ? account : null
  }

  async function getOpen(id: string): Promise<Account> {
    const account = await store.find(id)
    if (account === null) throw sessionEnded()
    return account
  }

  async function confirm(account: Account, password: string, client: Client): Promise<Account> {
    const { usernameKey: nameKey } = account
    const confirmed = await checkCurrentPassword({ findAccount: async () => account, nameKey, password, client })
    if (confirmed === null) throw wrongCurrentPassword()
    return confirmed
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
      const nameKey = normalizeName(username)
      if (nameKey === '') throw invalidFields([{ field: 'username', detail: 'Username or email is required' }])
      const account = await checkLogin({ findAccount: () => store.findByName(nameKey), nameKey, password, client })
      if (account === null) throw wrongCredentials()
      return account
    },

    find: (id) => store.find(id),
    confirm: async (id, password, client) => confirm(await getOpen(id), password, client),

    async changePassword({ accountId, sessionId }, { form, client, at }) {
      const account = await getOpen(accountId)
      // Validate the form before the password, so that an invalid form doesn't use an attempt.
      const detail = findPasswordProblem(form.new_password, policy, [account.username, account.email])
      if (detail !== null) throw invalidFields([{ field: 'new_password', detail }])
      await confirm(account, form.current_password, client)
      const passwordHash = await passwords.hash(form.new_password)
      const ended = await store.changePassword(account, { passwordHash, keptSessionId: sessionId, at })
      if (ended === null) throw wrongCurrentPassword()
      const fields = { account_id: accountId, client_address: client.address, request_id: client.requestId }
      runtime.log.info({ ...fields, sessions_ended: ended.length }, 'password.changed')
      return ended
    },
  }
}
