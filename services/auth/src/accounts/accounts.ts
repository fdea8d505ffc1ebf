import type { Body, FieldError } from '@callwright/contracts'
import { AppError, type Runtime } from '@callwright/service'
import {
  accountDisabled,
  accountTaken,
  invalidFields,
  sessionEnded,
  wrongCredentials,
  wrongCurrentPassword,
} from '../errors.ts'
import type { Client } from '../requests.ts'
import type { Activity } from './activity.ts'
import type { Limits } from './limits.ts'
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

/** The client of a password check, and whether it has signed in to an account before. */
export interface SigningClient extends Client {
  readonly isKnownTo: (accountId: string) => boolean
}

const outcomes = ['success', 'wrong_credentials', 'limited', 'unavailable'] as const
type Outcome = (typeof outcomes)[number]

/** Occasions for a password check: a sign-in, or the confirmation of an action by a signed-in user. */
const occasions = {
  login: {
    event: 'login.attempted',
    counter: 'auth_login_attempts_total',
    help: 'Sign-in attempts by outcome',
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
  readonly client: SigningClient
}

/** Returns the account if the password matches, or null. */
type CheckPassword = (attempt: PasswordAttempt) => Promise<Account | null>

interface Deps {
  readonly passwords: Passwords
  readonly limits: Limits
  readonly activity: Pick<Activity, 'record'>
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
}

/** Both occasions share their rate limits; otherwise each would allow extra guesses. */
function createPasswordCheck(
  occasion: keyof typeof occasions,
  { passwords, limits, activity, runtime }: Deps,
): CheckPassword {
  const { event, counter, help, failure } = occasions[occasion]
  const attempts = runtime.metrics.counter(counter, help, ['outcome'], { known: { outcome: outcomes } })

  /** Logs every attempt, but not the typed name, because people sometimes type their password into that field. */
  function note(outcome: Outcome, account: Account | null, client: Client): void {
    attempts.inc({ outcome })
    const fields = { outcome, account_id: account?.id ?? null, client_address: client.address }
    runtime.log.info({ ...fields, request_id: client.requestId }, event)
  }

  async function matches(account: Account | null, { nameKey, password, client }: PasswordAttempt): Promise<boolean> {
    const isKnown = account !== null && client.isKnownTo(account.id)
    // An existing account's own key makes its username and email share one limit.
    const paid = await limits.beginSignIn(account?.usernameKey ?? nameKey, client.address, isKnown)
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
    if (account !== null && !isCorrect) await activity.record(account.id, failure, client)
    return isCorrect ? account : null
  }
}

interface AccountsDeps {
  readonly store: AccountStore
  readonly passwords: Passwords
  readonly limits: Limits
  readonly activity: Pick<Activity, 'record'>
  readonly policy: PasswordPolicy
  readonly runtime: Pick<Runtime, 'log' | 'metrics'>
  readonly now: () => number
  readonly newId: () => string
}

export interface Accounts {
  register(form: Body<'auth.register'>, client: Client): Promise<Account>
  /** Creates an account without limits, for the operator; null if a name is taken. */
  add(form: Body<'auth.register'>): Promise<Account | null>
  signIn(credentials: Body<'auth.login'>, client: SigningClient): Promise<Account>
  find(id: string): Promise<Account | null>
  /** Checks the signed-in user's password again and returns the account. */
  confirm(id: string, password: string, client: SigningClient): Promise<Account>
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

  async function create(registration: Registration): Promise<Account | null> {
    const { password, ...names } = registration
    const passwordHash = await passwords.hash(password)
    const account = { ...names, passwordHash, id: newId(), createdAt: new Date(now()), demoEndsAt: null }
    return (await store.insert(account)) ? { ...account, disabledAt: null } : null
  }

  async function getOpen(id: string): Promise<Account> {
    const account = await store.find(id)
    if (account === null) throw sessionEnded()
    return account
  }

  async function confirm(account: Account, password: string, client: SigningClient): Promise<Account> {
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
      await activity.record(account.id, 'registered', client)
      return account
    },

    async add(form) {
      const account = await create(readRegistration(form, policy))
      if (account !== null) runtime.log.info({ account_id: account.id }, 'account.added')
      return account
    },

    async signIn({ username, password }, client) {
      const nameKey = normalizeName(username)
      if (nameKey === '') throw invalidFields([{ field: 'username', detail: 'Username or email is required' }])
      const account = await checkLogin({ findAccount: () => store.findByName(nameKey), nameKey, password, client })
      if (account === null) throw wrongCredentials()
      if (account.disabledAt !== null) throw accountDisabled()
      await activity.record(account.id, 'signed_in', client)
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
      await activity.record(accountId, 'password_changed', client)
      return ended
    },
  }
}
