import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createLimiter, openRedis, waitForRedis } from '../src/index.ts'
import { readTestUrl, waitFor } from '../src/testing/index.ts'
import { createOpened, NOBODY, openReadyRedis } from './support.ts'

const { openRuntime, openRedisThroughProxy, closeAll } = createOpened()
afterEach(closeAll)

describe('T5: a limit', () => {
  const limit = () => ({ name: `test-${randomUUID()}`, points: 3, durationSeconds: 60 })
  const allowed = async (limiter: ReturnType<typeof createLimiter>, key: string, times: number) => {
    const decisions: boolean[] = []
    for (let index = 0; index < times; index += 1) decisions.push((await limiter.consume(key)).allowed)
    return decisions
  }

  test('holds, for each key apart, and says when to come back', async () => {
    const { runtime } = openRuntime()
    const limiter = createLimiter(runtime, await openReadyRedis(runtime), limit())
    expect(await allowed(limiter, 'a', 5)).toEqual([true, true, true, false, false])
    expect(await allowed(limiter, 'b', 1)).toEqual([true])
    const refused = await limiter.consume('a')
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) })
    expect(await limiter.check('a')).toMatchObject({ allowed: false })
    await limiter.reset('a')
    expect(await limiter.check('a')).toEqual({ allowed: true })
  })

  test.each([
    ['Redis', () => readTestUrl('TEST_REDIS_URL')],
    ['memory', () => NOBODY],
  ])('a refund gives back what was taken and no more, in %s', async (_store, readUrl) => {
    const { runtime } = openRuntime()
    const redis = openRedis(runtime, readUrl(), 'cache')
    await waitForRedis(redis, 200)
    const limiter = createLimiter(runtime, redis, limit())
    await limiter.refund('a')
    expect(await allowed(limiter, 'a', 2)).toEqual([true, true])
    await limiter.refund('a')
    expect(await allowed(limiter, 'a', 3)).toEqual([true, true, false])
    await limiter.reset('a')
    await Promise.all([limiter.refund('a'), limiter.refund('a')])
    expect(await allowed(limiter, 'a', 4)).toEqual([true, true, true, false])
  })

  test('a refund after the time is over leaves no key without an end', async () => {
    const { runtime } = openRuntime()
    const redis = await openReadyRedis(runtime)
    const options = limit()
    await createLimiter(runtime, redis, options).refund('a')
    expect(await redis.keys(`callwright:limit:${options.name}:*`)).toEqual([])
  })

  test('holds across replicas', async () => {
    const [first, second] = [openRuntime().runtime, openRuntime().runtime]
    const options = limit()
    const limiters = [
      createLimiter(first, await openReadyRedis(first), options),
      createLimiter(second, await openReadyRedis(second), options),
    ] as const
    expect(await allowed(limiters[0], 'a', 2)).toEqual([true, true])
    expect(await allowed(limiters[1], 'a', 3)).toEqual([true, false, false])
  })

  test('holds without Redis: no failure, and no free tries', async () => {
    const { runtime } = openRuntime()
    const limiter = createLimiter(runtime, openRedis(runtime, NOBODY, 'cache'), limit())
    expect(await allowed(limiter, 'a', 5)).toEqual([true, true, true, false, false])
  })

  test('gives no tries back when Redis goes or comes', async () => {
    const { proxy, runtime, redis } = await openRedisThroughProxy()
    const limiter = createLimiter(runtime, redis, limit())
    expect(await allowed(limiter, 'a', 2)).toEqual([true, true])
    proxy.cut()
    await waitFor('the loss', () => redis.status !== 'ready')
    expect(await allowed(limiter, 'a', 2)).toEqual([true, false])
    proxy.restore()
    await waitFor('the recovery', () => redis.status === 'ready')
    expect(await allowed(limiter, 'a', 1)).toEqual([false])
  })

  test('holds on a frozen Redis, within the time of a request', async () => {
    const { proxy, runtime, redis } = await openRedisThroughProxy()
    const limiter = createLimiter(runtime, redis, limit())
    proxy.freeze()
    const startedAt = performance.now()
    expect(await allowed(limiter, 'a', 4)).toEqual([true, true, true, false])
    expect(performance.now() - startedAt).toBeLessThan(2_500)
  })

  test('T12: its keys have a time to live', async () => {
    const { runtime } = openRuntime()
    const redis = await openReadyRedis(runtime)
    const options = limit()
    await createLimiter(runtime, redis, options).consume('a')
    const keys = await redis.keys(`callwright:limit:${options.name}:*`)
    expect(keys).toHaveLength(1)
    expect(await redis.pttl(keys[0] ?? '')).toBeGreaterThan(0)
  })

  test('decisions are counted, by the store that took them', async () => {
    const { runtime } = openRuntime()
    const options = limit()
    const limiter = createLimiter(runtime, openRedis(runtime, NOBODY, 'cache'), options)
    await allowed(limiter, 'a', 4)
    const { values } = await runtime.metrics.rateLimitDecisions.get()
    expect(values.map(({ labels, value }) => [labels.decision, labels.store, value])).toEqual([
      ['allowed', 'redis', 0],
      ['allowed', 'memory', 3],
      ['refused', 'redis', 0],
      ['refused', 'memory', 1],
    ])
  })
})
