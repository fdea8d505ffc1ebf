import { afterEach, describe, expect, test } from '@jest/globals'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import type { Answer, Fundamentals, StockSplit } from '../../src/providers/provider.ts'
import { storeEarnings } from '../../src/storage/stored-facts.ts'
import { ms } from '../storage/support.ts'
import { type JobBench, openJobBench } from './support.ts'

describe('collect events', () => {
  let bench: JobBench
  afterEach(() => bench.close())

  async function open(at: string, symbols: readonly string[] = ['AAA', 'BBB']) {
    bench = await openJobBench(at)
    for (const symbol of symbols) bench.provider.prices.set(symbol, () => 112)
    return bench
  }

  const split = (executionDate: string, ratio: number): StockSplit => ({ executionDate, ratio, kind: 'split' })
  const readCloses = async (symbol: string) =>
    (await bench.openStore().bars.findSeries(symbol, '2026-07-08'))?.bars.map(({ close }) => close)
  const readCash = async (symbol: string) =>
    (await bench.openStore().events.findDividends(symbol))?.events.map(({ cashUsd }) => cashUsd)
  const ofEvents = (asked: readonly string[]) => asked.filter((question) => /splits|dividends/.test(question))

  test('reads each symbol’s lists at first, then one list for the whole market after every session', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.dividends.set('AAA', [{ exDate: '2026-06-12', cashUsd: 0.8, kind: null }])
    const first = await runOnce()
    expect(ofEvents(first.asked)).toEqual(['splits AAA', 'splits BBB', 'dividends AAA', 'dividends BBB'])
    clock.set('2026-07-09T16:29-04:00')
    expect(ofEvents((await runOnce()).asked)).toEqual([])
    provider.dividends.set('AAA', [
      { exDate: '2026-06-12', cashUsd: 0.8, kind: null },
      { exDate: '2026-09-11', cashUsd: 0.9, kind: null },
    ])
    clock.set('2026-07-09T16:30-04:00')
    const { asked, outcomes } = await runOnce()
    expect(ofEvents(asked)).toEqual(['market splits 2026-07-01', 'market dividends 2026-07-01'])
    expect(outcomes['collect-events']).toBe('done')
    expect(await readCash('AAA')).toEqual([0.8, 0.9])
    expect((await runOnce()).outcomes['collect-events']).toBe('idle')
  })

  test('stores the earnings calendar of the whole market once after every session, but not a truncated one', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    let calendar = ['AAA', 'BBB', 'CCC'].map((symbol, day) => [symbol, `2026-07-2${day}`] as const)
    const asked: string[] = []
    const answer = <T>(value: T) =>
      ({ source: 'scripted', dataClass: 'delayed', asOfMs: clock.now(), value, missing: [] }) as const
    provider.sources.earnings = {
      async findNextEarnings(symbol) {
        asked.push(symbol)
        return answer({ date: '2026-10-20', session: null })
      },
      async listMarketEarnings(from, to) {
        asked.push(`${from} to ${to}`)
        return answer(new Map(calendar.map(([symbol, date]) => [symbol, { date, session: 'after_close' as const }])))
      },
    }
    await runOnce()
    const earnings = storeEarnings(provider.sources.earnings, bench.openStore(), clock.now)
    const next = async (symbol: string) => (await earnings.findNextEarnings(symbol)).value?.date
    expect([await next('AAA'), await next('ZZZ')]).toEqual(['2026-07-20', '2026-10-20'])
    await runOnce()
    expect(asked.splice(0)).toEqual(['2026-07-08 to 2026-09-11', 'ZZZ'])
    calendar = calendar.slice(0, 1)
    clock.set('2026-07-09T16:30-04:00')
    expect((await runOnce()).outcomes['collect-events']).toBe('incomplete')
    expect(await next('CCC')).toBe('2026-07-22')
    calendar = [...calendar, ['CCC', '2026-07-23']]
    await runOnce()
    expect([await next('BBB'), await next('CCC')]).toEqual(['2026-10-20', '2026-07-23'])
  })

  test('applies an announced 4-for-1 split on its day, and a later 1-for-10 split after it', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.prices.set('AAA', (date) => (date < '2026-07-13' ? 112 : 28))
    provider.dividends.set('AAA', [{ exDate: '2026-06-12', cashUsd: 0.8, kind: null }])
    await runOnce()
    provider.splits.set('AAA', [split('2026-07-13', 4), split('2026-07-15', 0.1)])
    clock.set('2026-07-10T16:30-04:00')
    await runOnce()
    expect(await readCloses('AAA')).toEqual([112, 112, 112])
    clock.set('2026-07-13T00:00-04:00')
    expect((await runOnce()).outcomes['collect-events']).toBe('done')
    expect([await readCloses('AAA'), await readCash('AAA')]).toEqual([[28, 28, 28], [0.2]])
    expect(await readCloses('BBB')).toEqual([112, 112, 112])
    clock.set('2026-07-15T00:00-04:00')
    await runOnce()
    await runOnce()
    expect([await readCloses('AAA'), await readCash('AAA')]).toEqual([[280, 280, 280, 280, 280], [2]])
  })

  test('applies a split to the stored data of a symbol outside the universe', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    const origin = { source: 'scripted', dataClass: 'delayed' as const, checkedAt: new Date(clock.now()) }
    await bench.openStore().bars.saveSeries({
      ...{
        symbol: 'ZZZ',
        ...origin,
        adjustedOn: '2026-07-08',
        today: '2026-07-08',
        through: '2026-07-08',
        isWhole: true,
      },
      bars: [{ date: '2026-07-08', open: 10, high: 11, low: 9, close: 10, volume: 100 }],
    })
    await runOnce()
    provider.splits.set('ZZZ', [split('2026-07-09', 2)])
    clock.set('2026-07-09T16:30-04:00')
    await runOnce()
    expect(await readCloses('ZZZ')).toEqual([5])
  })

  test('ignores a list for the whole market if it has no events', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.splits.set('AAA', [split('2026-07-02', 2)])
    await runOnce()
    const listNothing = async () => ({
      source: 'empty',
      dataClass: 'delayed' as const,
      asOfMs: 0,
      value: new Map(),
      missing: [],
    })
    const splits = { ...provider.sources.splits, listMarketSplits: listNothing }
    clock.set('2026-07-09T16:30-04:00')
    const { asked } = await runOnce({ sources: { ...provider.sources, splits } })
    expect(ofEvents(asked)).toEqual(['splits AAA', 'splits BBB', 'market dividends 2026-07-01'])
    expect((await bench.openStore().events.findSplits('AAA'))?.events).toEqual([split('2026-07-02', 2)])
  })

  test('applies an announced split on its day even if the source is down', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.splits.set('AAA', [split('2026-07-09', 4)])
    await runOnce()
    for (const list of ['splits', 'market splits', 'bars', 'market bars']) provider.fail(list, 'unavailable')
    clock.set('2026-07-09T17:00-04:00')
    const { outcomes } = await runOnce()
    expect([outcomes['collect-events'], await readCloses('AAA')]).toEqual(['retried', [28]])
  })

  test('a split that cannot be applied to one symbol does not block the others', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
    provider.splits.set('AAA', [split('2026-07-09', 1e-30)])
    provider.splits.set('BBB', [split('2026-07-09', 4)])
    await runOnce()
    provider.dividends.set('BBB', [{ exDate: '2026-09-11', cashUsd: 0.9, kind: null }])
    clock.set('2026-07-09T17:00-04:00')
    const { outcomes } = await runOnce()
    expect(outcomes['collect-events']).toBe('incomplete')
    expect([(await readCloses('AAA'))?.[0], (await readCloses('BBB'))?.[0], await readCash('BBB')]).toEqual([
      112,
      28,
      [0.9],
    ])
  })
})

