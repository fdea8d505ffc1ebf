import { migrate } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { migrations } from '../src/db/migrations.ts'
import { expectUnavailable, type OutageStack, openOutageStack } from './outage-support.ts'
import { asUser, openAuth, PASSWORD } from './support.ts'

let stack: OutageStack
beforeAll(async () => {
  stack = await openOutageStack()
})
afterEach(() => stack.mend())
afterAll(() => stack.close())

describe('PostgreSQL', () => {
  test('cut: 503 for everything, never 401, and the process is not ready', async () => {
    const { auth, postgres, readHealth, callEverything } = stack
    const user = await auth.register()
    postgres.cut()
    expectUnavailable(await callEverything(user))
    expect(await readHealth()).toBe('fail')
    postgres.restore()
    await waitFor('recovery', async () => (await readHealth()) === 'pass')
    expect((await auth.call('auth.me', { as: asUser(user) })).status).toBe(200)
  })

  test('an outage spends no tries', async () => {
    const { auth, postgres, readHealth } = stack
    const user = await auth.register()
    const address = '10.99.1.1'
    postgres.cut()
    for (let index = 0; index < 8; index += 1) {
      expect((await auth.signIn(user.username, 'wrong', address)).status).toBe(503)
    }
    postgres.restore()
    await waitFor('recovery', async () => (await readHealth()) === 'pass')
    expect((await auth.signIn(user.username, PASSWORD, address)).status).toBe(200)
  })
})

test('Redis away: sign-in, sign-out and refresh work; ready with a warning', () =>
  stack.expectWorksWithoutRedis(() => stack.redis.cut()))

test('a failure of our own is a 500 that says nothing', async () => {
  const broken = await openAuth()
  const user = await broken.register()
  await migrate({
    url: broken.config.databaseUrl,
    migrations: {
      ...migrations,
      '99990101T0000_break': {
        up: async (schema) => {
          await schema.schema.alterTable('account').renameTo('account_elsewhere').execute()
        },
      },
    },
  })
  for (const answer of [
    await broken.signIn(user.username, PASSWORD),
    await broken.call('auth.me', { as: asUser(user) }),
    await broken.call('auth.refresh', { cookie: user.cookie }),
  ]) {
    expect(answer.problem()).toMatchObject({ status: 500, code: 'internal' })
    expect(answer.text).not.toMatch(/relation|account_|select|42P01|stack/i)
  }
  expect(broken.log.text()).toContain('42P01')
  await broken.close()
})
