import { createCache, createRuntime, openRedis, waitForRedis } from '@callwright/service'
import { buildTestConfig, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMarketCache } from '../../src/open-local-market.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type { Answer, CacheStatus } from '../../src/providers/provider.ts'
import {
  answerOf,
  type Composition,
  createOpener,
  createWire,
  json,
  MINUTE,
  newKeyId,
  quoteOf,
  scriptProvider,
  status,
  symbolOf,
  times,
} from './support.ts'

describe('limits', () => {
  const { open, openReplicas, close } = createOpener()
  afterEach(close)

  const quote = (of: Composition, symbol = 'ACME') => of.interactive.quotes.findQuote(symbol)

  describe('429', () => {
    test('stops calls from both replicas during the window; the last answer is served with the time of the next attempt', async () => {
      let isLimited = false
      const { wire, clock, first, second } = await openReplicas(async () =>
        isLimited ? status(429, { 'retry-after': '30' }) : json(quoteOf(101)),
      )
      await quote(first)
      clock.ms += 10 * MINUTE
      isLimited = true
      expect(await quote(second)).toMatchObject({ cacheStatus: 'stale', value: { lastPrice: 101 } })
      const calls = wire.calls.length
      const stale = await Promise.all([quote(first), quote(second), quote(first)])
      expect(stale.map(({ missing }) => missing[0]?.reason)).toEqual(
        stale.map(() => 'Too many requests to the source; retrying after 11:10 ET; showing data from 11:00 ET'),
      )
      for (const replica of [first, second]) {
        await expect(quote(replica, 'OTHER')).rejects.toMatchObject({ kind: 'rate_limited', status: null })
        await expect(replica.background.quotes.findQuote('MORE')).rejects.toMatchObject({ kind: 'rate_limited' })
      }
      expect(wire.calls).toHaveLength(calls)
      expect(await first.readMetric('provider_quota_remaining_requests', { provider: 'scripted' })).toBe(0)
    })

    test('if concurrent calls are given different windows, uses the longest', async () => {
      const { promise: both, resolve: release } = Promise.withResolvers<null>()
      const { wire, first } = await openReplicas(async (_path, call) => {
        if (call === 2) release(null)
        await both
        return call === 1 ? status(429) : status(429, { 'retry-after': '30' })
      })
      await Promise.allSettled([quote(first, 'ONE'), quote(first, 'TWO')])
      const refused = await quote(first, 'MORE').catch((error: unknown) => error)
      expect(refused).toMatchObject({ kind: 'rate_limited', status: null })
      expect((refused as ProviderFailure).retryAfterMs).toBeGreaterThan(20_000)
      expect(wire.calls).toHaveLength(2)
    })

    test('allows calls again when the window ends', async () => {
      const { wire, first, second } = await openReplicas(async (_path, call) =>
        call === 1 ? status(429, { 'retry-after': '1' }) : json(quoteOf(101)),
      )
      await expect(quote(first)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_000 })
      expect(wire.calls).toHaveLength(1)
      await waitFor('the end of the window', () => quote(second).catch(() => null))
      expect(wire.calls).toHaveLength(2)
    })

    test('stops a queued call if a window begins in the meantime', async () => {
      const { wire, first, second } = await openReplicas(async () => status(429, { 'retry-after': '30' }), {
        limit: { burst: 1, perSecond: 4 },
      })
      const asked = await Promise.allSettled([quote(first, 'ONE'), quote(first, 'TWO'), quote(second, 'THREE')])
      expect(asked.map(({ status: outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(wire.calls).toHaveLength(1)
    })

    test('pauses the provider after other kinds of rate limit responses too', async () => {
      const wire = createWire(async () => json(quoteOf(101)))
      const facts = { kind: 'rate_limited', detail: 'too many calls', status: 403, retryAfterMs: 600_000 } as const
      const provider = scriptProvider(['quotes'], ({ fetch }) => ({
        quotes: {
          async findQuote() {
            await fetch('https://provider.test/')
            throw new ProviderFailure('scripted', facts)
          },
        },
      }))
      const market = await open({ providers: [provider], fetch: wire.fetch })
      await expect(quote(market)).rejects.toMatchObject({ status: 403 })
      await expect(quote(market)).rejects.toMatchObject({ kind: 'rate_limited', status: null })
      expect(wire.calls).toHaveLength(1)
    })
  })

  describe('a quota', () => {
    test('of 100 calls stops jobs at 40 and leaves 60 for users, across replicas', async () => {
      const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)), {
        limit: { burst: 100, perSecond: 0.001 },
      })
      const replicaOf = (index: number) => (index % 2 === 0 ? first : second)
      const jobs = await Promise.allSettled(
        Array.from({ length: 70 }, (_, index) => replicaOf(index).background.quotes.findQuote(`J${symbolOf(index)}`)),
      )
      expect(jobs.filter((job) => job.status === 'fulfilled')).toHaveLength(40)
      const people = await Promise.allSettled(
        Array.from({ length: 70 }, (_, index) => quote(replicaOf(index), `P${symbolOf(index)}`)),
      )
      expect(people.filter((person) => person.status === 'fulfilled')).toHaveLength(60)
      expect(wire.calls).toHaveLength(100)
      const [refused] = people.flatMap((person) => (person.status === 'rejected' ? [person.reason] : []))
      expect(refused).toMatchObject({ kind: 'rate_limited', status: null, retryAfterMs: expect.any(Number) })
    })

    test('survives the loss of its count in Redis, and does not count a call that other replicas held back', async () => {
      const keyId = newKeyId()
      const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)), {
        keyId,
        limit: { burst: 2, perSecond: 0.001 },
      })
      const ask = async (of: Composition, symbols: readonly string[]) =>
        (await Promise.allSettled(symbols.map((symbol) => quote(of, symbol)))).map(({ status: outcome }) => outcome)
      expect(await ask(first, ['ONE', 'TWO'])).toEqual(['fulfilled', 'fulfilled'])
      expect(await ask(second, ['THREE', 'FOUR', 'FIVE'])).toEqual(['rejected', 'rejected', 'rejected'])
      expect(await first.redis.del(`callwright:market:calls:scripted:${keyId}`)).toBe(1)
      expect(await ask(first, ['SIX'])).toEqual(['rejected'])
      expect(await ask(second, ['SEVEN', 'EIGHT'])).toEqual(['fulfilled', 'fulfilled'])
      expect(wire.calls).toHaveLength(4)
    })

    test('of one call is available to jobs too', async () => {
      const { first } = await openReplicas(async () => json(quoteOf(101)), { limit: { burst: 1, perSecond: 0.001 } })
      expect((await first.background.quotes.findQuote('ACME')).value?.lastPrice).toBe(101)
    })
  })

  test('many requests for many symbols stay within the limit', async () => {
    const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)), {
      limit: { burst: 5, perSecond: 20 },
    })
    const answers = await times(20, (index) => quote(index % 2 === 0 ? first : second, symbolOf(index)))
    expect(answers.every(({ value }) => value?.lastPrice === 101)).toBe(true)
    expect(wire.calls).toHaveLength(20)
  })
})

