import { type EndpointId, endpointIds, endpointTable, type Success } from '@callwright/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../src/providers/provider.ts'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { bars, openWorld, type World } from './faults/support.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService, openSimulatedAt } from './support.ts'

describe('stock events', () => {
  const opened: MarketDataUnderTest[] = []
  afterEach(() => Promise.all(opened.splice(0).map((service) => service.close())))
  async function open(source: MarketData): Promise<MarketDataUnderTest> {
    const service = await openMarketDataService(source)
    opened.push(service)
    return service
  }

  describe('a recorded market', () => {
    let service: MarketDataUnderTest
    beforeAll(async () => {
      service = await openMarketDataService(await makeInventedFolder())
    })
    afterAll(() => service.close())
    const ask = (symbol: string, query: Readonly<Record<string, string>> = {}) =>
      service.ask('stocks.data', { params: { symbol }, query })

    test('lists dividends, splits and next earnings from the first bar on, oldest first', async () => {
      const { events, data, message } = await ask(inventedDefects.halfSplitBars)
      expect(data).toHaveLength(502)
      const dates = events.map(({ date }) => date)
      expect(dates).toEqual(dates.toSorted())
      expect(dates[0]?.localeCompare('2024-07-10')).toBe(1)
      expect(events.filter(({ kind }) => kind === 'split')).toEqual([
        { date: '2026-06-10', kind: 'split', cash_amount: null, split_ratio: 2 },
      ])
      const [earnings, ...others] = events.filter(({ kind }) => kind === 'earnings')
      expect(others).toEqual([])
      expect(earnings).toMatchObject({ cash_amount: null, split_ratio: null })
      expect(earnings?.date.localeCompare('2026-07-10')).toBe(1)
      // The message is about the bars, not about the events.
      expect(message).toMatch(/^5 sessions from .* rescaled by 2[^.]*$/)
    })

    test('a shorter range has fewer past events and the same future ones', async () => {
      const whole = await ask('BRMZ')
      const part = await ask('BRMZ', { from_date: '2026-06-01' })
      expect(part.events.length).toBeLessThan(whole.events.length)
      expect(part.events).toEqual(whole.events.filter(({ date }) => date >= '2026-06-01'))
      const dividends = whole.events.filter(({ kind }) => kind === 'dividend')
      expect(dividends.length).toBeGreaterThan(6)
      for (const { cash_amount: cash } of dividends) expect(cash).toBeGreaterThan(0)
    })

    test('without an earnings date, lists the other events with a message', async () => {
      const { events, message } = await ask(inventedDefects.noEarnings)
      expect(events.filter(({ kind }) => kind === 'earnings')).toEqual([])
      expect(message).toBe(`This source has no earnings date for ${inventedDefects.noEarnings}`)
    })

    test('without bars, lists only future events', async () => {
      const { data, events } = await ask(inventedDefects.noBars)
      expect(data).toEqual([])
      expect(events.length).toBeGreaterThan(0)
      for (const { date } of events) expect(date.localeCompare('2026-07-10')).not.toBe(-1)
    })
  })

  describe('the simulated market', () => {
    const instant = '2026-07-08T15:07:30.000Z'
    const params = { symbol: 'KO' }

    test('lists two years of earnings, the next earnings and dividends, but nothing before the first bar', async () => {
      const { events } = await (await open(openSimulatedAt(instant))).ask('stocks.data', { params })
      const reports = events.filter(({ kind }) => kind === 'earnings').map(({ date }) => date)
      expect(reports.filter((date) => date < '2026-07-08')).toHaveLength(8)
      expect(reports.filter((date) => date >= '2026-07-08')).toHaveLength(1)
      expect(events.filter(({ kind }) => kind === 'dividend').length).toBeGreaterThan(7)
      expect(events[0]?.date.localeCompare('2024-07-08')).not.toBe(-1)
    })

    test('for minute bars, lists events of the session and future ones', async () => {
      const service = await open(openSimulatedAt(instant))
      const { events } = await service.ask('stocks.data', { params, query: { timespan: 'minute' } })
      expect(events.length).toBeGreaterThan(0)
      for (const { date } of events) expect(date.localeCompare('2026-07-08')).not.toBe(-1)
    })

    test('does not list a spin-off as a split', async () => {
      const market = openSimulatedAt(instant)
      const listSplits: MarketData['splits']['listSplits'] = async () => ({
        ...market.stamp(),
        value: [
          { executionDate: '2025-03-03', ratio: 1.25, kind: 'spin_off' },
          { executionDate: '2025-06-02', ratio: 0.2, kind: 'split' },
        ],
        missing: [],
      })
      const { events } = await (await open({ ...market, splits: { listSplits } })).ask('stocks.data', { params })
      expect(events.filter(({ kind }) => kind === 'split')).toEqual([
        { date: '2025-06-02', kind: 'split', cash_amount: null, split_ratio: 0.2 },
      ])
    })

    test('returns the bars if event sources fail, and says what is missing', async () => {
      const market = openSimulatedAt(instant)
      const away = () => Promise.reject(new Error('connection refused'))
      const whole = await (await open(market)).ask('stocks.data', { params })
      const service = await open({
        ...openSimulatedAt(instant),
        earnings: { findNextEarnings: away, listPastEarnings: away },
        dividends: { listDividends: away },
      })
      const { data, events, message } = await service.ask('stocks.data', { params })
      expect(data).toEqual(whole.data)
      expect(events).toEqual(whole.events.filter(({ kind }) => kind === 'split'))
      expect(message).toBe(
        'Simulated market: not real prices. Could not load earnings dates right now. ' +
          'Could not load dividends right now',
      )
    })

    test('does not wait for a source that never responds, and returns the other events', async () => {
      const whole = await (await open(openSimulatedAt(instant))).ask('stocks.data', { params })
      const never = () => new Promise<never>(() => undefined)
      const service = await open({ ...openSimulatedAt(instant), dividends: { listDividends: never } })
      const { data, events, message } = await service.ask('stocks.data', { params })
      expect(data).toEqual(whole.data)
      expect(events).toEqual(whole.events.filter(({ kind }) => kind !== 'dividend'))
      expect(message).toBe('Simulated market: not real prices. Could not load dividends in time')
    })

    test('fails if the bars fail', async () => {
      const market = openSimulatedAt(instant)
      const service = await open({
        ...market,
        bars: { listDailyBars: () => Promise.reject(new Error('connection refused')) },
        dividends: { listDividends: () => Promise.reject(new Error('connection refused')) },
      })
      expect(await service.fail('stocks.data', { params })).toMatchObject({ status: 503, code: 'source_unavailable' })
    })
  })

  describe('a live market', () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld()
    })
    afterAll(() => world.close())

    test('lists the provider’s dividends and splits, and says that no provider has earnings', async () => {
      const { status, body } = await (await world.openReplica()).ask(bars, 'KO')
      expect(status).toBe(200)
      const { data, events, message } = body as unknown as Success<'stocks.data'>
      const first = new Date(data[0]?.timestamp ?? 0).toISOString().slice(0, 10)
      const paid = (await world.market.dividends.listDividends('KO')).value ?? []
      const split = (await world.market.splits.listSplits('KO')).value ?? []
      expect(events).toEqual(
        [
          ...paid.map(({ exDate, cashUsd }) => ({
            date: exDate,
            kind: 'dividend',
            cash_amount: cashUsd,
            split_ratio: null,
          })),
          ...split.map(({ executionDate, ratio }) => ({
            date: executionDate,
            kind: 'split',
            cash_amount: null,
            split_ratio: ratio,
          })),
        ]
          .filter(({ date }) => date >= first)
          .sort((a, b) => (a.date < b.date ? -1 : 1)),
      )
      expect(events.length).toBeGreaterThan(7)
      expect(message).toBe('No configured provider has earnings dates')
    })
  })
})