describe('record volatility', () => {
  let bench: JobBench
  afterEach(() => bench.close())

  async function open(at: string, symbols: readonly string[] = ['AAA', 'BBB']) {
    bench = await openJobBench(at)
    for (const symbol of symbols) bench.provider.prices.set(symbol, () => 112)
    return bench
  }

  const CLOSE = ms('2026-07-10T16:00-04:00')
  const [NEAR, FAR, LATER] = ['2026-07-31', '2026-08-21', '2026-12-18']

  function serveChains(vols: Readonly<Record<string, number>>, quotedAtMs = CLOSE, expirations = [NEAR, FAR, LATER]) {
    bench.provider.serveChains(vols, { quotedAtMs, expirations })
  }
  const ofChains = (asked: readonly string[]) => asked.filter((question) => question.startsWith('chain'))
  const readHistory = async (symbol: string) =>
    (await bench.openStore().volatilities.findHistory(symbol, '2026-01-01')).points

  test('records once, from closing quotes, half an hour after the close', async () => {
    const { runOnce, clock } = await open('2026-07-10T16:29-04:00', ['AAA', 'BBB', 'CCC'])
    serveChains({ AAA: 0.3, BBB: 0.45 })
    expect(ofChains((await runOnce()).asked)).toEqual([])
    clock.set('2026-07-10T16:30-04:00')
    const { asked, outcomes } = await runOnce()
    expect(ofChains(asked)).toEqual([
      ...['chain AAA 7 to 45', 'chain BBB 7 to 45'],
      ...['chain CCC 7 to 45', 'chain CCC 7 to 183'],
    ])
    expect(outcomes['record-volatility']).toBe('done')
    expect(await readHistory('AAA')).toEqual([{ date: '2026-07-10', impliedVolatility: expect.closeTo(0.3, 3) }])
    expect(await readHistory('BBB')).toEqual([{ date: '2026-07-10', impliedVolatility: expect.closeTo(0.45, 3) }])
    expect(await readHistory('CCC')).toEqual([])
    clock.set('2026-07-12T12:00-04:00')
    expect((await runOnce()).outcomes['record-volatility']).toBe('idle')
  })

  test('on a weekend, counts days from the session, and looks further out if 30 days is not bracketed', async () => {
    const { runOnce } = await open('2026-07-12T12:00-04:00', ['AAA'])
    serveChains({ AAA: 0.3 }, CLOSE, [LATER])
    const { asked } = await runOnce()
    expect(ofChains(asked)).toEqual(['chain AAA 5 to 43', 'chain AAA 5 to 181'])
    expect(await readHistory('AAA')).toEqual([{ date: '2026-07-10', impliedVolatility: expect.closeTo(0.3, 3) }])
  })

  test('does not record from morning quotes, or after the next session has begun', async () => {
    const { runOnce, clock } = await open('2026-07-10T16:30-04:00', ['AAA'])
    serveChains({ AAA: 0.3 }, ms('2026-07-10T11:00-04:00'))
    expect((await runOnce()).outcomes['record-volatility']).toBe('incomplete')
    expect(await readHistory('AAA')).toEqual([])
    serveChains({ AAA: 0.3 })
    clock.set('2026-07-13T09:30-04:00')
    expect(ofChains((await runOnce()).asked)).toEqual([])
    clock.set('2026-07-13T09:29-04:00')
    await runOnce()
    expect(await readHistory('AAA')).toHaveLength(1)
  })

  test('records at the actual close on a day with an early close', async () => {
    const { runOnce } = await open('2026-11-27T13:30-05:00', ['AAA'])
    serveChains({ AAA: 0.25 }, ms('2026-11-27T12:59-05:00'), ['2026-12-18', '2027-01-15'])
    await runOnce()
    expect(await readHistory('AAA')).toEqual([{ date: '2026-11-27', impliedVolatility: expect.closeTo(0.25, 3) }])
  })

  test('does not record at an earlier session’s price, which some plans return until late in the evening', async () => {
    const { runOnce, provider, clock } = await open('2026-07-10T16:30-04:00', ['AAA'])
    serveChains({ AAA: 0.3 })
    const { quotes } = provider.sources
    const late = { findQuote: async (symbol: string) => ({ ...(await quotes?.findQuote(symbol)), asOfMs: closed }) }
    let closed = ms('2026-07-09T16:00-04:00')
    const sources = { ...provider.sources, quotes: late as typeof quotes & object }
    expect((await runOnce({ sources })).outcomes['record-volatility']).toBe('incomplete')
    expect(await readHistory('AAA')).toEqual([])
    closed = CLOSE
    clock.set('2026-07-10T21:00-04:00')
    await runOnce({ sources })
    expect(await readHistory('AAA')).toHaveLength(1)
  })

  describe('a plan without', () => {
    const symbols = Array.from({ length: 12 }, (_, index) => `S${String(index).padStart(2, '0')}`)
    const vols = Object.fromEntries(symbols.map((symbol) => [symbol, 0.3]))
    const readReasons = async () => {
      const { unrecorded, isAnyKnown } = await bench.openStore().volatilities.readSession(symbols, '2026-07-10')
      return [unrecorded.length, isAnyKnown]
    }

    test('bid and ask is detected after five symbols, and not tried again before the next session', async () => {
      const { runOnce, clock, provider } = await open('2026-07-10T16:30-04:00', symbols)
      provider.serveChains(vols, { quotedAtMs: CLOSE, expirations: [NEAR, FAR, LATER], without: symbols })
      const { asked, outcomes } = await runOnce()
      expect(ofChains(asked)).toEqual(symbols.slice(0, 5).map((symbol) => `chain ${symbol} 7 to 45`))
      expect([outcomes['record-volatility'], await readReasons()]).toEqual(['done', [0, false]])
      expect((await runOnce()).outcomes['record-volatility']).toBe('idle')
      clock.set('2026-07-13T16:30-04:00')
      expect(ofChains((await runOnce()).asked)).toHaveLength(5)
    })

    test('chains is detected the same way', async () => {
      const { runOnce, provider } = await open('2026-07-10T16:30-04:00', symbols)
      const nothing = { source: 'scripted', dataClass: 'delayed' as const, asOfMs: CLOSE, value: null, missing: [] }
      const findChain = async (symbol: string) => {
        provider.asked.push(`chain ${symbol}`)
        return nothing
      }
      const chains = { findChain }
      const { asked, outcomes } = await runOnce({ sources: { ...provider.sources, chains } })
      expect(new Set(ofChains(asked)).size).toBe(5)
      expect([outcomes['record-volatility'], await readReasons()]).toEqual(['done', [0, false]])
    })

    test('quotes is not inferred from a few symbols alone', async () => {
      const { runOnce, provider } = await open('2026-07-10T16:30-04:00', symbols)
      provider.serveChains(vols, { quotedAtMs: CLOSE, expirations: [NEAR, FAR], without: symbols.slice(1, 11) })
      const { asked } = await runOnce()
      expect(new Set(ofChains(asked)).size).toBe(12)
      expect(await readHistory('S11')).toHaveLength(1)
    })
  })
})

