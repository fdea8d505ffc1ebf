import type { SymbolFacts } from '@callwright/contracts'
import { selectBestCall } from '@callwright/scoring'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { UNKNOWN_FUNDAMENTALS } from '../src/providers/fundamentals.ts'
import { type FailureFacts, ProviderFailure } from '../src/providers/http/provider-failure.ts'
import type { MarketData, Missing, StockSplit } from '../src/providers/provider.ts'
import { inventedCompanies, inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { readRows, termsOf } from './facts-support.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService, openSimulatedAt } from './support.ts'

describe('facts', () => {
  /** One company in eight; the first has contracts from before its split. */
  const someCompanies = inventedCompanies.filter((_company, index) => index % 8 === 0)

  let service: MarketDataUnderTest

  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const ask = (symbol: string) => service.ask('marketData.facts', { params: { symbol } })
  const reasonsOf = ({ missing }: SymbolFacts, field: string) =>
    missing.filter((entry) => entry.field === field).map(({ reason }) => reason)

  describe('facts', () => {
    test('contain everything that enrichment needs', async () => {
      const facts = await ask('BRMZ')
      expect(facts).toMatchObject({
        symbol: 'BRMZ',
        name: 'Brightmoor Software',
        sector: 'Information Technology',
        as_of: '2026-07-10T20:00:00.000Z',
        data_class: 'simulated',
        source: 'invented market',
        cache_status: 'miss',
        market_time: '2026-07-10T20:00:00.000Z',
        price: 398.75,
        quoted_at: '2026-07-10T20:00:00.000Z',
        underlying_price: 398.75,
        fundamentals: {
          market_cap: 1_380_000_000_000,
          net_margin: 34,
          debt_to_equity: 0.28,
          negative_equity: false,
          dividend_yield: 0.8,
          credit_rating: null,
        },
      })
      expect(facts.bars.close).toHaveLength(320)
      expect(facts.bars.date.at(-1)).toBe('2026-07-10')
      expect(facts.bars.close.at(-1)).toBe(398.75)
      expect(facts.rate).toBeCloseTo(2 * Math.log(1 + 3.62 / 200), 12)
      expect(facts.iv_history.length).toBeGreaterThanOrEqual(252)
      expect(facts.iv_history.at(-1)?.date).toBe('2026-07-09')
      expect(['before_open', 'after_close']).toContain(facts.earnings_session)
      expect(facts.missing).toEqual([{ field: 'credit_rating', reason: 'This source has no credit ratings' }])
    })

    test('have the vendor’s own IV rank only until our history is long enough', async () => {
      const base = openSimulatedAt('2026-07-10T20:00:00Z')
      const rank = { rank: 42, percentile: null }
      const openWith = async (sessions: number, query = {}) => {
        const market: MarketData = {
          ...base,
          revision: `${base.revision}-${sessions}`,
          ivRank: { findIvRank: async () => ({ ...base.stamp(), value: rank, missing: [] }) },
          ivHistory: {
            async listIvHistory(symbol) {
              const answer = await base.ivHistory.listIvHistory(symbol)
              return { ...answer, value: answer.value.slice(-sessions) }
            },
          },
        }
        const opened = await openMarketDataService(market)
        const facts = await opened.ask('marketData.facts', { params: { symbol: 'DG' }, query })
        await opened.close()
        return facts.vendor_iv_rank
      }
      expect(await openWith(59)).toEqual(rank)
      expect(await openWith(60)).toBeNull()
      expect(await openWith(59, { iv_rank: 'own' })).toBeNull()
    })

    test('have the market cap of the source or, without one, its number of shares times the price', async () => {
      const base = openSimulatedAt('2026-07-10T20:00:00Z')
      const price = (await base.quotes.findQuote('DG')).value?.lastPrice ?? 0
      const split = { executionDate: '2026-06-01', ratio: 2, kind: 'split' } as const
      const openWith = async (marketCapUsd: number | null, splits: readonly StockSplit[] | null) => {
        const value = { ...UNKNOWN_FUNDAMENTALS, marketCapUsd, shares: { count: 1_000_000, asOf: '2026-05-01' } }
        const missing = [{ field: 'market_cap', reason: 'None.' }]
        const market: MarketData = {
          ...base,
          revision: `${base.revision}-${marketCapUsd}-${splits?.length}`,
          fundamentals: { findFundamentals: async () => ({ ...base.stamp(), value, missing }) },
          splits: { listSplits: async () => ({ ...base.stamp(), value: splits, missing: [] }) },
        }
        const opened = await openMarketDataService(market)
        const facts = await opened.ask('marketData.facts', { params: { symbol: 'DG' } })
        await opened.close()
        const { market_cap, market_cap_shares_date } = facts.fundamentals
        return [market_cap, market_cap_shares_date, reasonsOf(facts, 'market_cap')]
      }
      expect(await openWith(7e9, [split])).toEqual([7e9, null, []])
      expect(await openWith(null, [])).toEqual([price * 1_000_000, '2026-05-01', []])
      expect(await openWith(null, [split])).toEqual([price * 2_000_000, '2026-05-01', []])
      expect(await openWith(null, [{ ...split, executionDate: '2026-05-01' }])).toEqual([
        price * 1_000_000,
        '2026-05-01',
        [],
      ])
      expect(await openWith(null, null)).toEqual([null, null, ['None.']])
    })

    test('the chain has calls up to 60 days and near-the-money puts of the two expirations around 30 days', async () => {
      const { chain, price } = await ask('BRMZ')
      const rows = readRows(chain)
      const datesOf = (type: string) => new Set(rows.filter((row) => row.type === type).map(({ date }) => date))
      expect(datesOf('call')).toEqual(
        new Set(['2026-07-17', '2026-07-24', '2026-07-31', '2026-08-07', '2026-08-14', '2026-08-21']),
      )
      expect(datesOf('put')).toEqual(new Set(['2026-08-07', '2026-08-14']))
      const puts = rows.filter(({ type }) => type === 'put').map(({ strike }) => strike / (price ?? 0))
      expect(Math.min(...puts)).toBeGreaterThan(0.75)
      expect(Math.max(...puts)).toBeLessThan(1.25)
      expect(new Set(Object.values(chain ?? {}).map((column) => column.length)).size).toBe(1)
    })

    test('list future dividends only', async () => {
      for (const { symbol } of someCompanies) {
        const { dividends } = await ask(symbol)
        expect(dividends.every(({ ex_date }) => ex_date > '2026-07-10')).toBe(true)
      }
    })

    test.each([
      [inventedDefects.noChain, 'chain', 'This source has no option chain for DNMR'],
      [inventedDefects.noBars, 'bars', 'This source has no daily bars for BKWQ'],
      [inventedDefects.noEarnings, 'earnings_date', 'This source has no earnings date for TRVL'],
      [inventedDefects.noIvHistory, 'iv_history', 'This source has no implied-volatility history for CSTW'],
      [inventedDefects.noFundamentals, 'fundamentals', 'This source has no fundamentals for KSTL'],
    ])('give the reason why %s has no %s', async (symbol, field, reason) => {
      expect(reasonsOf(await ask(symbol), field)).toEqual([reason])
    })

    test('set missing data to null or empty, never 0', async () => {
      expect((await ask(inventedDefects.noChain)).chain).toBeNull()
      const noBars = await ask(inventedDefects.noBars)
      expect(noBars.bars.close).toEqual([])
      expect(noBars.price).toBe(191.7)
      expect(await ask(inventedDefects.noEarnings)).toMatchObject({ earnings_date: null, earnings_session: null })
      const noFundamentals = await ask(inventedDefects.noFundamentals)
      expect(noFundamentals.fundamentals).toEqual({
        // This market cap comes from the listing.
        market_cap: 3_100_000_000,
        market_cap_shares_date: null,
        net_margin: null,
        debt_to_equity: null,
        negative_equity: false,
        dividend_yield: null,
        credit_rating: null,
      })
      const young = await ask(inventedDefects.young)
      expect(young.bars.close).toHaveLength(40)
    })

    test('treat fundamentals without a dividend as a yield of 0, and a negative book value as negative equity', async () => {
      const { fundamentals } = await ask('ZNNR')
      expect(fundamentals).toMatchObject({ debt_to_equity: null, negative_equity: true })
      expect((await ask('VRNK')).fundamentals.dividend_yield).toBe(0)
    })

    test('a symbol outside the universe has only a name and reasons', async () => {
      const facts = await ask('AMBX')
      expect(facts).toMatchObject({ price: null, chain: null, dividends: [], iv_history: [] })
      expect(reasonsOf(facts, 'price')).toEqual(['This source has no price for AMBX'])
    })

    test('no outdated contract becomes the best call: every yield is consistent with its volatility', async () => {
      for (const { symbol, volPct } of someCompanies) {
        const facts = await ask(symbol)
        if (facts.chain === null || facts.price === null) continue
        const contracts = (await service.market.chains.findChain(symbol)).value?.contracts ?? []
        const { best } = selectBestCall(contracts, termsOf(facts))
        if (best !== null) expect(best.annualizedYieldPct).toBeLessThan(volPct * 1.6)
      }
    })

    test('an unknown symbol returns a 404', async () => {
      const as = { kind: 'service' } as const
      expect(await service.fail('marketData.facts', { params: { symbol: 'XYZ' }, as })).toMatchObject({ status: 404 })
    })
  })
})

describe('facts sources', () => {
  const opened: MarketDataUnderTest[] = []
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close()
  })

  type SourceName = 'quotes' | 'chains' | 'bars' | 'rates' | 'dividends' | 'ivHistory' | 'earnings' | 'fundamentals'

  const down: FailureFacts = { kind: 'unavailable', detail: 'no complete response' }
  const busy = (retryAfterMs: number): FailureFacts => ({
    kind: 'rate_limited',
    detail: 'too many calls',
    retryAfterMs,
  })

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

  describe('failing sources', () => {
    test('other than prices make their data unknown, with reasons', async () => {
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
        'rate: This source has no interest rates: 4% assumed',
        'dividends: Could not load dividends right now',
        'iv_history: Could not load implied-volatility history right now',
        'earnings_date: Could not load earnings dates right now',
        'fundamentals: Could not load fundamentals right now',
      ])
    })

    test.each<[SourceName]>([['quotes'], ['chains'], ['bars']])('return no facts: %s', async (name) => {
      const problem = await (await openWithout([name], down)).fail('marketData.facts', { params, as })
      expect(problem).toMatchObject({ status: 503, code: 'source_unavailable' })
    })

    test.each(side.map((name) => [name]))('return a Retry-After for a short rate limit: %s', async (name) => {
      const problem = await (await openWithout([name], busy(12_000))).fail('marketData.facts', { params, as })
      expect(problem).toMatchObject({ status: 503, code: 'provider_rate_limited' })
      expect(problem.detail).toMatch(/try again in 12 seconds/)
    })

    test('with a rate limit of ten minutes are left out of the facts', async () => {
      const facts = await (await openWithout(['fundamentals'], busy(600_000))).ask('marketData.facts', { params })
      expect(reasonsOf(facts.missing)).toEqual(['fundamentals: Could not load fundamentals right now'])
    })
  })
})
