import { describe, expect, test } from '@jest/globals'
import { openSimulatedMarket, SIMULATED_NOTICE } from './simulated-provider.ts'
import { openAt } from './testing/open-at.ts'

test('another seed is another market', async () => {
  const now = () => Date.parse('2026-07-08T20:00:00Z')
  const other = openSimulatedMarket({ seed: 'another', universe: 'large_cap', now })
  const quotes = await Promise.all(
    [other, openAt('2026-07-08T20:00:00Z')].map((market) => market.quotes.findQuote('KO')),
  )
  expect(quotes[0]?.value?.lastPrice).not.toBe(quotes[1]?.value?.lastPrice)
  expect(other.revision).not.toBe(openAt('2026-07-08T20:00:00Z').revision)
})

test.each([
  ['callwright', 'large_cap', 'simulated'],
  ['callwright', 'extended', 'simulated extended'],
  ['another', 'large_cap', 'simulated seed another'],
] as const)('seed %s, universe %s goes by the name %s', (seed, universe, source) => {
  const market = openSimulatedMarket({ seed, universe, now: () => Date.parse('2026-07-08T20:00:00Z') })
  expect(market.stamp()).toMatchObject({ source, dataClass: 'simulated' })
})

describe('tomorrow continues today', () => {
  const CLOSES = ['2026-07-08T20:00:00Z', '2026-07-09T20:00:00Z', '2026-07-10T20:00:00Z', '2026-07-13T20:00:00Z']

  test('a new bar a session, none of the older ones changed', async () => {
    for (const symbol of ['XOM', 'WM']) {
      const series = await Promise.all(
        CLOSES.map(async (at) => (await openAt(at).bars.listDailyBars(symbol)).value ?? []),
      )
      for (const [index, bars] of series.entries()) {
        expect(bars.at(-1)?.date).toBe(CLOSES[index]?.slice(0, 10))
        if (index > 0) expect(JSON.stringify(bars.slice(0, -1))).toBe(JSON.stringify(series[index - 1]))
      }
      expect(series[0]?.length).toBeGreaterThan(756)
    }
  })

  test('history is three years deep on the first day of a year, too', async () => {
    const bars = (await openAt('2027-01-04T21:00:00Z').bars.listDailyBars('KO')).value ?? []
    expect(bars[0]?.date).toBe('2024-01-02')
    expect(bars.at(-1)?.date).toBe('2027-01-04')
    const older = (await openAt('2026-12-31T21:00:00Z').bars.listDailyBars('KO')).value ?? []
    expect(JSON.stringify(bars.slice(0, -1))).toBe(JSON.stringify(older.filter(({ date }) => date >= '2024-01-01')))
  })

  test('the running session is a bar that grows into the final one', async () => {
    let last = { high: 0, low: Number.POSITIVE_INFINITY, volume: 0 }
    for (const time of ['13:30:01', '14:00', '16:47:31', '19:59:59', '20:00', '23:00']) {
      const market = openAt(`2026-07-10T${time}Z`)
      const bar = (await market.bars.listDailyBars('KO')).value?.at(-1)
      const quote = (await market.quotes.findQuote('KO')).value
      expect(bar?.date).toBe('2026-07-10')
      expect(bar?.close).toBe(quote?.lastPrice)
      expect(bar?.volume).toBe(quote?.volume)
      if (bar === undefined) throw new Error('no bar')
      expect(bar.high).toBeGreaterThanOrEqual(last.high)
      expect(bar.low).toBeLessThanOrEqual(last.low)
      expect(bar.volume).toBeGreaterThanOrEqual(last.volume)
      last = bar
    }
  })
})

describe('a closed market stands at the last close', () => {
  // Before the open, on a weekend, on Independence Day (observed), and after a close at 13:00.
  test.each([
    ['2026-07-10T20:00:00Z', '2026-07-13T13:29:59Z'],
    ['2026-07-10T20:00:00Z', '2026-07-12T03:00:00Z'],
    ['2026-07-02T20:00:00Z', '2026-07-03T17:00:00Z'],
    ['2026-11-27T18:00:00Z', '2026-11-27T20:30:00Z'],
  ])('from %s to %s', async (close, later) => {
    const [then, now] = [openAt(close), openAt(later)]
    expect(now.stamp()).toEqual(then.stamp())
    expect(now.stamp().asOfMs).toBe(Date.parse(close))
    expect(now.clock.now()).toBe(Date.parse(later))
    for (const symbol of ['PG']) {
      expect(await now.quotes.findQuote(symbol)).toEqual(await then.quotes.findQuote(symbol))
      expect(JSON.stringify(await now.bars.listDailyBars(symbol))).toBe(
        JSON.stringify(await then.bars.listDailyBars(symbol)),
      )
      expect(await now.earnings.findNextEarnings(symbol)).toEqual(await then.earnings.findNextEarnings(symbol))
      const filter = { minDays: 5, maxDays: 40 }
      const before = new Map(
        (await then.chains.findChain(symbol, { maxDays: 60 })).value?.contracts.map((c) => [c.contractSymbol, c]),
      )
      const chain = (await now.chains.findChain(symbol, filter)).value
      expect(chain?.quotedAtMs).toBe(Date.parse(close))
      const shared = chain?.contracts.filter(({ contractSymbol }) => before.has(contractSymbol)) ?? []
      expect(shared.length).toBeGreaterThan(50)
      expect(JSON.stringify(shared)).toBe(JSON.stringify(shared.map((row) => before.get(row.contractSymbol))))
    }
  })
})

