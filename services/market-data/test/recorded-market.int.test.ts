import { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selectBestCall } from '@callwright/scoring'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { guardBars } from '../src/providers/guards/bar-guard.ts'
import type { DailyBar, MarketData } from '../src/providers/provider.ts'
import { openRecordedMarket } from '../src/providers/recorded/recorded-provider.ts'
import { describeShared, type MarketDataUnderTest, openMarketDataService, sharedData } from './support.ts'

describeShared('the recorded market of 2026-07-10', () => testPrimaryPack(join(sharedData, 'us-2026-07-10')))
describeShared('the recorded market of 2026-08-19', () => testSecondPack(join(sharedData, 'us-2026-08-19')))
describeShared('a recorded market that knows three years of dividends', () => testExpectedDividends(sharedData))
describeShared('the half-adjusted split of the defects folder', () => testDefect(sharedData))

const WITHOUT_BARS: ReadonlySet<string> = new Set(['AVB', 'EA'])

function testPrimaryPack(folder: string): void {
  const rejected: Record<string, number> = {}
  let service: MarketDataUnderTest
  let market: MarketData
  beforeAll(async () => {
    service = await openMarketDataService(folder)
    market = await openRecordedMarket(folder, (reason, count = 1) => {
      rejected[reason] = (rejected[reason] ?? 0) + count
    })
  })
  afterAll(() => service.close())

  test('is pinned to its close and has 503 members', async () => {
    const universe = await service.ask('stocks.sp500')
    expect(universe).toMatchObject({ count: 503, as_of: '2026-07-10T20:00:00.000Z' })
    const quote = await service.ask('stocks.quote', { params: { symbol: 'AAPL' } })
    expect(quote).toMatchObject({ source: 'recorded us-2026-07-10', data_class: 'recorded' })
  })

  test('every price is the last close, the chain’s stock price, or both; no real bar is repaired or left out', async () => {
    const { value: universe } = await market.reference.listUniverse()
    for (const { symbol } of universe.filter(({ symbol }, index) => index % 10 === 0 || WITHOUT_BARS.has(symbol))) {
      const { value: quote } = await market.quotes.findQuote(symbol)
      const { value: bars } = await market.bars.listDailyBars(symbol)
      expect(quote?.lastPrice).toBeGreaterThan(0)
      if (bars !== null) expect(quote?.lastPrice).toBe(bars.at(-1)?.close)
      expect(bars === null).toBe(WITHOUT_BARS.has(symbol))
    }
    // Bars that jump by half the price after an earnings report are kept.
    expect(Object.keys(rejected).filter((reason) => reason.startsWith('bar_'))).toEqual([])
  })

  test('accepts class shares in any spelling', async () => {
    for (const symbol of ['BRK.B', 'brk-b', 'Brk.B']) {
      const chain = await service.ask('options.chain', { params: { symbol } })
      expect(chain.symbol).toBe('BRK.B')
      expect(chain.options.every(({ contract_symbol }) => contract_symbol.startsWith('BRKB'))).toBe(true)
    }
  })

  test('NVR and HONA have no chain, AVB and EA no bars, each with a reason', async () => {
    const as = { kind: 'service' } as const
    for (const symbol of ['NVR', 'HONA']) {
      const { chain, missing } = await service.ask('marketData.facts', { params: { symbol }, as })
      expect(chain).toBeNull()
      expect(missing).toContainEqual({ field: 'chain', reason: `This source has no option chain for ${symbol}` })
      expect((await service.ask('options.expirations', { params: { symbol } })).expirations).toEqual([])
    }
    for (const symbol of WITHOUT_BARS) {
      const { bars, price, missing } = await service.ask('marketData.facts', { params: { symbol }, as })
      expect(bars.close).toEqual([])
      expect(price).toBeGreaterThan(100)
      expect(missing).toContainEqual({ field: 'bars', reason: `This source has no daily bars for ${symbol}` })
    }
  })

  test('COP’s 15 contracts with another root are not mixed with its own', async () => {
    const before = rejected.adjusted_root ?? 0
    const { value } = await market.chains.findChain('COP')
    expect((rejected.adjusted_root ?? 0) - before).toBe(15)
    expect(value?.contracts.every(({ contractSymbol }) => contractSymbol.startsWith('COP2'))).toBe(true)
  })

  test.each(['NFLX', 'BKNG', 'KLAC', 'NVDA', 'NOW', 'CRWD', 'CVNA', 'CMG'])(
    'contracts from before the split of %s are neither listed nor recommended',
    async (symbol) => {
      const { value: chain, missing } = await service.market.chains.findChain(symbol)
      const price = (await service.market.quotes.findQuote(symbol)).value?.lastPrice
      if (chain === null || price === undefined) throw new Error(`${symbol} has no chain`)
      expect(missing.find(({ field }) => field === 'chain')?.reason).toMatch(
        /contracts left out: listed before a split/,
      )
      const terms = { price, rate: 0.037, dividends: [], asOfMs: service.market.clock.now() }
      const { best } = selectBestCall(chain.contracts, terms)
      expect(best?.annualizedYieldPct ?? 0).toBeLessThan(60)
    },
  )

  test('the chain defaults to the first expiration 30-45 days out', async () => {
    const chain = await service.ask('options.chain', { params: { symbol: 'AAPL' } })
    const { expirations } = await service.ask('options.expirations', { params: { symbol: 'AAPL' } })
    const first = expirations.find(({ days_to_expiration: days }) => days >= 30 && days <= 45)
    expect(chain.expiration_date).toBe(first?.date)
    expect(chain.rate_source).toBe('1M Treasury, Jul 10, 2026')
    expect(chain.rate).toBeCloseTo(0.036662, 6)
  })

  test('fundamentals have the wire’s units, and the listing fills gaps', async () => {
    const as = { kind: 'service' } as const
    const apple = await service.ask('marketData.facts', { params: { symbol: 'AAPL' }, as })
    expect(apple.fundamentals).toMatchObject({ net_margin: 27.152, dividend_yield: 0.38, negative_equity: false })
    const mcdonalds = await service.ask('marketData.facts', { params: { symbol: 'MCD' }, as })
    expect(mcdonalds.fundamentals).toMatchObject({ debt_to_equity: null, negative_equity: true })
    const sandisk = await service.ask('marketData.facts', { params: { symbol: 'SNDK' }, as })
    expect(sandisk.fundamentals.net_margin).toBeNull()
    expect(sandisk.fundamentals.market_cap).toBeGreaterThan(1e9)
  })

  test('search includes symbols outside the index', async () => {
    const { results } = await service.ask('stocks.search', { query: { q: 'spy' } })
    expect(results[0]).toMatchObject({ symbol: 'SPY', type: 'etf', options_available: true })
    const apple = await service.ask('stocks.search', { query: { q: 'appl' } })
    expect(apple.results[0]?.symbol).toBe('AAPL')
  })
}

