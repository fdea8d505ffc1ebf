import type { ActivityEvent } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { runOperatorCommand } from '../src/accounts/operator.ts'
import { openOperatorAccounts } from '../src/app.ts'
import { type AuthUnderTest, asUser, openAuth, PASSWORD } from './support.ts'

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

type User = Awaited<ReturnType<AuthUnderTest['register']>>

async function readKinds(auth: AuthUnderTest, user: User) {
  const answer = await auth.call('auth.activity', { as: asUser(user) })
  expect(answer.status).toBe(200)
  return answer.read<{ events: ActivityEvent[] }>().events
}

test('the owner of an account sees sign-ins, failed attempts, changes and acts of the operator, newest first', async () => {
  const { auth, run } = await openBoth()
  const user = await auth.register()
  await auth.signIn(user.username, 'wrong', '192.0.2.1')
  await auth.signIn(user.username, PASSWORD, '192.0.2.2')
  await auth.call('auth.password', {
    as: asUser(user),
    body: { current_password: 'wrong', new_password: 'another good phrase' },
  })
  await run('reset-password', user.username)
  await waitFor('five entries', async () => (await readKinds(auth, user)).length === 5)
  const events = await readKinds(auth, user)
  expect(events.map(({ kind }) => kind)).toEqual([
    'operator_reset',
    'password_wrong',
    'signed_in',
    'sign_in_failed',
    'registered',
  ])
  expect(events[0]).toMatchObject({ client_address: null, user_agent: null })
  expect(events[3]).toMatchObject({ client_address: '192.0.2.1', user_agent: 'integration test' })
  const other = await auth.register()
  expect((await readKinds(auth, other)).map(({ kind }) => kind)).toEqual(['registered'])
})

test('a disabled account keeps its data, loses its sessions and cannot sign in until it is enabled', async () => {
  const { auth, run } = await openBoth()
  const user = await auth.register()
  await auth.signIn(user.username, PASSWORD)
  expect(await run('disable', user.email)).toEqual([
    `Disabled ${user.username}. 2 of their sessions ended. Their data is kept.`,
  ])
  expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(401)
  expect((await auth.signIn(user.username, 'wrong')).problem()).toMatchObject({ code: 'wrong_credentials' })
  expect((await auth.signIn(user.username, PASSWORD)).problem()).toMatchObject({
    status: 403,
    code: 'account_disabled',
  })
  expect((await run('list')).join('\n')).toMatch(new RegExp(`${user.username} .*, disabled`))
  await run('enable', user.username)
  expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
})

test('while sign-up is by invitation, each code creates one account within a week', async () => {
  let nowMs = Date.now()
  const { auth, run } = await openBoth({ signUp: 'invitation', now: () => nowMs })
  const readCode = (lines: readonly string[]) => /only now: (\S{20})$/.exec(lines[0] ?? '')?.[1] ?? ''
  const register = (username: string, invitation?: string) =>
    auth.call('auth.register', {
      body: { username, email: `${username}@example.com`, password: PASSWORD, ...(invitation && { invitation }) },
    })
  expect((await register('ada')).problem()).toMatchObject({ status: 403, code: 'invitation_needed' })
  expect((await register('ada', 'made-up')).problem()).toMatchObject({ status: 403, code: 'invitation_refused' })

  const code = readCode(await run('invite'))
  expect((await register('a', code)).problem()).toMatchObject({ status: 400 })
  const both = await Promise.all([register('ada', code), register('bob', code)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403])

  const late = readCode(await run('invite'))
  nowMs += 8 * 24 * 60 * 60 * 1_000
  // The operator's process has its own clock, so the code above is a week old for the service only.
  expect((await register('cleo', late)).problem()).toMatchObject({ code: 'invitation_refused' })
})
