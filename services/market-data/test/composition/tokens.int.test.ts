import { createRuntime, openRedis, waitForRedis } from '@callwright/service'
import { buildTestConfig, readTestUrl } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createSharedTokens } from '../../src/composition/shared-tokens.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import { MINUTE, newKeyId } from './support.ts'

describe('access tokens', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  async function openReplicas(secrets: readonly string[] = ['s3cret', 's3cret']) {
    const clock = { ms: Date.now() }
    const keyId = newKeyId()
    const seen = { renewals: 0 }
    const renew = async () => {
      seen.renewals += 1
      return { value: `token-${seen.renewals}`, expiresAtMs: clock.ms + 15 * MINUTE }
    }
    const replicas = await Promise.all(
      secrets.map(async (secret) => {
        const runtime = createRuntime(buildTestConfig(), 'market-data')
        closing.push(() => runtime.close())
        const redis = openRedis(runtime, readTestUrl('TEST_REDIS_URL'), 'cache')
        await waitForRedis(redis, 2_000)
        const open = () => {
          throw new Error('not opened')
        }
        const configured = { name: 'scripted', keyId, secret, limit: { burst: 1, perSecond: 1 }, open }
        const tokens = createSharedTokens(runtime, configured, { redis, now: () => clock.ms })
        const stored = () => redis.getBuffer(`callwright:market:token:scripted:${keyId}`)
        return { stored, find: (rejected: string | null = null, own = renew) => tokens.find({ rejected, renew: own }) }
      }),
    )
    const [first, second] = replicas
    if (first === undefined || second === undefined) throw new Error('two replicas')
    return { clock, seen, first, second }
  }

  test('are renewed by one replica for all, a minute before they expire or if they are rejected', async () => {
    const { clock, seen, first, second } = await openReplicas()
    const found = await Promise.all([first.find(), second.find(), first.find(), second.find()])
    expect(found).toEqual(found.map(() => 'token-1'))
    clock.ms += 13 * MINUTE
    expect(await second.find()).toBe('token-1')
    clock.ms += MINUTE
    expect(await Promise.all([second.find(), first.find()])).toEqual(['token-2', 'token-2'])
    expect(await first.find('token-2')).toBe('token-3')
    expect(await second.find('token-2')).toBe('token-3')
    expect(seen.renewals).toBe(3)
  })

  test('are stored so that only the owner of the secret can read them', async () => {
    const { first, second } = await openReplicas(['s3cret', 'another'])
    await first.find()
    expect((await first.stored())?.toString('latin1')).not.toContain('token')
    expect(await second.find()).toBe('token-2')
  })

  test('are not requested again for hours after a rejected login', async () => {
    const { clock, first } = await openReplicas()
    let logins = 0
    const refuse = async () => {
      logins += 1
      throw new ProviderFailure('scripted', { kind: 'unauthorized', detail: 'no' })
    }
    for (let index = 0; index < 3; index += 1) {
      await expect(first.find(null, refuse)).rejects.toMatchObject({ kind: 'unauthorized' })
    }
    expect(logins).toBe(1)
    clock.ms += 6 * 60 * MINUTE
    expect(await first.find()).toBe('token-1')
  })
})