function testSecondPack(folder: string): void {
  test('reads bars from one file, 150 chains, and rates from the parent folder', async () => {
    const market = await openRecordedMarket(folder, () => undefined)
    expect(market.clock.now()).toBe(Date.parse('2026-08-19T20:00:00Z'))
    expect((await market.search.searchSymbols({ text: '', limit: 1_000, onlyWithChain: true })).value).toHaveLength(150)
    expect((await market.bars.listDailyBars('AAPL')).value).toHaveLength(28)
    expect((await market.bars.listDailyBars('MNST')).value).toBeNull()
    expect((await market.rates.findRate(30)).value.basis).toBe('1M Treasury, Aug 17, 2026')
    expect((await market.fundamentals.findFundamentals('AAPL')).value.marketCapUsd).toBeNull()
  })
}

function testDefect(folder: string): void {
  test('is returned on one scale', async () => {
    const text = await readFile(join(folder, 'defects', 'MNST-bars-mixed-split.csv'), 'utf8')
    const rows = text.trim().split('\n').slice(1)
    const bars = rows.map((row): DailyBar => {
      const [date = '', open, high, low, close, volume] = row.split(',')
      return {
        date: date.slice(0, 10),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: Number(volume),
      }
    })
    for (const splits of [[], [{ executionDate: '2026-08-11', ratio: 2, kind: 'split' as const }]]) {
      const guarded = guardBars(bars, { asOfDate: '2026-08-21', splits, reject: () => undefined })
      expect(guarded.bars).toHaveLength(bars.length)
      const closes = guarded.bars.map(({ close }) => close)
      expect(Math.max(...closes) / Math.min(...closes)).toBeLessThan(1.15)
      expect(closes.at(-1)).toBe(bars.at(-1)?.close)
      expect(guarded.missing[0]?.reason).toMatch(/rescaled by 2/)
    }
  })
}

