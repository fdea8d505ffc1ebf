import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { selectBestCall } from '@callwright/scoring'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { guardBars } from '../src/providers/guards/bar-guard.ts'
import type { DailyBar, MarketData } from '../src/providers/provider.ts'
import { openRecordedMarket } from '../src/providers/recorded/recorded-provider.ts'
import { describeShared, type MarketDataUnderTest, openMarketDataService, sharedData } from './support.ts'

describeShared('the recorded market of 2026-07-10', () => testPrimaryPack(join(sharedData, 'us-2026-07-10')))
describeShared('the recorded market of 2026-08-19', () => testSecondPack(join(sharedData, 'us-2026-08-19')))
describeShared('the half-adjusted split of the defects folder', () => testDefect(sharedData))

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

  test('stands at its close and has 503 members', async () => {
    const universe = await service.ask('stocks.sp500')
    expect(universe).toMatchObject({ count: 503, as_of: '2026-07-10T20:00:00.000Z' })
    const quote = await service.ask('stocks.quote', { params: { symbol: 'AAPL' } })
    expect(quote).toMatchObject({ source: 'recorded us-2026-07-10', data_class: 'recorded' })
  })

  test('every price is the last close, the price under the chain, or both; no real bar is mended or left out', async () => {
    for (const { symbol } of (await market.reference.listUniverse()).value) {
      const { value: quote } = await market.quotes.findQuote(symbol)
      const { value: bars } = await market.bars.listDailyBars(symbol)
      expect(quote?.lastPrice).toBeGreaterThan(0)
      if (bars !== null) expect(quote?.lastPrice).toBe(bars.at(-1)?.close)
      expect(bars === null).toBe(symbol === 'AVB' || symbol === 'EA')
    }
    // Jumps of half the price after a report stay.
    expect(Object.keys(rejected).filter((reason) => reason.startsWith('bar_'))).toEqual([])
  })

  test('class shares in any spelling', async () => {
    for (const symbol of ['BRK.B', 'brk-b', 'Brk.B']) {
      const chain = await service.ask('options.chain', { params: { symbol } })
      expect(chain.symbol).toBe('BRK.B')
      expect(chain.options.every(({ contract_symbol }) => contract_symbol.startsWith('BRKB'))).toBe(true)
    }
  })

  test('no chain: NVR and HONA; no bars: AVB and EA; each with its reason', async () => {
    const as = { kind: 'service' } as const
    for (const symbol of ['NVR', 'HONA']) {
      const { chain, missing } = await service.ask('marketData.facts', { params: { symbol }, as })
      expect(chain).toBeNull()
      expect(missing).toContainEqual({ field: 'chain', reason: `This source has no option chain of ${symbol}` })
      expect((await service.ask('options.expirations', { params: { symbol } })).expirations).toEqual([])
    }
    for (const symbol of ['AVB', 'EA']) {
      const { bars, price, missing } = await service.ask('marketData.facts', { params: { symbol }, as })
      expect(bars.close).toEqual([])
      expect(price).toBeGreaterThan(100)
      expect(missing).toContainEqual({ field: 'bars', reason: `This source has no daily bars of ${symbol}` })
    }
  })

  test('COP: the 15 contracts of another root are not paired with its own', async () => {
    const before = rejected.adjusted_root ?? 0
    const { value } = await market.chains.findChain('COP')
    expect((rejected.adjusted_root ?? 0) - before).toBe(15)
    expect(value?.contracts.every(({ contractSymbol }) => contractSymbol.startsWith('COP2'))).toBe(true)
  })

  test.each(['NFLX', 'BKNG', 'KLAC', 'NVDA', 'NOW', 'CRWD', 'CVNA', 'CMG'])(
    'contracts of before the split of %s neither stay nor win',
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

  test('the chain opens at the first expiration 30-45 days out', async () => {
    const chain = await service.ask('options.chain', { params: { symbol: 'AAPL' } })
    const { expirations } = await service.ask('options.expirations', { params: { symbol: 'AAPL' } })
    const first = expirations.find(({ days_to_expiration: days }) => days >= 30 && days <= 45)
    expect(chain.expiration_date).toBe(first?.date)
    expect(chain.rate_source).toBe('1M Treasury of 2026-07-10')
    expect(chain.rate).toBeCloseTo(0.036662, 6)
  })

  test('our deltas from the mid agree with the vendor wherever the quote is tight', async () => {
    const differences: number[] = []
    for (const { symbol } of (await market.reference.listUniverse()).value.filter(
      (_entry, index) => index % 12 === 0,
    )) {
      const { value: chain } = await market.chains.findChain(symbol)
      const vendorDeltas = new Map(
        chain?.contracts.map(({ contractSymbol, vendorGreeks }) => [contractSymbol, vendorGreeks?.delta ?? null]),
      )
      const { options } = await service.ask('options.chain', { params: { symbol } })
      for (const { contract_symbol, bid, ask, mid, delta, greeks_source } of options) {
        const theirs = vendorDeltas.get(contract_symbol) ?? null
        if (theirs === null || mid === null || delta === null || greeks_source === 'vendor') continue
        if ((ask ?? 0) - (bid ?? 0) < 0.15 * mid) differences.push(Math.abs(delta - theirs))
      }
    }
    differences.sort((a, b) => a - b)
    expect(differences.length).toBeGreaterThan(200)
    expect(differences[Math.floor(differences.length / 2)]).toBeLessThan(0.005)
    expect(differences[Math.floor(differences.length * 0.95)]).toBeLessThan(0.025)
  })

  test('fundamentals in the units of the wire; the listing gives what they lack', async () => {
    const as = { kind: 'service' } as const
    const apple = await service.ask('marketData.facts', { params: { symbol: 'AAPL' }, as })
    expect(apple.fundamentals).toMatchObject({ net_margin: 27.152, dividend_yield: 0.38, negative_equity: false })
    const mcdonalds = await service.ask('marketData.facts', { params: { symbol: 'MCD' }, as })
    expect(mcdonalds.fundamentals).toMatchObject({ debt_to_equity: null, negative_equity: true })
    const sandisk = await service.ask('marketData.facts', { params: { symbol: 'SNDK' }, as })
    expect(sandisk.fundamentals.net_margin).toBeNull()
    expect(sandisk.fundamentals.market_cap).toBeGreaterThan(1e9)
  })

  test('search reaches beyond the index', async () => {
    const { results } = await service.ask('stocks.search', { query: { q: 'spy' } })
    expect(results[0]).toMatchObject({ symbol: 'SPY', type: 'etf', options_available: true })
    const apple = await service.ask('stocks.search', { query: { q: 'appl' } })
    expect(apple.results[0]?.symbol).toBe('AAPL')
  })
}

function testSecondPack(folder: string): void {
  test('bars in one file, chains of 150, rates above the folder', async () => {
    const market = await openRecordedMarket(folder, () => undefined)
    expect(market.clock.now()).toBe(Date.parse('2026-08-19T20:00:00Z'))
    expect((await market.search.searchSymbols({ text: '', limit: 1_000, onlyWithChain: true })).value).toHaveLength(150)
    expect((await market.bars.listDailyBars('AAPL')).value).toHaveLength(28)
    expect((await market.bars.listDailyBars('MNST')).value).toBeNull()
    expect((await market.rates.findRate(30)).value.basis).toBe('1M Treasury of 2026-08-17')
    expect((await market.fundamentals.findFundamentals('AAPL')).value.marketCapUsd).toBeNull()
  })
}

function testDefect(folder: string): void {
  test('comes out at one scale', async () => {
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
      expect(guarded.missing[0]?.reason).toMatch(/re-scaled by 2/)
    }
  })
}
