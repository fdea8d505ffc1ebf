import { waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import { sourceUnavailable } from '../../src/errors.ts'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type { Answer } from '../../src/providers/provider.ts'
import {
  answerOf,
  CANARY,
  type Composition,
  chainOf,
  type compose,
  contractOf,
  createOpener,
  HOUR,
  IN_SESSION,
  json,
  MINUTE,
  quoteOf,
  scriptProvider,
  status,
  times,
} from './support.ts'

describe('joining', () => {
  const { open, openWired, close } = createOpener()
  afterEach(close)

  describe('a partial answer', () => {
    const partial: Answer<unknown> = {
      source: 'scripted',
      dataClass: 'live',
      asOfMs: IN_SESSION,
      value: chainOf([contractOf(100), contractOf(Number.NaN)]),
      missing: [{ field: 'chain', reason: 'The chain is incomplete' }],
    }

    test('is validated, shown if there is nothing better, and never cached', async () => {
      let broken = true
      const provider = scriptProvider(['chains'], ({ now }) => ({
        chains: {
          async findChain() {
            if (broken) throw new ProviderFailure('scripted', { kind: 'unavailable', detail: 'page 2 failed', partial })
            return answerOf(chainOf([contractOf(100), contractOf(105)]), { asOfMs: now() })
          },
        },
      }))
      const clock = { ms: IN_SESSION }
      const market = await open({ providers: [provider], clock })
      const read = () => market.interactive.chains.findChain('ACME')
      const part = await read()
      expect(part.value?.contracts.map(({ strike }) => strike)).toEqual([100])
      expect(part.missing).toEqual(partial.missing)
      expect(await market.redis.keys(`callwright:market:answers:*${market.interactive.revision}:chain*`)).toEqual([])
      broken = false
      expect((await read()).value?.contracts).toHaveLength(2)
      broken = true
      clock.ms += 60 * MINUTE
      expect(await read()).toMatchObject({
        cacheStatus: 'stale',
        value: { contracts: [{ strike: 100 }, { strike: 105 }] },
      })
    })
  })

  test('of two failing providers, the one with a partial answer is used', async () => {
    const failing = (name: string, part: Answer<unknown> | null) =>
      scriptProvider(
        ['chains'],
        () => ({
          chains: {
            async findChain() {
              throw new ProviderFailure(name, { kind: 'unavailable', detail: 'away', partial: part })
            },
          },
        }),
        { name },
      )
    const providers = [failing('first', null), failing('second', answerOf(chainOf([contractOf(100)])))]
    const market = await open({ providers })
    expect((await market.interactive.chains.findChain('ACME')).value?.contracts).toHaveLength(1)
  })

  describe('fundamentals', () => {
    const stamp = (source: string, asOfMs: number) => ({ source, dataClass: 'delayed', asOfMs }) as const

    function provider(name: string, change: Partial<typeof UNKNOWN_FUNDAMENTALS>, fails: () => boolean = () => false) {
      return scriptProvider(
        ['fundamentals'],
        ({ now }) => {
          const answer = () => ({
            ...stamp(name, now()),
            value: { ...UNKNOWN_FUNDAMENTALS, ...change },
            missing: [
              { field: 'credit_rating', reason: `${name} has no credit ratings` },
              ...('marketCapUsd' in change
                ? []
                : [{ field: 'market_cap', reason: `${name} has no market capitalization` }]),
            ],
          })
          return {
            fundamentals: {
              async findFundamentals() {
                if (fails()) throw new ProviderFailure(name, { kind: 'unavailable', detail: 'away' })
                return answer()
              },
              listMarketFundamentals: async () => new Map([[name === 'filings' ? 'ONE' : 'TWO', answer()]]),
            },
          }
        },
        { name },
      )
    }

    test('are merged field by field, in the order of the providers', async () => {
      let isAway = false
      const providers = [
        provider('filings', { netMarginPct: 12, debtToEquity: 0.5 }, () => isAway),
        provider('vendor', { netMarginPct: 99, marketCapUsd: 5e9, dividendYieldPct: 2 }),
      ]
      const market = await open({ providers })
      const find = (symbol: string) => market.interactive.fundamentals.findFundamentals(symbol)
      expect(await find('ACME')).toMatchObject({
        source: 'filings + vendor',
        value: { netMarginPct: 12, debtToEquity: 0.5, marketCapUsd: 5e9, dividendYieldPct: 2, creditRating: null },
        missing: [
          { field: 'credit_rating', reason: 'filings has no credit ratings' },
          { field: 'credit_rating', reason: 'vendor has no credit ratings' },
        ],
      })
      isAway = true
      const part = await find('OTHER')
      expect(part).toMatchObject({ value: { netMarginPct: 99, debtToEquity: null }, cacheStatus: 'miss' })
      expect(part.missing[0]).toEqual({ field: 'fundamentals', reason: 'Could not load data from filings right now' })
      isAway = false
      expect((await find('OTHER')).value.netMarginPct).toBe(12)
      const negative = [provider('filings', { negativeEquity: true }), provider('vendor', { debtToEquity: 3 })]
      const other = await open({ providers: negative })
      expect((await other.interactive.fundamentals.findFundamentals('ACME')).value).toMatchObject({
        negativeEquity: true,
        debtToEquity: null,
      })
      const all = await market.background.fundamentals.listMarketFundamentals?.()
      expect([...(all?.keys() ?? [])]).toEqual(['ONE', 'TWO'])
    })
  })

  test('the store is behind the guards and before the cache; its fallback answers are not cached', async () => {
    let price = 100
    const seen: (number | undefined)[] = []
    const listeners: ((symbol: string) => void)[] = []
    const store = {
      wrap: (sources: Parameters<NonNullable<Parameters<typeof compose>[0]['store']>['wrap']>[0]) => ({
        ...sources,
        quotes: {
          async findQuote(symbol: string) {
            const answer = await (sources.quotes?.findQuote(symbol) ?? Promise.reject(new Error('no source')))
            seen.push(answer.value?.lastPrice)
            return symbol === 'OLD' ? { ...answer, cacheStatus: 'stale' as const } : answer
          },
        },
      }),
      onRescaled: (listener: (symbol: string) => void) => void listeners.push(listener),
    }
    const { market } = await openWired(async () => json(quoteOf(price)), { store })
    const read = (symbol: string) => market.interactive.quotes.findQuote(symbol)
    expect([(await read('OLD')).cacheStatus, (await read('OLD')).cacheStatus]).toEqual(['stale', 'stale'])
    expect([(await read('NEW')).cacheStatus, (await read('NEW')).cacheStatus]).toEqual(['miss', 'fresh'])
    price = 50
    for (const listener of listeners) listener('NEW')
    expect((await read('NEW')).value?.lastPrice).toBe(50)
    expect(seen).toEqual([100, 100, 100, 50])
  })

  test('a cached answer that is newer than the store’s fallback takes precedence', async () => {
    const clock = { ms: IN_SESSION }
    let isAway = false
    const store: NonNullable<Parameters<typeof compose>[0]['store']> = {
      wrap: (sources) => ({
        ...sources,
        quotes: {
          async findQuote(symbol) {
            const answer = await (sources.quotes?.findQuote(symbol) ?? Promise.reject(new Error('no source')))
            const missing = [{ field: 'freshness', reason: 'Out of order; showing data from 09:00 ET' }]
            const older = { ...answer, value: quoteOf(90), asOfMs: IN_SESSION - 2 * 60 * MINUTE, missing }
            return isAway ? { ...older, dataClass: 'stale', cacheStatus: 'stale' } : answer
          },
        },
      }),
    }
    const { market } = await openWired(async () => json(quoteOf(100)), { clock, store })
    await market.interactive.quotes.findQuote('ACME')
    isAway = true
    clock.ms += 10 * MINUTE
    expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
      value: { lastPrice: 100 },
      dataClass: 'stale',
      missing: [{ field: 'freshness', reason: 'Out of order; showing data from 11:00 ET' }],
    })
  })

  test('provider keys appear in no log, Redis key or error', async () => {
    const body = `Unknown API key ${CANARY}`
    const { market } = await openWired(async (path) =>
      path.endsWith('/GOOD') ? json(quoteOf(100)) : new Response(JSON.stringify({ error: body }), { status: 500 }),
    )
    await market.interactive.quotes.findQuote('GOOD')
    const failure = await market.interactive.quotes.findQuote('BAD').catch((error: unknown) => error)
    const problem = sourceUnavailable(failure)
    const keys = await market.redis.keys('*')
    for (const output of [market.log.text(), JSON.stringify(failure), String(failure), problem.detail, keys.join()]) {
      expect(output).not.toContain(CANARY)
    }
  })

  test.each([
    [
      status(429, { 'retry-after': '30' }),
      'Too many requests to the market data provider; try again in 30 seconds.',
      30,
    ],
    [status(429), 'Too many requests to the market data provider; try again in a minute.', 60],
    [status(401), 'The market data provider rejected its API key. The operator of this server must check it.', 60],
    [status(503), 'The market data source cannot be reached right now. Please try again.', 5],
    [new Response('<html>'), 'The market data source returned unusable data. Please try again.', 5],
  ])('tells the user what to do, case %#', async (reply, detail, retryAfterSeconds) => {
    const { market } = await openWired(async () => reply)
    const failure = await market.interactive.quotes.findQuote('ACME').catch((error: unknown) => error)
    expect(sourceUnavailable(failure)).toMatchObject({ status: 503, detail, retryAfterSeconds })
  })
})