/** Creates a pack with the second date's chains and both dates' dividends. */
async function joinPacks(folder: string): Promise<string> {
  const joined = await mkdtemp(join(tmpdir(), 'callwright-joined-'))
  const [first, second] = [join(folder, 'us-2026-07-10'), join(folder, 'us-2026-08-19')]
  const kept = (await readdir(second)).filter((name) => name !== 'dividends.csv')
  for (const name of kept) await symlink(join(second, name), join(joined, name))
  const [earlier, later] = await Promise.all(
    [first, second].map((pack) => readFile(join(pack, 'dividends.csv'), 'utf8')),
  )
  const rows = [...new Set(`${earlier?.trim()}\n${later?.trim().split('\n').slice(1).join('\n')}`.split('\n'))]
  await writeFile(join(joined, 'dividends.csv'), `${rows.join('\n')}\n`)
  return joined
}

function testExpectedDividends(folder: string): void {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(await joinPacks(folder))
  })
  afterAll(() => service.close())

  test('a payer without a declared dividend is priced with its next expected one (D60)', async () => {
    const query = { expiration_date: '2026-09-25', type: 'all' }
    const chain = await service.ask('options.chain', { params: { symbol: 'MO' }, query })
    expect(chain.dividends).toEqual([{ ex_date: '2026-09-15', cash_amount: 1.06, estimated: true }])
    expect(chain.message).toContain(
      'Priced with a dividend of about $1.06 expected on Sep 15, 2026 but not declared yet',
    )
    expect(chain.ex_dividend_date).toBeNull()
    const volOf = (type: string) =>
      chain.options.find((row) => row.type === type && row.strike === 66)?.implied_volatility ?? Number.NaN
    // Without that dividend, the same quotes give volatilities of 20.7 and 33.8 %, which contradict each other.
    expect(volOf('call')).toBeCloseTo(0.234, 2)
    expect(volOf('put')).toBeCloseTo(0.272, 2)
    // Returns do not count that dividend as income, because it is not declared.
    const call = chain.options.find((row) => row.type === 'call' && row.strike === 66)
    const price = chain.current_price ?? Number.NaN
    expect(call?.if_called_return_pct).toBeCloseTo(((66 - price + 1.46) / price) * 100, 8)
  })

  test('figures that depend on that dividend include it; early assignment and the ex-date stay unknown', async () => {
    const facts = await service.ask('marketData.facts', { params: { symbol: 'MO' } })
    expect(facts.dividends[0]).toEqual({ ex_date: '2026-09-15', cash_amount: 1.06, estimated: true })
    const contracts = [{ expiration_date: '2026-09-25', strike: 66 }]
    const quotes = await service.ask('marketData.contractQuotes', { params: { symbol: 'MO' }, body: { contracts } })
    expect(quotes).toMatchObject({ dividends: [], pays_no_dividend: false })
    expect(quotes.contracts[0]?.implied_volatility).toBeCloseTo(0.234, 2)
    const { expirations } = await service.ask('options.expirations', { params: { symbol: 'MO' } })
    expect(expirations.at(-1)?.ex_dividend_before).toBeNull()
  })

  test('all call deltas for an expiration come from one source, and filled ones decrease with the strike', async () => {
    let [filled, rising] = [0, 0]
    for (const symbol of ['MO', 'PFE']) {
      const { expirations } = await service.ask('options.expirations', { params: { symbol } })
      for (const { date } of expirations.slice(1, 7)) {
        const { options } = await service.ask('options.chain', { params: { symbol }, query: { expiration_date: date } })
        const sources = options.map(({ greeks_source }) => greeks_source)
        if (options.some(({ implied_volatility }) => implied_volatility !== null))
          expect(sources).not.toContain('vendor')
        for (const [index, row] of options.entries()) {
          const next = options[index + 1]
          if (row.greeks_source !== 'interpolated' || next?.greeks_source !== 'interpolated') continue
          filled += 1
          if ((next.delta ?? 2) - (row.delta ?? 0) > 0.01) rising += 1
        }
      }
    }
    expect(filled).toBeGreaterThan(20)
    // If the mids on both sides of a gap differ a lot, so do the interpolated variances.
    expect(rising / filled).toBeLessThan(0.05)
  })
}