describe('refresh fundamentals', () => {
  let bench: JobBench
  afterEach(() => bench.close())

  async function open(at: string, symbols: readonly string[] = ['AAA', 'BBB']) {
    bench = await openJobBench(at)
    for (const symbol of symbols) bench.provider.prices.set(symbol, () => 112)
    return bench
  }

  const figures = (change: Partial<Fundamentals>, source = 'scripted'): Answer<Fundamentals> => ({
    ...{ source, dataClass: 'delayed', asOfMs: ms('2026-06-30T16:00-04:00'), missing: [] },
    value: { ...UNKNOWN_FUNDAMENTALS, ...change },
  })
  const read = async (symbol: string) => (await bench.openStore().fundamentals.find(symbol))?.figures
  const ofFigures = (asked: readonly string[]) => asked.filter((question) => question.includes('fundamentals'))

  test('refreshes each symbol daily', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T12:00-04:00')
    provider.fundamentals.set('AAA', { netMarginPct: 10 })
    expect(ofFigures((await runOnce()).asked)).toEqual(['fundamentals AAA', 'fundamentals BBB'])
    expect(await read('AAA')).toMatchObject({ netMarginPct: 10, marketCapUsd: null })
    clock.set('2026-07-09T12:00-04:00')
    expect(ofFigures((await runOnce()).asked)).toEqual([])
    clock.set('2026-07-09T12:01-04:00')
    expect(ofFigures((await runOnce()).asked)).toHaveLength(2)
  })

  test('refreshes from one list for the whole market, and keeps figures that the list lacks', async () => {
    const { runOnce, clock, provider } = await open('2026-07-08T12:00-04:00')
    let margin = 10
    const fundamentals = {
      ...provider.sources.fundamentals,
      async listMarketFundamentals() {
        provider.asked.push('market fundamentals')
        return new Map([['AAA', figures({ netMarginPct: margin })]])
      },
    }
    const sources = { ...provider.sources, fundamentals }
    provider.fundamentals.set('AAA', { netMarginPct: 9, marketCapUsd: 3e11 })
    const first = await runOnce({ sources })
    expect(ofFigures(first.asked)).toEqual(['market fundamentals', 'fundamentals AAA', 'fundamentals BBB'])
    margin = 11
    clock.set('2026-07-09T12:01-04:00')
    expect(ofFigures((await runOnce({ sources })).asked)).toEqual(['market fundamentals'])
    expect(await read('AAA')).toMatchObject({ netMarginPct: 11, marketCapUsd: 3e11 })
    expect((await runOnce({ sources })).outcomes['refresh-fundamentals']).toBe('idle')
    clock.set('2026-07-15T12:02-04:00')
    expect(ofFigures((await runOnce({ sources })).asked)).toHaveLength(3)
  })

  test('does not request the whole market again because of a company without data', async () => {
    const { runOnce, provider } = await open('2026-07-08T12:00-04:00')
    const listMarketFundamentals = async () => {
      provider.asked.push('market fundamentals')
      return new Map([['AAA', figures({ netMarginPct: 10 })]])
    }
    const sources = { ...provider.sources, fundamentals: { ...provider.sources.fundamentals, listMarketFundamentals } }
    provider.fail('fundamentals BBB', 'unreadable')
    const first = await runOnce({ sources })
    expect(ofFigures(first.asked)).toEqual(['market fundamentals', 'fundamentals AAA', 'fundamentals BBB'])
    expect(ofFigures((await runOnce({ sources })).asked)).toEqual(['fundamentals BBB'])
  })
})