describe('one load', () => {
  const { openReplicas, close } = createOpener()
  afterEach(close)

  describe('a cold symbol', () => {
    test('200 requests to two replicas make one call', async () => {
      const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)))
      const answers = await times(200, (index) =>
        (index % 2 === 0 ? first : second).interactive.quotes.findQuote('ACME'),
      )
      expect(answers.map(({ value }) => value?.lastPrice)).toEqual(answers.map(() => 101))
      expect(wire.calls).toEqual(['/quote/ACME'])
      expect((await first.interactive.quotes.findQuote('ACME')).cacheStatus).toBe('fresh')
    })

    test('with a slow answer still makes one call, because the loading replica renews its lock', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<null>()
      const { wire, first, second } = await openReplicas(async () => {
        await held
        return json(quoteOf(101))
      })
      const asked = [first, second].map((replica) => replica.interactive.quotes.findQuote('ACME'))
      await waitFor('the call', () => wire.calls.length === 1)
      const lock = `mutex:callwright:market:lock:${first.interactive.revision}:quote:ACME:interactive`
      let leftMs = await first.redis.pttl(lock)
      await waitFor('a longer hold', async () => {
        const nowLeftMs = await first.redis.pttl(lock)
        const isRenewed = nowLeftMs > leftMs
        leftMs = nowLeftMs
        return isRenewed
      })
      release(null)
      expect((await Promise.all(asked)).map(({ value }) => value?.lastPrice)).toEqual([101, 101])
      expect(wire.calls).toHaveLength(1)
      expect(await first.redis.exists(lock)).toBe(0)
    })

    test('a user’s request does not wait for a job’s call', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<null>()
      const { wire, first } = await openReplicas(async (_path, call) => {
        if (call === 1) await held
        return json(quoteOf(100 + call))
      })
      const collected = first.background.quotes.findQuote('ACME')
      await waitFor('the call of the job', () => wire.calls.length === 1)
      expect((await first.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(102)
      release(null)
      expect((await collected).value?.lastPrice).toBe(101)
    })
  })

  describe('a cached answer', () => {
    test('is served while fresh, refreshed in the background while aging, and reloaded when old', async () => {
      const { wire, clock, first, second } = await openReplicas(async (_path, call) => json(quoteOf(100 + call)))
      const ask = (of: Composition) => of.interactive.quotes.findQuote('ACME')
      expect(await ask(first)).toMatchObject({ cacheStatus: 'miss', dataClass: 'live', value: { lastPrice: 101 } })
      clock.ms += 50_000
      expect(await ask(second)).toMatchObject({ cacheStatus: 'fresh', value: { lastPrice: 101 } })
      clock.ms += 30_000
      expect(await ask(first)).toMatchObject({ cacheStatus: 'refreshing', value: { lastPrice: 101 } })
      await waitFor('the renewed answer', async () => (await ask(first)).value?.lastPrice === 102)
      clock.ms += 10 * MINUTE
      expect(await ask(first)).toMatchObject({ cacheStatus: 'miss', value: { lastPrice: 103 } })
      expect(wire.calls).toHaveLength(3)
    })

    test('is served for 24 hours while the source fails, with its time and without an error', async () => {
      let isDown = false
      const { clock, first } = await openReplicas(async () => (isDown ? status(500) : json(quoteOf(101))))
      const ask = () => first.interactive.quotes.findQuote('ACME')
      await ask()
      isDown = true
      clock.ms += 30 * MINUTE
      expect(await ask()).toMatchObject({
        value: { lastPrice: 101 },
        asOfMs: IN_SESSION,
        dataClass: 'stale',
        cacheStatus: 'stale',
        missing: [{ field: 'freshness', reason: 'The source cannot be reached; showing data from 11:00 ET' }],
      })
      clock.ms = IN_SESSION + 23 * HOUR
      expect((await ask()).missing[0]?.reason).toContain('showing data from Jul 8, 11:00 ET')
      clock.ms = IN_SESSION + 26 * HOUR
      await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' })
    })

    test('from before the clock was set back is reloaded, and its time is never in the future', async () => {
      let isDown = false
      const { clock, first, second } = await openReplicas(async (_path, call) =>
        isDown ? status(500) : json(quoteOf(100 + call)),
      )
      await first.interactive.quotes.findQuote('ACME')
      clock.ms -= HOUR
      isDown = true
      expect(await second.interactive.quotes.findQuote('ACME')).toMatchObject({
        asOfMs: clock.ms,
        dataClass: 'stale',
        value: { lastPrice: 101 },
      })
      isDown = false
      expect(await second.interactive.quotes.findQuote('ACME')).toMatchObject({
        asOfMs: clock.ms,
        dataClass: 'live',
        cacheStatus: 'miss',
        value: { lastPrice: expect.closeTo(103) },
      })
    })

    test('from a close is final until the next session, including weekends and holidays', async () => {
      const { wire, clock, first } = await openReplicas(async () => json(quoteOf(101)))
      const ask = () => first.interactive.quotes.findQuote('ACME')
      clock.ms = Date.parse('2026-07-02T20:20:00Z')
      expect(await ask()).toMatchObject({ dataClass: 'closed', cacheStatus: 'miss' })
      for (const instant of ['2026-07-03T15:00:00Z', '2026-07-05T15:00:00Z', '2026-07-06T13:40:00Z']) {
        clock.ms = Date.parse(instant)
        expect(await ask()).toMatchObject({ dataClass: 'closed', cacheStatus: 'fresh' })
      }
      expect(wire.calls).toHaveLength(1)
      clock.ms = Date.parse('2026-07-06T13:46:00Z')
      expect(await ask()).toMatchObject({ dataClass: 'live', cacheStatus: 'miss' })
    })
  })

  describe('an invalid Redis value', () => {
    test.each([
      ['garbage', 'garbage'],
      ['another shape', JSON.stringify({ value: 7 })],
      ['no stamp', JSON.stringify({ keptAtMs: IN_SESSION, answer: { value: quoteOf(5), missing: [] } })],
      ['compressed garbage', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
    ])('%s counts as a miss', async (_name, written) => {
      const { wire, first, second } = await openReplicas(async () => json(quoteOf(101)))
      await first.interactive.quotes.findQuote('ACME')
      const [key = ''] = (await first.redis.keys('callwright:market:answers:*')).filter((each) =>
        each.includes(first.interactive.revision),
      )
      expect(key).toMatch(/:v1:.*:quote:ACME$/)
      await first.redis.set(key, written)
      expect((await second.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(101)
      expect(wire.calls).toHaveLength(2)
    })

    test('answers cached under another key of the same provider are not used', async () => {
      const { first } = await openReplicas(async () => json(quoteOf(101)))
      const other = await openReplicas(async () => json(quoteOf(55)))
      await first.interactive.quotes.findQuote('ACME')
      expect((await other.first.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(55)
    })
  })
})
