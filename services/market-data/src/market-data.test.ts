import { isAbsolute } from 'node:path'
import { createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { readMarketDataConfig } from './config.ts'
import type { LiveMarketConfig } from './live-market-config.ts'
import { latestSession, watchSession, yearsBefore } from './sessions.ts'
import { describeMissing, mergeMissing, toWireStamp, worstStamp } from './wire.ts'

describe('calendar day', () => {
  test('subtracts years', () => {
    expect(yearsBefore('2026-07-10', 2)).toBe('2024-07-10')
    expect(yearsBefore('2024-02-29', 2)).toBe('2022-02-28')
  })

  test.each([
    ['in session', '2026-07-10T15:00:00Z', '2026-07-10'],
    ['at the open', '2026-07-10T13:30:00Z', '2026-07-10'],
    ['before the open', '2026-07-10T13:29:59Z', '2026-07-09'],
    ['on a weekend', '2026-07-12T15:00:00Z', '2026-07-10'],
    ['on a holiday', '2026-11-26T17:00:00Z', '2026-11-25'],
  ])('the latest session %s', (_name, instant, date) => {
    expect(latestSession(Date.parse(instant))).toBe(date)
  })
})

describe('session gauge', () => {
  test.each([
    ['before the open', '2026-07-10T13:29:59Z', 0],
    ['in session', '2026-07-10T13:30:00Z', 1],
    ['at the close', '2026-07-10T20:00:00Z', 0],
    ['after an early close', '2026-11-27T18:00:00Z', 0],
    ['on a holiday', '2026-12-25T16:00:00Z', 0],
  ])('%s, at %s, the gauge is %d', async (_name, instant, expected) => {
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'market-data')
    watchSession(runtime, () => Date.parse(instant))
    expect(await runtime.metrics.registry.metrics()).toContain(
      `market_session_open{service="market-data"} ${expected}\n`,
    )
    await runtime.close()
  })
})

describe('stamps', () => {
  const quote = { source: 'massive', dataClass: 'delayed', asOfMs: 2_000, cacheStatus: 'fresh' } as const
  const chain = { source: 'tradier', dataClass: 'live', asOfMs: 1_000 } as const

  test('a combined answer has the oldest time and the worst class and cache status of its parts', () => {
    expect(worstStamp(quote, chain)).toEqual({
      source: 'massive + tradier',
      dataClass: 'delayed',
      asOfMs: 1_000,
      cacheStatus: 'miss',
    })
    expect(worstStamp(quote, { ...chain, dataClass: 'stale', cacheStatus: 'refreshing' })).toMatchObject({
      dataClass: 'stale',
      cacheStatus: 'refreshing',
    })
    expect(worstStamp({ ...quote, dataClass: 'simulated' }, { ...chain, dataClass: 'stale' }).dataClass).toBe(
      'simulated',
    )
  })

  test('a single part is unchanged, and each source is named once', () => {
    expect(worstStamp(quote)).toEqual(quote)
    expect(worstStamp(chain).cacheStatus).toBe('miss')
    expect(worstStamp(worstStamp(quote, chain), quote).source).toBe('massive + tradier')
  })

  test('a reason shared by several parts appears once', () => {
    const notice = { field: 'real_prices', reason: 'Not real' }
    const bid = { field: 'bid', reason: 'No bid' }
    expect(mergeMissing([bid, notice], [notice], [bid, { field: 'ask', reason: 'No bid' }])).toEqual([
      ...[bid, notice, { field: 'ask', reason: 'No bid' }],
    ])
  })
})

describe('wire', () => {
  test('missing data becomes one message: first that prices are not real, then each reason once', () => {
    expect(
      describeMissing([
        { field: 'bid', reason: 'No quotes' },
        { field: 'real_prices', reason: 'Simulated market: not real prices' },
        { field: 'ask', reason: 'No quotes' },
      ]),
    ).toBe('Simulated market: not real prices. No quotes.')
    expect(describeMissing([])).toBeNull()
  })

  test('an answer without a cache status counts as a cache miss', () => {
    const stamp = { source: 'massive', dataClass: 'live', asOfMs: Date.UTC(2026, 6, 10, 15) } as const
    const wire = { as_of: '2026-07-10T15:00:00.000Z', data_class: 'live', source: 'massive' }
    expect(toWireStamp(stamp)).toEqual({ ...wire, cache_status: 'miss' })
    expect(toWireStamp({ ...stamp, cacheStatus: 'stale' })).toEqual({ ...wire, cache_status: 'stale' })
  })
})

