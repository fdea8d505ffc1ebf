import { createCache, createRuntime, openRedis, waitForRedis } from '@callwright/service'
import { buildTestConfig, readTestUrl } from '@callwright/service/testing'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMarketCache } from '../../src/market-cache.ts'
import type { Answer, CacheStatus } from '../../src/providers/provider.ts'
import { newKeyId } from './support.ts'

const runtime = () => createRuntime(buildTestConfig({ logLevel: 'silent' }), 'market-data')
let opened: ReturnType<typeof runtime>
beforeEach(() => {
  opened = runtime()
})
afterEach(() => opened.close())

async function open() {
  const redis = openRedis(opened, readTestUrl('TEST_REDIS_URL'), 'cache')
  await waitForRedis(redis, 2_000)
  const revision = newKeyId()
  const build = (hotMs: number) =>
    createMarketCache(createCache(opened, redis, { name: 'market-data', version: 1, hotMs }), revision)
  return { redis, revision, cold: build(0), hot: build(60_000) }
}

const answer = (cacheStatus?: CacheStatus): Answer<number> => ({
  source: 'test',
  dataClass: 'live',
  asOfMs: 0,
  value: 7,
  missing: [],
  ...(cacheStatus === undefined ? {} : { cacheStatus }),
})

test('an answer tells whether it was just asked for or is repeated', async () => {
  const { cold, hot } = await open()
  let loads = 0
  const ask = (cache: typeof cold) =>
    cache('quote', 'ACME', async () => {
      loads += 1
      return answer()
    })
  const statuses = [await ask(cold), await ask(cold), await ask(hot), await ask(hot)].map(
    ({ cacheStatus = 'miss' }) => cacheStatus,
  )
  expect(statuses).toEqual(['miss', 'fresh', 'fresh', 'fresh'])
  expect(loads).toBe(1)
})

test.each(['stale', 'refreshing'] as const)('a %s one keeps its word, and is repeated only briefly', async (status) => {
  const { redis, revision, cold } = await open()
  const ask = (kind: 'quote' | 'bars', told: CacheStatus) => cold(kind, 'ACME', async () => answer(told))
  await ask('bars', status)
  expect((await ask('bars', 'fresh')).cacheStatus).toBe(status)
  expect(await redis.pttl(`callwright:market-data:v1:${revision}:bars:ACME`)).toBeLessThanOrEqual(2_000)
  await ask('quote', 'fresh')
  expect(await redis.pttl(`callwright:market-data:v1:${revision}:quote:ACME`)).toBeGreaterThan(2_000)
})
