import { randomUUID } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { createRuntime, openDatabase } from '@callwright/service'
import { buildTestConfig, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Kysely } from 'kysely'
import type { AuthTables } from '../src/db/schema.ts'
import { dataOwnerNames } from '../src/user-data.ts'
import { noUserData } from './fake-user-data.ts'
import { type AuthUnderTest, asUser, cookieHeader, openAuth, PASSWORD, randomAddress } from './support.ts'

const MINUTE = 60_000
const clock = { ms: Date.parse('2026-11-20T15:00:00Z') }
const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')

let auth: AuthUnderTest
let database: Kysely<AuthTables>
beforeAll(async () => {
  auth = await openAuth({ now: () => clock.ms })
  database = openDatabase<AuthTables>(runtime, { url: auth.config.databaseUrl })
})
afterEach(() => {
  for (const keeper of dataOwnerNames) auth.userData.set(keeper, 'up')
})
afterAll(async () => {
  await runtime.close()
  await auth.close()
})

type User = Awaited<ReturnType<AuthUnderTest['register']>>

const erasedEverywhere = ['erase coach', 'erase portfolio', 'erase screener']

const remove = (user: User, password = PASSWORD, address = randomAddress()) =>
  auth.call('auth.deleteMe', { as: asUser(user), cookie: user.cookie, address, body: { password } })
const findAccount = ({ id }: User) => database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
const isGone = (user: User) => waitFor('the account to go', async () => (await findAccount(user)) === undefined)
const listOwed = ({ id }: User) =>
  database.selectFrom('erasure').select(['keeper', 'isRepeat']).where('accountId', '=', id).orderBy('keeper').execute()
const registerAgain = ({ username, email }: User) =>
  auth.call('auth.register', { body: { username, email, password: PASSWORD } })