describe('symbols', () => {
  let service: MarketDataUnderTest
  let expiration: string
  let strike: number

  beforeAll(async () => {
    service = await openMarketDataService(openSimulatedAt('2026-11-24T16:00:00Z'))
    const { expirations } = await service.ask('options.expirations', { params: { symbol: 'BRK.B' } })
    expiration = expirations[0]?.date ?? ''
    strike = (await service.ask('options.chain', { params: { symbol: 'META' } })).options[0]?.strike ?? 0
  })
  afterAll(() => service.close())

  const symbolEndpoints = endpointIds.filter((id) => {
    const { owner, path } = endpointTable[id]
    return owner === 'market-data' && path.includes(':symbol')
  })

  /** Requests an endpoint for a symbol, with valid values for the other parameters. */
  async function ask(id: EndpointId, symbol: string) {
    const one = String(strike)
    const queries: Partial<Record<EndpointId, Readonly<Record<string, string>>>> = {
      'options.greeks': { strike: one, expiration_date: expiration },
      'options.snapshot': { strike_min: one, strike_max: one },
      'options.recommendations': { expiration_date: expiration },
      'options.customRecommendations': { expiration_date: expiration },
    }
    const query = queries[id]
    const body = id === 'marketData.contractQuotes' ? { contracts: [{ expiration_date: expiration, strike }] } : {}
    const call = { params: { symbol }, ...(query ? { query } : {}), body }
    return service.ask(id, call) as Promise<{ symbol?: string; message?: string | null }>
  }

  describe('symbols in every spelling (D62)', () => {
    test.each([
      ['BRK.B', 'BRK.B'],
      ['brk.b', 'BRK.B'],
      ['BRK-B', 'BRK.B'],
      ['BRK/B', 'BRK.B'],
      ['BRK B', 'BRK.B'],
      ['BRKB', 'BRK.B'],
      ['bfb', 'BF.B'],
      ['$aapl', 'AAPL'],
      [' T ', 'T'],
      ['AAPL  261218C00250000', 'AAPL'],
      ['BRKB261218C00520000', 'BRK.B'],
    ])('quote, search and list read %j as %s', async (typed, symbol) => {
      expect(await service.ask('stocks.quote', { params: { symbol: typed } })).toMatchObject({ symbol })
      const found = await service.ask('stocks.search', { query: { q: typed } })
      expect(found.results[0]?.symbol).toBe(symbol)
      const listed = await service.ask('stocks.symbolsWithOptions', { query: { search: typed } })
      expect(listed.symbols[0]?.symbol).toBe(symbol)
    })

    test.each(symbolEndpoints)('%s maps a former ticker to the current one, with a message', async (id) => {
      const { symbol, message } = await ask(id, 'fb')
      expect(symbol).toBe('META')
      if (id !== 'marketData.facts') expect(message).toMatch(/^FB is now META\.( |$)/)
    })

    test('the current symbol has no such message, although both share the cache', async () => {
      await service.ask('options.expirations', { params: { symbol: 'FB' } })
      const { message } = await service.ask('options.expirations', { params: { symbol: 'META' } })
      expect(message ?? '').not.toContain('FB')
    })

    test.each(['GOOGLE', 'brkz', 'ZZZZQ', 'BRK/Q', 'AAPL1', '123'])(
      '%s is unknown, and the error quotes it as typed',
      async (typed) => {
        for (const id of ['stocks.quote', 'options.expirations'] as const) {
          expect(await service.fail(id, { params: { symbol: typed } })).toMatchObject({
            status: 404,
            code: 'unknown_symbol',
            detail: `Unknown symbol: ${typed.toUpperCase()}`,
          })
        }
      },
    )

    test('returns several symbols in the requested order', async () => {
      const symbols = ['brk/b', 'FB', 'ZZZZQ', '1,000', 'T']
      expect((await service.ask('marketData.resolveSymbols', { body: { symbols } })).symbols).toEqual([
        { typed: 'brk/b', symbol: 'BRK.B', name: 'Berkshire Hathaway', note: null },
        { typed: 'FB', symbol: 'META', name: 'Meta Platforms', note: 'FB is now META.' },
        { typed: 'ZZZZQ', symbol: null, name: null, note: null },
        { typed: '1,000', symbol: null, name: null, note: null },
        { typed: 'T', symbol: 'T', name: 'AT&T', note: null },
      ])
    })
  })
})
