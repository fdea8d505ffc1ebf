import { afterEach, describe, expect, test } from '@jest/globals'
import { type FailureFacts, ProviderFailure } from '../src/providers/http/provider-failure.ts'
import type { MarketData, Missing } from '../src/providers/provider.ts'
import { type MarketDataUnderTest, openMarketDataService, openSimulatedAt } from './support.ts'

const opened: MarketDataUnderTest[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close()
})

type SourceName = 'quotes' | 'chains' | 'bars' | 'rates' | 'dividends' | 'ivHistory' | 'earnings' | 'fundamentals'

const down: FailureFacts = { kind: 'unavailable', detail: 'no complete answer' }
const busy = (retryAfterMs: number): FailureFacts => ({ kind: 'rate_limited', detail: 'too many calls', retryAfterMs })

/** The service over a market of which some sources fail. */
async function openWithout(sources: readonly SourceName[], facts: FailureFacts): Promise<MarketDataUnderTest> {
  const market = openSimulatedAt('2026-07-08T15:00:00Z')
  const failing = async () => {
    throw new ProviderFailure('test', facts)
  }
  const broken = sources.map((name) => [
    name,
    Object.fromEntries(Object.keys(market[name]).map((method) => [method, failing])),
  ])
  const service = await openMarketDataService({ ...market, ...Object.fromEntries(broken) } as MarketData)
  opened.push(service)
  return service
}

const params = { symbol: 'KO' }
const as = { kind: 'service' } as const
const side: readonly SourceName[] = ['rates', 'dividends', 'ivHistory', 'earnings', 'fundamentals']
const reasonsOf = (missing: readonly Missing[]) =>
  missing.filter(({ field }) => field !== 'real_prices').map(({ field, reason }) => `${field}: ${reason}`)

describe('sources that fail', () => {
  test('beside the prices: what they would have told is unknown, and said to be', async () => {
    const facts = await (await openWithout(side, down)).ask('marketData.facts', { params })
    expect(facts).toMatchObject({
      price: expect.any(Number),
      rate: 0.04,
      dividends: [],
      iv_history: [],
      earnings_date: null,
      fundamentals: { market_cap: null, net_margin: null, debt_to_equity: null, dividend_yield: null },
    })
    expect(facts.bars.close.length).toBeGreaterThan(250)
    expect(facts.chain?.strike.length).toBeGreaterThan(0)
    expect(reasonsOf(facts.missing)).toEqual([
      'rate: This source has no interest rates: 4 % assumed',
      'dividends: The source of dividends cannot be read right now',
      'iv_history: The source of implied-volatility history cannot be read right now',
      'earnings_date: The source of earnings dates cannot be read right now',
      'fundamentals: The source of fundamentals cannot be read right now',
    ])
  })

  test.each<[SourceName]>([['quotes'], ['chains'], ['bars']])('%s: there are no facts', async (name) => {
    const problem = await (await openWithout([name], down)).fail('marketData.facts', { params, as })
    expect(problem).toMatchObject({ status: 503, code: 'source_unavailable' })
  })

  test.each(side.map((name) => [name]))('%s, for too many calls, for a moment: come again', async (name) => {
    const problem = await (await openWithout([name], busy(12_000))).fail('marketData.facts', { params, as })
    expect(problem).toMatchObject({ status: 503, code: 'provider_rate_limited' })
    expect(problem.detail).toMatch(/try again in 12 seconds/)
  })

  test('for too many calls, for ten minutes: the facts go without', async () => {
    const facts = await (await openWithout(['fundamentals'], busy(600_000))).ask('marketData.facts', { params })
    expect(reasonsOf(facts.missing)).toEqual(['fundamentals: The source of fundamentals cannot be read right now'])
  })
})
