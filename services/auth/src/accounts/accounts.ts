import type { Body, FieldError } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import {
  accountDisabled,
  accountTaken,
  invalidFields,
  secondFactorNeeded,
  sessionEnded,
  wrongCode,
  wrongCredentials,
  wrongCurrentPassword,
  wrongSignInCode,
} from '../errors.ts'
import type { Client, SigningClient } from '../requests.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { Activity } from './activity.ts'
import type { Limits } from './limits.ts'
import { createPasswordCheck } from './password-check.ts'
import { findPasswordProblem, normalizeName, type PasswordPolicy } from './password-policy.ts'
import type { Passwords } from './passwords.ts'
import type { Account, AccountStore } from './store.ts'

interface Registration {
  readonly username: string
  readonly usernameKey: string
  readonly email: string
  readonly emailKey: string
  readonly password: string
  readonly fullName: string | null
}

const USERNAME_MIN = 3
const USERNAME_MAX = 32
const usernamePattern = /^[A-Za-z0-9._-]+$/
const emailPattern = /^[^\s\p{Cc}@]+@[^\s\p{Cc}]+$/u
const controlCharacter = /\p{Cc}/u

/** Validates a registration form against SPEC section 5 and D31. Throws one error with a message per invalid field. */
export function readRegistration(form: Body<'auth.register'>, policy: PasswordPolicy): Registration {
  const fullName = form.full_name?.trim() ?? ''
  const problems: [string, string | null][] = [
    ['username', findUsernameProblem(form.username)],
    ['email', findEmailProblem(form.email)],
    ['password', findPasswordProblem(form.password, policy, [form.username, form.email])],
    ['full_name', controlCharacter.test(fullName) ? 'Full name must be plain text on one line' : null],
  ]
  const fields = problems.flatMap(([field, detail]): FieldError[] => (detail === null ? [] : [{ field, detail }]))
  if (fields.length > 0) throw invalidFields(fields)
  return {
    username: form.username,
    usernameKey: normalizeName(form.username),
    email: form.email,
    emailKey: normalizeName(form.email),
    password: form.password,
    fullName: fullName === '' ? null : fullName,
  }
}

function findUsernameProblem(username: string): string | null {
  if (username.trim() === '') return 'Username is required'
  if (username.length < USERNAME_MIN) return `Username must be at least ${USERNAME_MIN} characters`
  if (username.length > USERNAME_MAX) return `Username must be at most ${USERNAME_MAX} characters`
  if (usernamePattern.test(username)) return null
  return 'Username may contain only letters, digits, dots, underscores and hyphens'
}

function findEmailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required'
  return emailPattern.test(email) ? null : 'Please enter a valid email address'
}

interface AccountsDeps {
  readonly store: AccountStore
  readonly passwords: Passwords
  readonly limits: Limits
  readonly activity: Pick<Activity, 'record'>
  readonly secondFactors: Pick<SecondFactors, 'isOn' | 'accepts'>
  readonly policy: PasswordPolicy
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
  readonly now: () => number
  readonly newId: () => string
}

export interface Accounts {
  /** `invitation` is the hash of a code, or null if sign-up is open. */
  register(form: Body<'auth.register'>, client: Client, invitation: Buffer | null): Promise<Account>
  /** Creates an account without limits, for the operator; null if a name is taken. */
  add(form: Body<'auth.register'>): Promise<Account | null>
  signIn(credentials: Body<'auth.login'>, client: SigningClient): Promise<Account>
  find(id: string): Promise<Account | null>
  /** Checks the signed-in user's password again, and a code if one is given, and returns the account. */
  confirm(id: string, password: string, client: SigningClient, code?: string): Promise<Account>
  /** Ends all other sessions and returns their ids. */
  changePassword(owner: { readonly accountId: string; readonly sessionId: string }, change: Change): Promise<string[]>
}

interface Change {
  readonly form: Body<'auth.password'>
  readonly client: SigningClient
  readonly at: Date
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, passwords, limits, activity, policy, runtime, now, newId } = deps
  const checkLogin = createPasswordCheck('login', deps)
  const checkCurrentPassword = createPasswordCheck('confirmation', deps)

  async function create(registration: Registration, invitation: Buffer | null): Promise<Account | null> {
    const { password, ...names } = registration
    const passwordHash = await passwords.hash(password)
    const account = { ...names, passwordHash, id: newId(), createdAt: new Date(now()), demoEndsAt: null }
    return (await store.insert(account, invitation)) ? { ...account, disabledAt: null } : null
  }

  async function getOpen(id: string): Promise<Account> {
    const account = await store.find(id)
    if (account === null) throw sessionEnded()
    return account
  }

  async function confirm(
    account: Account,
    { password, code }: { readonly password: string; readonly code?: string | undefined },
    client: SigningClient,
  ): Promise<Account> {
    const { usernameKey: nameKey } = account
    const attempt = { findAccount: async () => account, nameKey, password, code, client }
    const { outcome } = await checkCurrentPassword(attempt)
    if (outcome === 'wrong_credentials') throw wrongCurrentPassword()
    if (outcome === 'wrong_code') throw wrongCode()
    return account
  }

  return {
    async register(form, client, invitation) {
      const registration = readRegistration(form, policy)
      const paid = await limits.beginRegistration(client.address)
      const account = await create(registration, invitation).catch(async (error: unknown) => {
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
      await activity.record(account.id, 'registered', client)
      return account
    },

    async add(form) {
      const account = await create(readRegistration(form, policy), null)
      if (account !== null) runtime.log.info({ account_id: account.id }, 'account.added')
      return account
    },

    async signIn({ username, password, code }, client) {
      const nameKey = normalizeName(username)
      if (nameKey === '') throw invalidFields([{ field: 'username', detail: 'Username or email is required' }])
      const findAccount = () => store.findByName(nameKey)
      const { outcome, account } = await checkLogin({ findAccount, nameKey, password, code, client })
      if (account === null || outcome === 'wrong_credentials') throw wrongCredentials()
      if (outcome === 'wrong_code') throw wrongSignInCode()
      if (account.disabledAt !== null) throw accountDisabled()
      if (outcome === 'password_only') throw secondFactorNeeded()
      await activity.record(account.id, 'signed_in', client)
      return account
    },

    find: (id) => store.find(id),
    confirm: async (id, password, client, code) => confirm(await getOpen(id), { password, code }, client),

    async changePassword({ accountId, sessionId }, { form, client, at }) {
      const account = await getOpen(accountId)
      // Validate the form before the password, so that an invalid form doesn't use an attempt.
      const detail = findPasswordProblem(form.new_password, policy, [account.username, account.email])
      if (detail !== null) throw invalidFields([{ field: 'new_password', detail }])
      await confirm(account, { password: form.current_password }, client)
      const passwordHash = await passwords.hash(form.new_password)
      const ended = await store.changePassword(account, { passwordHash, keptSessionId: sessionId, at })
      if (ended === null) throw wrongCurrentPassword()
      const fields = { account_id: accountId, client_address: client.address, request_id: client.requestId }
      runtime.log.info({ ...fields, sessions_ended: ended.length }, 'password.changed')
      await activity.record(accountId, 'password_changed', client)
      return ended
    },
  }
}
