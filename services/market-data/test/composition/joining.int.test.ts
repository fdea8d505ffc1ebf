import { afterEach, describe, expect, test } from '@jest/globals'
import { sourceUnavailable } from '../../src/errors.ts'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type { Answer } from '../../src/providers/provider.ts'
import {
  answerOf,
  CANARY,
  chainOf,
  type compose,
  contractOf,
  createOpener,
  IN_SESSION,
  json,
  MINUTE,
  quoteOf,
  scriptProvider,
  status,
} from './support.ts'

const { open, openWired, close } = createOpener()
afterEach(close)

describe('a part of an answer', () => {
  const partial: Answer<unknown> = {
    source: 'told',
    dataClass: 'live',
    asOfMs: IN_SESSION,
    value: chainOf([contractOf(100), contractOf(Number.NaN)]),
    missing: [{ field: 'chain', reason: 'The chain is incomplete' }],
  }

  test('is guarded, shown where there is nothing better, and never kept', async () => {
    let broken = true
    const provider = scriptProvider(['chains'], ({ now }) => ({
      chains: {
        async findChain() {
          if (broken) throw new ProviderFailure('told', { kind: 'unavailable', detail: 'page 2 failed', partial })
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

test('of two that fail, the one that has at least a part of an answer is heard', async () => {
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
              : [{ field: 'market_cap', reason: `${name} has no market capitalisation` }]),
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

  test('are joined field by field, in the order of who is asked', async () => {
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
    expect(part.missing[0]).toEqual({ field: 'fundamentals', reason: 'filings cannot be read right now' })
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

test('the store stands between the guards and what is kept; what it stood in with is not kept', async () => {
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

test('what a store stands in with is passed over where a newer answer was kept', async () => {
  const clock = { ms: IN_SESSION }
  let isAway = false
  const store: NonNullable<Parameters<typeof compose>[0]['store']> = {
    wrap: (sources) => ({
      ...sources,
      quotes: {
        async findQuote(symbol) {
          const answer = await (sources.quotes?.findQuote(symbol) ?? Promise.reject(new Error('no source')))
          const missing = [{ field: 'freshness', reason: 'Out of order; figures are of 09:00 ET' }]
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
    missing: [{ field: 'freshness', reason: 'Out of order; figures are of 11:00 ET' }],
  })
})

test('keys of providers are in no log, no key in Redis and no error', async () => {
  const body = `Unknown API key ${CANARY}`
  const { market } = await openWired(async (path) =>
    path.endsWith('/GOOD') ? json(quoteOf(100)) : new Response(JSON.stringify({ error: body }), { status: 500 }),
  )
  await market.interactive.quotes.findQuote('GOOD')
  const failure = await market.interactive.quotes.findQuote('BAD').catch((error: unknown) => error)
  const problem = sourceUnavailable(failure)
  const keys = await market.redis.keys('*')
  for (const told of [market.log.text(), JSON.stringify(failure), String(failure), problem.detail, keys.join()]) {
    expect(told).not.toContain(CANARY)
  }
})

test.each([
  [status(429, { 'retry-after': '30' }), 'Too many requests to the market data provider; try again in 30 seconds.', 30],
  [status(429), 'Too many requests to the market data provider; try again in a minute.', 60],
  [status(401), 'The market data provider refused its key. Whoever runs this server must check it.', 60],
  [status(503), 'The market data source cannot be reached right now. Please try again.', 5],
  [new Response('<html>'), 'The market data source cannot be read right now. Please try again.', 5],
])('a person is told what to do', async (reply, detail, retryAfterSeconds) => {
  const { market } = await openWired(async () => reply)
  const failure = await market.interactive.quotes.findQuote('ACME').catch((error: unknown) => error)
  expect(sourceUnavailable(failure)).toMatchObject({ status: 503, detail, retryAfterSeconds })
})