describe('deleting an account', () => {
  test('ends every session, erases the data in other services, and frees the names', async () => {
    const user = await auth.register()
    const phone = await auth.signIn(user.username, PASSWORD)
    const answer = await remove(user)
    expect(answer.status).toBe(204)
    expect(answer.cookie()).toMatchObject({ value: '', attributes: expect.arrayContaining(['Max-Age=0']) })

    for (const cookie of [user.cookie, cookieHeader(phone)]) {
      expect((await auth.call('auth.refresh', { cookie })).status).toBe(401)
    }
    const feed = (await auth.call('auth.revocations', { as: { kind: 'service' } })).read<Success<'auth.revocations'>>()
    expect(feed.revocations.map(({ sid }) => sid)).toContain(user.sid)
    await isGone(user)
    expect(auth.userData.listOf(user.id).sort()).toEqual(erasedEverywhere)
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(401)
    expect((await auth.call('auth.me', { as: asUser(user) })).problem()).toMatchObject({ status: 404 })
    expect((await registerAgain(user)).status).toBe(201)
  })

  test('erases once more, for writes in progress when it was closed', async () => {
    const user = await auth.register()
    await remove(user)
    await isGone(user)
    expect(await listOwed(user)).toEqual([
      { keeper: 'coach', isRepeat: true },
      { keeper: 'portfolio', isRepeat: true },
      { keeper: 'screener', isRepeat: true },
    ])
    await auth.catchUp()
    expect(auth.userData.listOf(user.id)).toHaveLength(3)
    clock.ms += 2 * MINUTE
    await auth.catchUp()
    expect(auth.userData.listOf(user.id).slice(3).sort()).toEqual(erasedEverywhere)
    expect(await listOwed(user)).toEqual([])
  })

  test('with a wrong password is a 403, changes nothing, and counts as a failed sign-in', async () => {
    const user = await auth.register()
    const address = randomAddress()
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) statuses.push((await remove(user, 'wrong', address)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    const refused = await remove(user, 'wrong')
    expect(refused.problem()).toMatchObject({ status: 403, code: 'wrong_current_password' })
    expect(refused.cookie()).toBeNull()
    expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
    expect(await listOwed(user)).toEqual([])
  })

  test('without a password is an error that names the field', async () => {
    const user = await auth.register()
    const answer = await auth.call('auth.deleteMe', { as: asUser(user), body: {} })
    expect(answer.problem().errors).toEqual([{ field: 'password', detail: 'Password is required' }])
  })

  test('never waits for other services', async () => {
    const user = await auth.register()
    auth.userData.set('portfolio', 'silent')
    expect((await remove(user)).status).toBe(204)
    expect(auth.userData.listOf(user.id)).toEqual([])
    auth.userData.set('portfolio', 'up')
    await isGone(user)
  })
})

test.each(dataOwnerNames)(
  'while %s is down the account is closed and its names stay reserved; after recovery everything is erased',
  async (away) => {
    const user = await auth.register()
    auth.userData.set(away, 'down')
    expect((await remove(user)).status).toBe(204)
    await waitFor('the others to be done', async () => (await listOwed(user)).length === 4)
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(401)
    expect((await registerAgain(user)).problem()).toMatchObject({ status: 409, code: 'account_taken' })
    clock.ms += MINUTE
    await auth.catchUp()
    expect((await findAccount(user))?.closedAt).not.toBeNull()
    auth.userData.set(away, 'up')
    await waitFor('everything to be erased', async () => {
      clock.ms += MINUTE
      await auth.catchUp()
      return (await listOwed(user)).length === 0
    })
    expect(await findAccount(user)).toBeUndefined()
    expect((await registerAgain(user)).status).toBe(201)
    const failures = auth.log.lines().filter(({ event }) => event === 'erasure.failed')
    expect(failures.at(-1)).toMatchObject({ level: 'warn', failed: 1 })
  },
)

test('the next process completes the erasures that a stopped one left', async () => {
  const first = await openAuth({ databaseUrl: auth.config.databaseUrl })
  const user = await first.register()
  for (const keeper of dataOwnerNames) first.userData.set(keeper, 'down')
  const answer = await first.call('auth.deleteMe', { as: asUser(user), body: { password: PASSWORD } })
  expect(answer.status).toBe(204)
  await first.close()
  expect(await listOwed(user)).toHaveLength(6)
  clock.ms = Date.now() + 3 * MINUTE
  await auth.catchUp()
  expect(await findAccount(user)).toBeUndefined()
  expect(await listOwed(user)).toEqual([])
})

describe('concurrently', () => {
  test('two deletions close the account once and record each erasure once', async () => {
    const user = await auth.register()
    for (const keeper of dataOwnerNames) auth.userData.set(keeper, 'silent')
    const answers = await Promise.all([remove(user), remove(user)])
    // The second request may find that its session has ended.
    expect(['204 204', '204 401', '401 204']).toContain(answers.map(({ status }) => status).join(' '))
    expect(await listOwed(user)).toHaveLength(6)
    for (const keeper of dataOwnerNames) auth.userData.set(keeper, 'up')
    await isGone(user)
    expect(auth.userData.listOf(user.id)).toHaveLength(3)
  })

  test('a sign-in and a deletion leave no session', async () => {
    const user = await auth.register()
    const [deleted, ...signIns] = await Promise.all([
      remove(user),
      ...Array.from({ length: 6 }, () => auth.signIn(user.username, PASSWORD)),
    ])
    expect(deleted.status).toBe(204)
    for (const answer of signIns) {
      if (answer.status === 200) {
        expect((await auth.call('auth.refresh', { cookie: cookieHeader(answer) })).status).toBe(401)
      } else expect(answer.status).toBe(401)
    }
    await isGone(user)
  })

  test('refreshes in other tabs leave no valid token, in either order', async () => {
    for (let round = 0; round < 3; round += 1) {
      const user = await auth.register()
      const phone = cookieHeader(await auth.signIn(user.username, PASSWORD))
      const refresh = (cookie: string) => auth.call('auth.refresh', { cookie })
      const [deleted, ...refreshed] = await Promise.all([remove(user), refresh(user.cookie), refresh(phone)])
      expect(deleted.status).toBe(204)
      for (const answer of refreshed) {
        if (answer.status === 200) expect((await refresh(cookieHeader(answer))).status).toBe(401)
        else expect(answer.status).toBe(401)
      }
      await isGone(user)
    }
  })

  test('a password change and a deletion work in either order', async () => {
    const user = await auth.register()
    const body = { current_password: PASSWORD, new_password: 'staple battery' }
    const [deleted, changed] = await Promise.all([remove(user), auth.call('auth.password', { as: asUser(user), body })])
    const outcomes = `${deleted.status} ${changed.status}`
    expect(['204 403', '204 401', '403 200']).toContain(outcomes)
    expect((await auth.signIn(user.username, 'staple battery')).status).toBe(changed.status === 200 ? 200 : 401)
  })
})

describe('the export', () => {
  const exportOf = (user: User) => auth.call('auth.export', { as: asUser(user) })

  test('contains the account, its sessions and the data of other services', async () => {
    const user = await auth.register()
    const kept = noUserData()
    const recordedAt = new Date(clock.ms).toISOString()
    const at = new Date(clock.ms)
    const passkey = { id: randomUUID(), name: 'Phone', counter: 0, transports: ['internal'], createdAt: at }
    const keys = { credentialId: Buffer.from('c'), publicKey: Buffer.from('k'), accountId: user.id }
    const app = { accountId: user.id, sealedSecret: Buffer.from('s'), begunAt: at, confirmedAt: at }
    const link = { issuer: 'https://id.example.com', subject: 'u-1', accountId: user.id, createdAt: at }
    await database
      .insertInto('passkey')
      .values({ ...passkey, ...keys, lastUsedAt: null })
      .execute()
    await database.insertInto('secondFactor').values(app).execute()
    await database.insertInto('oidcIdentity').values(link).execute()
    kept.portfolio.events.push({
      event_id: null,
      position_id: '1',
      chain_id: '1',
      kind: 'open',
      terms: { ticker: 'AAPL' },
      body: null,
      occurred_on: null,
      fees_usd: 0,
      voids: null,
      note: null,
      recorded_at: recordedAt,
    })
    kept.screener.screens.push({
      id: 's',
      name: 'Mine',
      query: 'sector=technology',
      tab: 'stocks',
      updated_at: recordedAt,
    })
    kept.screener.lists.push({ id: 'l', name: 'Energy', symbols: ['XOM'], updated_at: recordedAt })
    kept.coach.messages.push({
      id: 'm',
      role: 'user',
      content: 'What is delta?',
      timestamp: recordedAt,
      from_link: false,
      metadata: null,
      sources: [],
      grounding: null,
      engine: null,
      understood: null,
    })
    auth.userData.store(user.id, kept)
    const answer = await exportOf(user)
    expect(answer.status).toBe(200)
    const { account, sessions, activity, ...rest } = answer.read<Success<'auth.export'>>()
    expect(account).toEqual({
      id: user.id,
      username: user.username,
      email: user.email,
      full_name: null,
      is_demo: false,
      demo_ends_at: null,
      created_at: recordedAt,
    })
    expect(sessions).toEqual([expect.objectContaining({ id: user.sid, current: true })])
    expect(activity.map(({ kind }) => kind)).toEqual(['exported', 'registered'])
    expect(rest).toEqual({
      ...{ status: 'success', exported_at: recordedAt, ...kept },
      second_factor: {
        app_since: recordedAt,
        passkeys: [
          {
            ...{ id: passkey.id, name: 'Phone', created_at: recordedAt, last_used_at: null },
            transports: ['internal'],
          },
        ],
        recovery_codes_left: 0,
      },
      provider_links: [{ issuer: link.issuer, subject: 'u-1', linked_at: recordedAt }],
    })
    expect(answer.text).not.toMatch(/argon2|hash/i)
  })

  test.each([
    ['portfolio', 'down', 'The portfolio service'],
    ['screener', 'down', 'The screener'],
    ['coach', 'down', 'The coach'],
    ['portfolio', 'silent', 'The portfolio service'],
  ] as const)('with %s %s is a 503, never a partial export', async (keeper, mode, name) => {
    const user = await auth.register()
    auth.userData.set(keeper, mode)
    const answer = await exportOf(user)
    expect(answer.problem()).toMatchObject({
      status: 503,
      code: 'export_incomplete',
      detail: `${name} is not available right now, so the export would be incomplete. Please try again.`,
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
