import { createTestDatabase, openTcpProxy, readTestUrl, type TcpProxy, waitFor } from '@callwright/service/testing'
import { expect } from '@jest/globals'
import { migrations } from '../src/db/migrations.ts'
import { type Answer, type AuthUnderTest, asUser, openAuth, PASSWORD } from './support.ts'

type User = Awaited<ReturnType<AuthUnderTest['register']>>
export type OutageStack = Awaited<ReturnType<typeof openOutageStack>>

async function proxyOf(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  return openTcpProxy({ host: hostname, port: Number(port) })
}

/** Opens the service with PostgreSQL and Redis behind proxies that can be cut and frozen. */
export async function openOutageStack() {
  const database = await createTestDatabase('auth', migrations)
  const postgres = await proxyOf(database.url)
  const redis = await proxyOf(readTestUrl('TEST_REDIS_URL'))
  const databaseUrl = new URL(database.url)
  databaseUrl.host = `127.0.0.1:${postgres.port}`
  const auth = await openAuth({ databaseUrl: databaseUrl.href, redisCacheUrl: `redis://127.0.0.1:${redis.port}` })

  async function readHealth() {
    await auth.runtime.health.runAll()
    return auth.runtime.health.read().status
  }

  return {
    auth,
    postgres,
    redis,
    readHealth,
    databaseUrl: database.url,
    /** Makes both stores reachable again and waits until the health checks pass. */
    async mend(): Promise<void> {
      for (const store of [postgres, redis]) {
        store.thaw()
        store.restore()
      }
      await waitFor('both stores', async () => (await readHealth()) === 'pass')
    },
    callEverything(user: User): Promise<Answer[]> {
      const registration = { username: 'newcomer', email: 'new@comer.example', password: PASSWORD }
      const change = { current_password: PASSWORD, new_password: 'another one' }
      return Promise.all([
        auth.signIn(user.username, PASSWORD),
        auth.signIn(user.username, 'wrong'),
        auth.call('auth.register', { body: registration }),
        auth.call('auth.refresh', { cookie: user.cookie }),
        auth.call('auth.me', { as: asUser(user) }),
        auth.call('auth.logout', { as: asUser(user), cookie: user.cookie }),
        auth.call('auth.revocations', { as: { kind: 'service' } }),
        auth.call('auth.demo'),
        auth.call('auth.listSessions', { as: asUser(user) }),
        auth.call('auth.revokeSessions', { as: asUser(user) }),
        auth.call('auth.export', { as: asUser(user) }),
        auth.call('auth.password', { as: asUser(user), body: change }),
        auth.call('auth.deleteMe', { as: asUser(user), body: { password: PASSWORD } }),
      ])
    },
    /** Signs in, fails to sign in, refreshes and signs out while Redis is unavailable. */
    async expectWorksWithoutRedis(take: () => void): Promise<void> {
      const user = await auth.register()
      take()
      expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
      expect((await auth.signIn(user.username, 'wrong')).status).toBe(401)
      expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
      expect((await auth.call('auth.logout', { as: asUser(user) })).status).toBe(204)
      const feed = await auth.call('auth.revocations', { as: { kind: 'service' } })
      expect(feed.text).toContain(user.sid)
      expect(await readHealth()).toBe('warn')
    },
    async close(): Promise<void> {
      await auth.close()
      await postgres.close()
      await redis.close()
      await database.drop()
    },
  }
}

export function expectUnavailable(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(answer.problem()).toMatchObject({ status: 503, code: 'database_unavailable' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/127\.0\.0\.1|:\d{4,5}|select|insert|postgres|ECONN|timeout|stack|node_modules/i)
  }
}
