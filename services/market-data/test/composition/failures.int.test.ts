import { waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import {
  answerOf,
  type Composition,
  createOpener,
  createWire,
  HOUR,
  IN_SESSION,
  json,
  MINUTE,
  quoteOf,
  scriptProvider,
  scriptWireProvider,
  status,
  symbolOf,
} from './support.ts'

const { open, openReplicas, close } = createOpener()
afterEach(close)

const quote = (of: Composition, symbol = 'ACME') => of.interactive.quotes.findQuote(symbol)

describe('a provider that fails', () => {
  test('five times in a row gets no more requests for a while, and is then retried', async () => {
    let isDown = true
    const { wire, first } = await openReplicas(async () =>
      isDown ? status(503, { 'retry-after': '0' }) : json(quoteOf(7)),
    )
    for (let index = 0; index < 5; index += 1) {
      await expect(quote(first, symbolOf(index))).rejects.toMatchObject({ kind: 'unavailable', status: 503 })
    }
    await expect(quote(first, 'MORE')).rejects.toMatchObject({ kind: 'unavailable', status: null })
    await expect(first.interactive.ping()).rejects.toThrow('paused after repeated failures')
    expect(wire.calls).toHaveLength(5)
    expect(await first.readMetric('circuit_breaker_state', { upstream: 'scripted' })).toBe(2)
    isDown = false
    await waitFor('the healed provider', () => quote(first, 'MORE').catch(() => null))
    expect(await first.readMetric('circuit_breaker_state', { upstream: 'scripted' })).toBe(0)
    expect(wire.calls).toHaveLength(6)
  })

  test('with unreadable responses five times in a row also gets no more requests for a while', async () => {
    const { wire, first } = await openReplicas(async () => new Response('<html>'))
    for (let index = 0; index < 6; index += 1) await quote(first, symbolOf(index)).catch(() => null)
    expect(wire.calls).toHaveLength(5)
  })

  test('half of the time gets retries for at most 10 % of requests', async () => {
    const { wire, first } = await openReplicas(async (_path, call) => (call % 2 === 0 ? status(500) : json(quoteOf(7))))
    for (let index = 0; index < 100; index += 1) await quote(first, symbolOf(index)).catch(() => null)
    expect(wire.calls.length).toBeGreaterThan(100)
    expect(wire.calls.length).toBeLessThanOrEqual(110)
    expect(await first.readMetric('retries_total', { upstream: 'scripted' })).toBe(wire.calls.length - 100)
  })

  test('with a Retry-After is not called again before that time', async () => {
    const { wire, first } = await openReplicas(async (_path, call) =>
      call > 20 ? status(503, { 'retry-after': '5' }) : json(quoteOf(7)),
    )
    for (let index = 0; index < 20; index += 1) await quote(first, symbolOf(index))
    await expect(quote(first, 'MORE')).rejects.toMatchObject({ kind: 'unavailable', status: 503 })
    expect(wire.calls).toHaveLength(21)
  })

  // Takes the full time limit, so the other tests run meanwhile.
  test.concurrent('to respond gets the full time limit, or less if an older answer is cached', async () => {
    const own = createOpener()
    let hangs = false
    const { wire, clock, first, second } = await own.openReplicas(() =>
      hangs ? new Promise(() => undefined) : json(quoteOf(101)),
    )
    await quote(first)
    hangs = true
    clock.ms += 10 * MINUTE
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)
    const cold = quote(first, 'COLD').finally(note('cold'))
    const loaded = quote(first, 'LOADED').finally(note('loaded'))
    const old = quote(first).finally(note('old'))
    const given = Promise.allSettled([cold])
    await waitFor('the calls', () => wire.calls.length === 4)
    hangs = false
    await second.background.quotes.findQuote('LOADED')
    expect(await old).toMatchObject({ cacheStatus: 'stale', value: { lastPrice: 101 } })
    for (let index = 0; index < 20; index += 1) await quote(second, symbolOf(index))
    expect(order).toEqual(['old'])
    expect(await given).toMatchObject([{ status: 'rejected', reason: { kind: 'unavailable' } }])
    // This replica timed out, but the other one has the answer by now.
    expect(await loaded).toMatchObject({ cacheStatus: 'fresh', value: { lastPrice: 101 } })
    await own.close()
  })

  test('in an unexpected way counts as unreadable, and is logged without the request', async () => {
    const provider = scriptProvider(['quotes'], () => ({
      quotes: { findQuote: () => Promise.reject(new TypeError('cannot read properties of undefined')) },
    }))
    const market = await open({ providers: [provider] })
    await expect(quote(market)).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'unreadable' })
    expect(market.log.text()).toContain('provider.broke')
    expect(market.log.text()).not.toContain('ACME')
  })
})

