import { randomBytes } from 'node:crypto'
import { createRuntime, openDatabase } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Kysely } from 'kysely'
import type { AuthTables } from '../src/db/schema.ts'
import { purge } from '../src/sessions/housekeeping.ts'
import { type AuthUnderTest, asUser, cookieHeader, openAuth } from './support.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = { ms: Date.parse('2026-11-20T15:00:00Z') }
const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')

let auth: AuthUnderTest
let database: Kysely<AuthTables>
beforeAll(async () => {
  auth = await openAuth({ now: () => clock.ms })
  database = openDatabase<AuthTables>(runtime, { url: auth.config.databaseUrl })
})
afterAll(async () => {
  await runtime.close()
  await auth.close()
})

async function count(table: keyof AuthTables): Promise<number> {
  const { rows } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

test('removes what ended and keeps what may still be needed', async () => {
  const leaving = await auth.register()
  const staying = await auth.register()
  const next = await auth.call('auth.refresh', { cookie: staying.cookie })
  await auth.call('auth.logout', { as: asUser(leaving) })

  await purge(database, clock.ms + 29 * MINUTE)
  expect(await count('revocation')).toBe(1)
  expect(await count('session')).toBe(2)
  const { sealed } = await database
    .selectFrom('refreshToken')
    .select(({ fn }) => fn.count<number>('sealedSuccessor').as('sealed'))
    .executeTakeFirstOrThrow()
  expect(sealed).toBe(0)

  await purge(database, clock.ms + 31 * MINUTE)
  expect(await count('revocation')).toBe(0)
  expect(await count('session')).toBe(1)
  expect(await count('refreshToken')).toBe(2)

  clock.ms += 6 * DAY
  expect((await auth.call('auth.refresh', { cookie: cookieHeader(next) })).status).toBe(200)
  await purge(database, clock.ms + 7 * DAY)
  expect(await count('session')).toBe(1)
  await purge(database, clock.ms + 8 * DAY)
  expect(await count('session')).toBe(0)
  expect(await count('refreshToken')).toBe(0)
  expect(await count('account')).toBe(2)
})

test('used tokens of a living session go once no browser can hold them; until then they betray a thief', async () => {
  const { sid, ...owner } = await auth.register()
  const issued = () =>
    database
      .selectFrom('refreshToken')
      .select(['issuedAt', 'usedAt'])
      .where('sessionId', '=', sid)
      .orderBy('issuedAt')
      .execute()
  let cookie = owner.cookie
  const cookies = [cookie]
  for (let day = 1; day <= 8; day += 1) {
    clock.ms += DAY
    cookie = cookieHeader(await auth.call('auth.refresh', { cookie }))
    cookies.push(cookie)
  }
  await purge(database, clock.ms)
  const kept = await issued()
  expect(kept).toHaveLength(8)
  expect(kept.every(({ issuedAt }) => issuedAt.getTime() >= clock.ms - 7 * DAY)).toBe(true)

  expect((await auth.call('auth.refresh', { cookie: cookies[0] })).status).toBe(401)
  cookie = cookieHeader(await auth.call('auth.refresh', { cookie }))
  expect((await auth.call('auth.refresh', { cookie: cookies[1] })).status).toBe(401)
  expect((await auth.call('auth.refresh', { cookie })).status).toBe(401)
})

test('ended sessions go with all their tokens, however many batches they fill', async () => {
  const { id } = await auth.register()
  const old = new Date(clock.ms - 40 * DAY)
  const sessions = Array.from({ length: 60 }, () => ({
    id: crypto.randomUUID(),
    accountId: id,
    userAgent: null,
    createdAt: old,
    lastUsedAt: old,
    idleExpiresAt: old,
    absoluteExpiresAt: old,
  }))
  await database.insertInto('session').values(sessions).execute()
  const tokens = sessions.flatMap(({ id: sessionId }) =>
    Array.from({ length: 10 }, () => ({ tokenHash: randomBytes(32), sessionId, issuedAt: old })),
  )
  await database.insertInto('refreshToken').values(tokens).execute()
  const before = { sessions: await count('session'), tokens: await count('refreshToken') }
  await purge(database, clock.ms)
  expect(before.sessions - (await count('session'))).toBeGreaterThanOrEqual(60)
  expect(before.tokens - (await count('refreshToken'))).toBeGreaterThanOrEqual(600)
  const left = await database.selectFrom('session').select('id').where('absoluteExpiresAt', '=', old).execute()
  expect(left).toEqual([])
})

test('takes more rows than one batch holds, and two replicas at once do no harm', async () => {
  const old = new Date(clock.ms - DAY)
  const rows = Array.from({ length: 1_203 }, () => ({ sid: crypto.randomUUID(), revokedAt: old }))
  await database.insertInto('revocation').values(rows).execute()
  const removed = await Promise.all([purge(database, clock.ms), purge(database, clock.ms)])
  await purge(database, clock.ms + 31 * MINUTE)
  expect(await count('revocation')).toBe(0)
  expect(Math.max(...removed)).toBeGreaterThan(0)
})