describe('few calls', () => {
  /** These tests run concurrently, because they wait for the quota to refill. */
  const { open, close } = createOpener()
  afterAll(close)

  /** A free plan's quota, which takes longer to refill than users' or the screener's requests are willing to wait. */
  const few = { burst: 5, perSecond: 0.12 }

  test.concurrent('a job reads a list of several pages even with a small quota', async () => {
    const wire = createWire(async () => new Response('{}'))
    const paged = scriptProvider(
      ['dividends', 'splits'],
      ({ fetch }) => {
        return {
          dividends: {
            async listDividends(symbol) {
              for (const page of [1, 2, 3]) await fetch(`https://provider.test/${symbol}/${page}`)
              return answerOf([])
            },
          },
          splits: {
            async listSplits(symbol) {
              await fetch(`https://provider.test/${symbol}`)
              return answerOf([])
            },
          },
        }
      },
      { limit: few },
    )
    const market = await open({ providers: [paged], fetch: wire.fetch })
    const collected = market.sources.dividends?.listDividends('ACME')
    await waitFor('the first pages', () => wire.calls.length === 2)
    await expect(market.background.splits.listSplits('OTHER')).rejects.toMatchObject({ kind: 'rate_limited' })
    expect((await collected)?.value).toEqual([])
    expect(wire.count('/ACME/')).toBe(3)
  })

  test.concurrent('a request that times out while its next call waits for the quota does not count as a provider failure', async () => {
    const wire = createWire(async () => json(quoteOf(101)))
    const provider = scriptProvider(
      ['quotes'],
      ({ fetch }) => ({
        quotes: {
          async findQuote() {
            for (;;) await fetch('https://provider.test/')
          },
        },
      }),
      { limit: { burst: 1, perSecond: 0.8 } },
    )
    const market = await open({ providers: [provider], fetch: wire.fetch })
    await expect(market.interactive.quotes.findQuote('ACME')).rejects.toMatchObject({
      kind: 'unavailable',
      detail: 'no complete response in time',
    })
    const outcome = (name: string) => market.readMetric('provider_requests_total', { outcome: name })
    await waitFor('the outcome', () => outcome('rate_limited'))
    expect(await outcome('unreadable')).toBe(0)
  })
})

describe('market cache', () => {
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

  test('an answer’s cache status distinguishes a new answer from a repeated one', async () => {
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

  test.each(['stale', 'refreshing'] as const)(
    'a %s answer keeps its status and is cached only briefly',
    async (status) => {
      const { redis, revision, cold } = await open()
      const ask = (kind: 'quote' | 'bars', given: CacheStatus) => cold(kind, 'ACME', async () => answer(given))
      await ask('bars', status)
      expect((await ask('bars', 'fresh')).cacheStatus).toBe(status)
      expect(await redis.pttl(`callwright:market-data:v1:${revision}:bars:ACME`)).toBeLessThanOrEqual(2_000)
      await ask('quote', 'fresh')
      expect(await redis.pttl(`callwright:market-data:v1:${revision}:quote:ACME`)).toBeGreaterThan(2_000)
    },
  )
})