describe('data that a plan does not include', () => {
  test('is requested from the next provider and no longer from the first, which still serves the rest', async () => {
    const wire = createWire(async (path) => (path.startsWith('/quote') ? status(403) : json([])))
    const first = scriptWireProvider({ name: 'first' })
    const second = scriptProvider(
      ['quotes'],
      () => ({ quotes: { findQuote: async () => answerOf(quoteOf(55), { source: 'second' }) } }),
      { name: 'second' },
    )
    const market = await open({ providers: [first, second], fetch: wire.fetch })
    expect(await quote(market)).toMatchObject({ source: 'second', value: { lastPrice: 55 } })
    expect(await quote(market, 'OTHER')).toMatchObject({ source: 'second' })
    expect(wire.count('/quote')).toBe(1)
    expect((await market.interactive.splits.listSplits('ACME')).value).toEqual([])
    expect(wire.count('/splits')).toBe(1)
  })

  test('is requested again after a day', async () => {
    const { wire, clock, first } = await openReplicas(async (_path, call) =>
      call === 1 ? status(403) : json(quoteOf(101)),
    )
    expect(await quote(first)).toMatchObject({ value: null })
    clock.ms += 23 * HOUR
    expect(await quote(first, 'OTHER')).toMatchObject({ value: null })
    expect(wire.calls).toHaveLength(1)
    clock.ms += HOUR
    expect(await quote(first, 'OTHER')).toMatchObject({ value: { lastPrice: 101 } })
  })

  test('or that a provider does not know is requested from the next; if none has it, it is unknown without counting as a failure', async () => {
    const wire = createWire(async (path) => (path.endsWith('/ACME') ? json(quoteOf(55)) : status(404)))
    const clock = { ms: IN_SESSION }
    const first = scriptProvider(['quotes'], () => ({
      quotes: {
        async findQuote() {
          throw new ProviderFailure('first', { kind: 'not_found', detail: 'no such symbol' })
        },
      },
    }))
    const second = scriptWireProvider({ name: 'second' })
    const market = await open({ providers: [first, second], clock, fetch: wire.fetch })
    expect(await quote(market)).toMatchObject({ source: 'second', value: { lastPrice: 55 } })
    for (let index = 0; index < 6; index += 1) {
      expect(await quote(market, symbolOf(index))).toMatchObject({
        value: null,
        missing: [{ reason: 'scripted has no such symbol' }, { reason: 'second has no such symbol' }],
      })
    }
    expect(wire.calls).toHaveLength(7)
  })

  test('is unknown, with a plain reason, if no other provider has it', async () => {
    const { first } = await openReplicas(async () => status(402))
    expect(await quote(first)).toMatchObject({
      value: null,
      missing: [{ field: 'price', reason: 'The scripted plan does not include stock prices' }],
    })
  })

  test('a rejected key is not sent again', async () => {
    const { wire, first } = await openReplicas(async () => status(401))
    await expect(quote(first)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(first.interactive.chains.findChain('ACME')).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(wire.calls).toHaveLength(1)
    expect(first.log.text()).toContain('provider.key_refused')
  })

  test('data that no provider offers is unknown, and intraday bars are absent', async () => {
    const { first } = await openReplicas(async () => json(null))
    const { interactive } = first
    expect(await interactive.earnings.findNextEarnings('ACME')).toMatchObject({
      value: null,
      missing: [{ field: 'earnings_date', reason: 'No configured provider has earnings dates' }],
    })
    expect((await interactive.rates.findRate(30)).value).toEqual({ rate: 0.04, basis: '4% assumed' })
    expect(await interactive.reference.findSymbol('ACME')).toBeNull()
    expect(interactive.intradayBars).toBeUndefined()
    expect(interactive.clock.findStatus).toBeUndefined()
  })
})
