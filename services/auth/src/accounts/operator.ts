import { randomBytes } from 'node:crypto'
import type { OidcStore } from '../oidc/store.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { Accounts } from './accounts.ts'
import type { Activity } from './activity.ts'
import type { Closing } from './closing.ts'
import { INVITATION_DAYS, type Invitations } from './invitations.ts'
import { normalizeName } from './password-policy.ts'
import type { Passwords } from './passwords.ts'
import type { Account, AccountStore, UsedAccount } from './store.ts'

export const OPERATOR_USAGE = `Usage: npm run users -- list
       npm run users -- add USERNAME EMAIL
       npm run users -- reset-password USERNAME_OR_EMAIL
       npm run users -- remove-second-factor USERNAME_OR_EMAIL
       npm run users -- unlink-provider USERNAME_OR_EMAIL
       npm run users -- invite
       npm run users -- disable USERNAME_OR_EMAIL
       npm run users -- enable USERNAME_OR_EMAIL
       npm run users -- delete USERNAME_OR_EMAIL --yes`

interface OperatorDeps {
  readonly store: Pick<AccountStore, 'findByName' | 'listUsed' | 'changePassword' | 'setDisabled'>
  readonly add: Accounts['add']
  readonly passwords: Pick<Passwords, 'hash'>
  readonly secondFactors: Pick<SecondFactors, 'removeAll'>
  readonly oidcStore: Pick<OidcStore, 'unlink'>
  readonly publishEnded: (sids: readonly string[], reason: 'password' | 'disabled', at: Date) => Promise<void>
  readonly activity: Pick<Activity, 'record'>
  readonly invitations: Pick<Invitations, 'create'>
  readonly closing: Pick<Closing, 'close' | 'catchUp'>
  readonly now: () => number
}

/** An error of the person at the terminal, with what to do. */
export class OperatorError extends Error {}

/**
 * Carries out one command of the operator, who can run programs on the server, and returns the lines to print. A new
 * password is printed once and stored only as a hash. Rejects with an `OperatorError` that says what to change.
 */
export async function runOperatorCommand(args: readonly string[], deps: OperatorDeps): Promise<readonly string[]> {
  const [command, ...rest] = args
  if (command === 'list' && rest.length === 0) return describeAccounts(await deps.store.listUsed())
  if (command === 'invite' && rest.length === 0) return invite(deps)
  const [name = '', ...others] = rest
  if (command === 'add' && others.length === 1) return addAccount(deps, name, others[0] ?? '')
  if (command === 'reset-password' && name !== '' && others.length === 0) return resetPassword(deps, name)
  if (command === 'remove-second-factor' && name !== '' && others.length === 0) return removeSecondFactor(deps, name)
  if (command === 'unlink-provider' && name !== '' && others.length === 0) return unlinkProvider(deps, name)
  if (command === 'disable' && name !== '' && others.length === 0) return disable(deps, name)
  if (command === 'enable' && name !== '' && others.length === 0) return enable(deps, name)
  if (command === 'delete' && name !== '' && others.every((other) => other === '--yes')) {
    return deleteAccount(deps, name, others.length > 0)
  }
  throw new OperatorError(OPERATOR_USAGE)
}

const formatTime = (at: Date | null): string =>
  at === null ? 'never' : at.toISOString().slice(0, 16).replace('T', ' ')

