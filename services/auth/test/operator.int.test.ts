import { waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { runOperatorCommand } from '../src/accounts/operator.ts'
import { openOperatorAccounts } from '../src/app.ts'
import { type AuthUnderTest, openAuth, PASSWORD } from './support.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function openBoth(given: Parameters<typeof openAuth>[0] = {}) {
  const auth = await openAuth(given)
  open.push(() => auth.close())
  const operator = openOperatorAccounts({ ...auth.config, logLevel: 'silent' })
  open.push(operator.close)
  return { auth, run: (...args: string[]) => runOperatorCommand(args, operator.deps) }
}

const readPassword = (lines: readonly string[]) =>
  /: (\S{20})$/.exec(lines.find((line) => line.includes('only now')) ?? '')?.[1] ?? ''
const signIn = async (auth: AuthUnderTest, name: string, password: string) => (await auth.signIn(name, password)).status

test('a lost password is reset, which ends every session of the account', async () => {
  const { auth, run } = await openBoth()
  const user = await auth.register()
  const lines = await run('reset-password', user.email.toUpperCase())
  expect(lines[1]).toMatch(/^1 of their sessions ended\./)
  expect(await signIn(auth, user.username, PASSWORD)).toBe(401)
  expect(await signIn(auth, user.username, readPassword(lines))).toBe(200)
  expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(401)
})

test('accounts are listed with their last use, without demos', async () => {
  const { auth, run } = await openBoth()
  const user = await auth.register()
  await auth.openDemo()
  const lines = await run('list')
  const today = new Date().toISOString().slice(0, 10)
  expect(lines.find((line) => line.includes(user.email))).toMatch(
    new RegExp(`^${user.username} +${user.email} +${today} +${today} `),
  )
  expect(lines.at(-1)).toBe('1 account, 1 demo')
})

test('with sign-up and demo closed, only the operator adds accounts', async () => {
  const { auth, run } = await openBoth({ signUp: 'closed', demo: 'closed' })
  const form = { username: 'walter', email: 'walter@example.com', password: PASSWORD }
  expect((await auth.call('auth.register', { body: form })).problem()).toMatchObject({
    status: 403,
    code: 'sign_up_closed',
  })
  expect((await auth.call('auth.demo')).problem()).toMatchObject({ status: 403, code: 'demo_closed' })
  const lines = await run('add', 'walter', 'walter@example.com')
  expect(await signIn(auth, 'walter', readPassword(lines))).toBe(200)
  await expect(run('add', 'Walter', 'other@example.com')).rejects.toThrow('already exists')
  await expect(run('add', 'w', 'no')).rejects.toThrow('Username must be at least 3 characters')
})

test('an account is deleted only with --yes, and its data in other services are erased', async () => {
  const { auth, run } = await openBoth()
  const user = await auth.register()
  await expect(run('delete', user.username)).rejects.toThrow('Add --yes')
  expect(await signIn(auth, user.username, PASSWORD)).toBe(200)
  expect(await run('delete', user.username, '--yes')).toEqual([expect.stringContaining(`Deleted ${user.username}`)])
  expect(await signIn(auth, user.username, PASSWORD)).toBe(401)
  const erasedIn = () =>
    auth.userData.received.flatMap(({ what, keeper, accountId }) =>
      what === 'erase' && accountId === user.id ? [keeper] : [],
    )
  // The erasure continues after the command has reported the deletion.
  await waitFor('the erasure in all services', () => new Set(erasedIn()).size === 3)
  expect(new Set(erasedIn())).toEqual(new Set(['portfolio', 'screener', 'coach']))
})

test.each([[[]], [['drop']], [['list', 'all']], [['reset-password']], [['add', 'one']]])(
  '%j prints the usage',
  async (args) => {
    const { run } = await openBoth()
    await expect(run(...args)).rejects.toThrow('Usage: npm run users -- list')
  },
)

test('an unknown name and a demo are named as such', async () => {
  const { auth, run } = await openBoth()
  await expect(run('reset-password', 'walter-two')).rejects.toThrow('No account has the username or email walter-two.')
  const demo = await auth.openDemo()
  await expect(run('reset-password', demo.username)).rejects.toThrow('is a demo, which has no password')
})
