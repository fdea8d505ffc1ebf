import type { Body, FieldError } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import {
  accountDisabled,
  accountTaken,
  currentFactorNeeded,
  invalidFields,
  noPassword,
  sessionEnded,
  signInFactorNeeded,
  wrongCredentials,
  wrongCurrentFactor,
  wrongCurrentPassword,
  wrongSignInFactor,
} from '../errors.ts'
import type { Client, SigningClient } from '../requests.ts'
import { describeMeans, type Proof, type SecondFactors } from '../second-factor/second-factor.ts'
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

export const isEmail = (text: string): boolean => emailPattern.test(text)
export const isOneLine = (text: string): boolean => !controlCharacter.test(text)

/** Validates a registration form against SPEC section 5 and D31. Throws one error with a message per invalid field. */
export function readRegistration(form: Body<'auth.register'>, policy: PasswordPolicy): Registration {
  const fullName = form.full_name?.trim() ?? ''
  const problems: [string, string | null][] = [
    ['username', findUsernameProblem(form.username)],
    ['email', findEmailProblem(form.email)],
    ['password', findPasswordProblem(form.password, policy, [form.username, form.email])],
    ['full_name', isOneLine(fullName) ? null : 'Full name must be plain text on one line'],
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
  return isEmail(email) ? null : 'Please enter a valid email address'
}

interface AccountsDeps {
  readonly store: AccountStore
  readonly passwords: Passwords
  readonly limits: Limits
  readonly activity: Pick<Activity, 'record'>
  readonly secondFactors: Pick<SecondFactors, 'isOn' | 'accepts' | 'read'>
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
  /** Checks the name and the password of a user who will prove the second factor with a passkey. */
  checkForPasskey(credentials: Body<'auth.passkeyChallenge'>, client: SigningClient): Promise<Account>
  /** Checks the signed-in user's password again, and returns the account. */
  confirm(id: string, password: string, client: SigningClient): Promise<Account>
  /** Checks the second factor as well, if it is on. */
  confirmFully(id: string, form: Body<'auth.removeSecondFactor'>, client: SigningClient): Promise<Account>
  /** Ends all other sessions and returns their ids. */
  changePassword(owner: { readonly accountId: string; readonly sessionId: string }, change: Change): Promise<string[]>
}

interface Change {
  readonly form: Body<'auth.password'>
  readonly client: SigningClient
  readonly at: Date
}

const noProof: Proof = { code: undefined, passkey: undefined }

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, passwords, limits, activity, secondFactors, policy, runtime, now, newId } = deps
  const checkLogin = createPasswordCheck('login', deps)
  const checkForChallenge = createPasswordCheck('challenge', deps)
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

  const readMeans = async ({ id }: Account) => describeMeans(await secondFactors.read(id))

  async function confirm(account: Account, password: string, client: SigningClient, proof = noProof) {
    if (account.passwordHash === null) throw noPassword()
    const { usernameKey: nameKey } = account
    const { outcome } = await checkCurrentPassword({
      findAccount: async () => account,
      nameKey,
      password,
      proof,
      client,
    })
    if (outcome === 'wrong_credentials') throw wrongCurrentPassword()
    if (outcome === 'wrong_code') throw wrongCurrentFactor(proof.passkey !== undefined)
    return outcome
  }

  const readNameKey = (username: string): string => {
    const nameKey = normalizeName(username)
    if (nameKey === '') throw invalidFields([{ field: 'username', detail: 'Username or email is required' }])
    return nameKey
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

    async signIn({ username, password, code, passkey }, client) {
      const nameKey = readNameKey(username)
      const findAccount = () => store.findByName(nameKey)
      const proof = { code, passkey }
      const { outcome, account } = await checkLogin({ findAccount, nameKey, password, proof, client })
      if (account === null || outcome === 'wrong_credentials') throw wrongCredentials()
      if (outcome === 'wrong_code') throw wrongSignInFactor(passkey !== undefined)
      if (account.disabledAt !== null) throw accountDisabled()
      if (outcome === 'password_only') throw signInFactorNeeded(await readMeans(account))
      await activity.record(account.id, 'signed_in', client)
      return account
    },

    async checkForPasskey({ username, password }, client) {
      const nameKey = readNameKey(username)
      const findAccount = () => store.findByName(nameKey)
      const { outcome, account } = await checkForChallenge({ findAccount, nameKey, password, proof: noProof, client })
      if (account === null || outcome === 'wrong_credentials') throw wrongCredentials()
      if (account.disabledAt !== null) throw accountDisabled()
      return account
    },

    find: (id) => store.find(id),
    async confirm(id, password, client) {
      const account = await getOpen(id)
      await confirm(account, password, client)
      return account
    },
    async confirmFully(id, { current_password, code, passkey }, client) {
      const account = await getOpen(id)
      const outcome = await confirm(account, current_password, client, { code, passkey })
      if (outcome === 'password_only') throw currentFactorNeeded(await readMeans(account))
      return account
    },

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
      await activity.record(accountId, 'password_changed', client)
      return ended
    },
  }
}