describe('the whole port', () => {
  test('every company has everything, and everything says that it is simulated', async () => {
    const market = openAt('2026-07-10T17:00:00Z')
    const { value: universe } = await market.reference.listUniverse()
    expect(universe).toHaveLength(503)
    for (const { symbol } of universe.filter((_listed, index) => index % 150 === 0)) {
      const answers = await Promise.all([
        market.bars.listDailyBars(symbol),
        market.quotes.findQuote(symbol),
        market.expirations.listExpirations(symbol),
        market.chains.findChain(symbol, { minDays: 20, maxDays: 60 }),
        market.fundamentals.findFundamentals(symbol),
        market.dividends.listDividends(symbol),
        market.splits.listSplits(symbol),
        market.earnings.findNextEarnings(symbol),
        market.ivHistory.listIvHistory(symbol),
      ])
      for (const { value, missing, source, dataClass } of answers) {
        expect(value).not.toBeNull()
        expect(missing).toEqual([SIMULATED_NOTICE])
        expect([source, dataClass]).toEqual(['simulated', 'simulated'])
      }
      const [bars, quote, expirations, chain, fundamentals, , , earnings, history] = answers
      expect(bars.value?.length).toBeGreaterThan(756)
      expect(quote.value?.bid).toBeLessThan(quote.value?.ask ?? 0)
      expect(expirations.value.length).toBeGreaterThan(3)
      expect(chain.value?.contracts.length).toBeGreaterThan(10)
      expect(history.value.length).toBeGreaterThanOrEqual(252)
      expect(earnings.value?.date).toMatch(/^2026-(07|08|09|10)-/)
      expect(fundamentals.value).toMatchObject({ netMarginPct: expect.any(Number), creditRating: expect.any(String) })
      expect(fundamentals.value.marketCapUsd).toBeGreaterThan(5e8)
      expect(fundamentals.value.negativeEquity).toBe(fundamentals.value.debtToEquity === null)
    }
    expect(SIMULATED_NOTICE.reason).toBe('Simulated market: not real prices')
    await expect(market.ping()).resolves.toBeUndefined()
  })

  test('rates are plausible and named', async () => {
    const { value } = await openAt('2026-07-10T17:00:00Z').rates.findRate(30)
    expect(value.rate).toBeGreaterThan(0.002)
    expect(value.rate).toBeLessThan(0.08)
    expect(value.basis).toBe('simulated 30-day bill of 2026-07-10')
  })

  test('a symbol that does not exist is unknown, and said to be', async () => {
    const market = openAt('2026-07-10T17:00:00Z')
    expect(await market.quotes.findQuote('ZZZZZ')).toMatchObject({
      value: null,
      missing: [SIMULATED_NOTICE, { field: 'price', reason: 'This source has no symbol ZZZZZ' }],
    })
    expect((await market.fundamentals.findFundamentals('ZZZZZ')).value.marketCapUsd).toBeNull()
  })

  test('class shares keep their names: BRK.B is BRKB to the options exchange', async () => {
    const market = openAt('2026-07-10T17:00:00Z')
    const chain = (await market.chains.findChain('BRK.B', { minDays: 20, maxDays: 60 })).value
    expect(chain?.contracts[0]?.contractSymbol).toMatch(/^BRKB26\d{4}[CP]\d{8}$/)
    const quotes = await Promise.all(
      ['GOOG', 'GOOGL'].map(async (symbol) => (await market.quotes.findQuote(symbol)).value?.lastPrice ?? 0),
    )
    expect(Math.abs((quotes[0] ?? 0) / (quotes[1] ?? 1) - 1)).toBeLessThan(0.02)
  })
})

test('the extended universe: 6,000 symbols, those beyond the large companies invented and named so', async () => {
  const market = openAt('2026-07-10T17:00:00Z', 'extended')
  const { value: universe } = await market.reference.listUniverse()
  expect(universe).toHaveLength(6_000)
  expect(new Set(universe.map(({ symbol }) => symbol)).size).toBe(6_000)
  const invented = universe.slice(503)
  expect(invented.every(({ symbol, name }) => /^QX[A-Z]{3}$/.test(symbol) && name.startsWith('Invented '))).toBe(true)
  expect((await market.search.searchSymbols({ text: 'invented', limit: 5 })).value).toHaveLength(5)
  expect((await market.search.searchSymbols({ text: 'aapl', limit: 5 })).value[0]?.name).toBe('Apple Inc.')
  const symbol = invented[4_321]?.symbol ?? ''
  expect((await market.chains.findChain(symbol)).value?.contracts.length).toBeGreaterThan(30)
  expect((await market.ivHistory.listIvHistory(symbol)).value.length).toBeGreaterThanOrEqual(252)
})