describe('config', () => {
  const base = { REDIS_CACHE_URL: 'redis://localhost:6379' }
  const live = {
    ...base,
    MARKET_DATA_PROVIDER: 'massive',
    MASSIVE_API_KEY: 'a-key',
    DATABASE_URL: 'postgres://localhost/test',
    REDIS_QUEUE_URL: 'redis://localhost:6379',
  }

  function readLive(env: Record<string, string> = {}): LiveMarketConfig {
    const { market } = readMarketDataConfig({ ...live, ...env })
    if (market.kind !== 'live') throw new Error(`not live: ${market.kind}`)
    return market
  }

  describe('the configuration', () => {
    test('defaults to the simulated market', () => {
      expect(readMarketDataConfig(base).market).toEqual({
        kind: 'simulated',
        seed: 'callwright',
        universe: 'large_cap',
        delayMs: 0,
      })
      const chosen = { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: 'other', SIMULATED_UNIVERSE: 'extended' }
      const { market } = readMarketDataConfig({ ...base, ...chosen, SIMULATED_DELAY_MS: '100' })
      expect(market).toEqual({ kind: 'simulated', seed: 'other', universe: 'extended', delayMs: 100 })
      expect(() => readMarketDataConfig({ ...base, SIMULATED_DELAY_MS: 'slow' })).toThrow(/SIMULATED_DELAY_MS/)
    })

    test('a recorded market requires a folder, whose path is made absolute', () => {
      const env = { ...base, MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: 'packs/one' }
      const { market } = readMarketDataConfig(env)
      expect(market.kind === 'recorded' && isAbsolute(market.folder)).toBe(true)
    })

    test('uses REDIS_URL if no separate cache is set', () => {
      expect(readMarketDataConfig({ REDIS_URL: 'redis://localhost:1' }).redisCacheUrl).toBe('redis://localhost:1')
    })

    test('adds keyless providers to a named one, but the SEC only with a User-Agent', () => {
      const plain = readLive()
      expect(plain.providers.map(({ name }) => name)).toEqual(['massive', 'treasury'])
      expect(plain.notes.join()).toMatch(/sec is left out: SEC_USER_AGENT is not set/)
      expect(plain.order).toMatchObject({ chains: ['massive'], rates: ['treasury', 'massive'] })
      expect(plain.order).not.toHaveProperty('earnings')

      const { order, notes } = readLive({ SEC_USER_AGENT: 'Example Research ops@example.com' })
      expect(order.fundamentals).toEqual(['sec', 'massive'])
      expect(notes).toEqual([])
    })

    test('a custom order takes precedence', () => {
      expect(readLive({ MARKET_DATA_ORDER_RATES: 'massive' }).order.rates).toEqual(['massive'])
    })

    test('key ids distinguish keys without revealing them', () => {
      const [one] = readLive().providers
      const [other] = readLive({ MASSIVE_API_KEY: 'another-key' }).providers
      expect(one?.keyId).not.toBe(other?.keyId)
      expect(JSON.stringify(readLive())).not.toContain('a-key')
    })

    test.each([
      [
        { MARKET_DATA_PROVIDER: 'simulatd' },
        /unknown providers: simulatd; known: simulated, recorded, massive, .*sec, treasury/,
      ],
      [{ MARKET_DATA_PROVIDER: 'recorded' }, /RECORDED_DATA_DIR is not set/],
      [{ MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: '  ' }, /RECORDED_DATA_DIR is not set/],
      [{ RECORDED_DATA_DIR: 'pack' }, /RECORDED_DATA_DIR is set but MARKET_DATA_PROVIDER is not/],
      [{ MASSIVE_API_KEY: 'a-key' }, /MASSIVE_API_KEY is set but MARKET_DATA_PROVIDER is not/],
      [{ MARKET_DATA_PROVIDER: 'simulated,massive' }, /cannot be combined with other providers/],
      [{ MARKET_DATA_PROVIDER: 'massive' }, /MASSIVE_API_KEY is not set[\s\S]*DATABASE_URL[\s\S]*REDIS_QUEUE_URL/],
      [{ ...live, MASSIVE_CALLS_PER_MINUTE: 'many' }, /MASSIVE_CALLS_PER_MINUTE must be a whole number/],
      [{ ...live, SEC_USER_AGENT: 'nobody' }, /SEC_USER_AGENT is invalid/],
      [{ ...live, MARKET_DATA_PROVIDER: 'massive,sec' }, /SEC_USER_AGENT is not set/],
      [{ ...live, MARKET_DATA_ORDER_CHAINS: 'treasury' }, /MARKET_DATA_ORDER_CHAINS has treasury, .*massive/],
      [{ MARKET_DATA_ORDER_CHAINS: 'massive' }, /MARKET_DATA_ORDER_CHAINS is set but MARKET_DATA_PROVIDER is not/],
      [
        { ...live, MARKET_DATA_PROVIDER: 'treasury' },
        /provides no stock prices: add a provider that does \(massive, .*\)/,
      ],
      [{ SIMULATED_SEED: 'a b' }, /SIMULATED_SEED must be 1 to 64 letters/],
      [{ SIMULATED_UNIVERSE: 'huge' }, /SIMULATED_UNIVERSE must be one of large_cap, extended/],
    ])('%j is an error that says what to do, without a fallback to another source', (env, message) => {
      expect(() => readMarketDataConfig({ ...base, ...env })).toThrow(message)
    })

    test('reports all problems in one message', () => {
      expect(() => readMarketDataConfig({ PORT: 'x', RECORDED_DATA_DIR: 'y' })).toThrow(
        /PORT[\s\S]*REDIS_CACHE_URL[\s\S]*MARKET_DATA_PROVIDER/,
      )
    })
  })
})