function describeAccounts(accounts: readonly UsedAccount[]): readonly string[] {
  const own = accounts.filter(({ demoEndsAt }) => demoEndsAt === null)
  const rows = [
    ['username', 'email', 'created', 'last used (UTC)'],
    ...own.map(({ username, email, createdAt, lastUsedAt, disabledAt }) => [
      username,
      email,
      formatTime(createdAt).slice(0, 10),
      disabledAt === null ? formatTime(lastUsedAt) : `${formatTime(lastUsedAt)}, disabled`,
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return [
    ...rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    `${count(own.length, 'account')}, ${count(accounts.length - own.length, 'demo')}`,
  ]
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const PASSWORD_BYTES = 15
const createPassword = () => randomBytes(PASSWORD_BYTES).toString('base64url')

async function addAccount({ add }: OperatorDeps, username: string, email: string): Promise<readonly string[]> {
  const password = createPassword()
  const account = await add({ username, email, password })
  if (account === null) throw new OperatorError('An account with this username or email already exists.')
  return [`Added ${account.username}.`, `Password, shown only now: ${password}`, CHANGE_IT]
}

const CHANGE_IT = 'Ask the user to change it in Settings after signing in.'

async function findAccount({ store }: OperatorDeps, name: string): Promise<Account> {
  const account = await store.findByName(normalizeName(name))
  if (account === null) throw new OperatorError(`No account has the username or email ${name}.`)
  return account
}

async function resetPassword(deps: OperatorDeps, name: string): Promise<readonly string[]> {
  const account = await findAccount(deps, name)
  if (account.demoEndsAt !== null) throw new OperatorError(`${account.username} is a demo, which has no password.`)
  const password = createPassword()
  const at = new Date(deps.now())
  const passwordHash = await deps.passwords.hash(password)
  const ended = await deps.store.changePassword(account, { passwordHash, keptSessionId: null, at })
  if (ended === null) throw new OperatorError(`${account.username} has just been changed or closed. Try again.`)
  await deps.publishEnded(ended, 'password', at)
  await deps.activity.record(account.id, 'operator_reset', null)
  return [
    `New password of ${account.username}, shown only now: ${password}`,
    `${ended.length} of their sessions ended. ${CHANGE_IT}`,
  ]
}

async function removeSecondFactor(deps: OperatorDeps, name: string): Promise<readonly string[]> {
  const account = await findAccount(deps, name)
  if (!(await deps.secondFactors.removeAll(account.id))) {
    throw new OperatorError('Two-factor sign-in is already off.')
  }
  return [`Turned off two-factor sign-in of ${account.username}. Their password alone signs in.`]
}

async function unlinkProvider(deps: OperatorDeps, name: string): Promise<readonly string[]> {
  const account = await findAccount(deps, name)
  if (!(await deps.oidcStore.unlink(account.id))) {
    throw new OperatorError(`${account.username} is not connected to a sign-in provider.`)
  }
  await deps.activity.record(account.id, 'oidc_unlinked', null)
  const next = account.passwordHash === null ? ' They have no password: run reset-password for them.' : ''
  return [`Disconnected ${account.username} from the sign-in provider.${next}`]
}

async function invite({ invitations }: OperatorDeps): Promise<readonly string[]> {
  const code = await invitations.create()
  return [
    `Invitation, shown only now: ${code}`,
    `Send the link /register?invitation=${code} with the address of this server. It creates one account and expires in ${INVITATION_DAYS} days.`,
  ]
}

async function disable(deps: OperatorDeps, name: string): Promise<readonly string[]> {
  const account = await findAccount(deps, name)
  const at = new Date(deps.now())
  const ended = await deps.store.setDisabled(account, at)
  await deps.publishEnded(ended, 'disabled', at)
  await deps.activity.record(account.id, 'disabled', null)
  return [`Disabled ${account.username}. ${ended.length} of their sessions ended. Their data is kept.`]
}

async function enable(deps: OperatorDeps, name: string): Promise<readonly string[]> {
  const account = await findAccount(deps, name)
  await deps.store.setDisabled(account, null)
  await deps.activity.record(account.id, 'enabled', null)
  return [`Enabled ${account.username}. They can sign in again.`]
}

async function deleteAccount(deps: OperatorDeps, name: string, isSure: boolean): Promise<readonly string[]> {
  const account = await findAccount(deps, name)
  if (!isSure) {
    throw new OperatorError(
      `This deletes ${account.username} (${account.email}) and all their data for good. Add --yes.`,
    )
  }
  if (!(await deps.closing.close(account))) throw new OperatorError(`${account.username} is already closed.`)
  await deps.closing.catchUp()
  return [`Deleted ${account.username}. Their data in all services is erased within minutes.`]
}
