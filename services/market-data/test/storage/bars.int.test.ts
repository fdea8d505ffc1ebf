import { computeIvRank, daysBetween, newYorkDate } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import { createAnswerStore } from '../../src/storage/answer-store.ts'
import { fetchSeries, storeBars } from '../../src/storage/series.ts'
import { barOf, listSessions } from './scripted-provider.ts'
import { ms, openMarket, openStores, type Stores } from './support.ts'

describe('bars', () => {
  let stores: Stores
  beforeAll(async () => {
    stores = await openStores()
  })
  afterAll(() => stores.close())

  /** Close that rises ten cents a day, so that every close is unique. */
  const rising = (date: string) => 100 + daysBetween('2026-01-02', date) / 10
  let used = 0
  function open(at: string) {
    const opened = openMarket(stores, at)
    used += 1
    const symbol = `SYM${used}`
    opened.provider.prices.set(symbol, rising)
    return { ...opened, symbol, ask: () => opened.bars.listDailyBars(symbol) }
  }

  const IN_SESSION = '2026-07-10T11:00-04:00'
  const AFTER_CLOSE = '2026-07-10T16:30-04:00'

  test('a complete series is requested once and then served unchanged', async () => {
    const { ask, provider, symbol, clock } = open(AFTER_CLOSE)
    const asked = await ask()
    expect(asked.value?.at(-1)).toEqual(barOf('2026-07-10', rising('2026-07-10')))
    clock.set('2026-07-13T09:00-04:00')
    const stored = await ask()
    expect(stored).toMatchObject({
      ...{ value: asked.value, source: 'scripted', dataClass: 'delayed', cacheStatus: 'fresh', missing: [] },
      asOfMs: ms('2026-07-10T16:00-04:00'),
    })
    expect(provider.takeAsked()).toEqual([`bars ${symbol}`])
  })

  test('the current session is requested with some earlier ones, served, and never stored', async () => {
    const { ask, provider, symbol, clock, readStored } = open(IN_SESSION)
    expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
    provider.prices.set(symbol, (date) => (date === '2026-07-10' ? 90 : rising(date)))
    clock.set('2026-07-10T16:29-04:00')
    const { value } = await ask()
    expect(value?.slice(-2)).toEqual([barOf('2026-07-09', rising('2026-07-09')), barOf('2026-07-10', 90)])
    expect(value).toHaveLength(listSessions('2026-01-02', '2026-07-10').length)
    expect(provider.takeAsked()).toEqual([`bars ${symbol}`, `bars ${symbol} from 2026-06-25`])
    expect([...(await readStored(symbol)).keys()].at(-1)).toBe('2026-07-09')
    clock.set('2026-07-10T16:30-04:00')
    await ask()
    expect((await readStored(symbol)).get('2026-07-10')?.close).toBe(90)
  })

  describe('from a source that publishes them after the session', () => {
    function openLate(at: string) {
      const opened = open(at)
      const { provider, symbol, clock } = opened
      const { listDailyBars } = provider.sources.bars
      let opens = (_date: string) => Number.NaN
      // The adapter's series ends with the session before today; the bar of the session comes from the quote.
      provider.sources.bars = Object.assign(provider.sources.bars, {
        async listDailyBars(asked: string, from?: string) {
          const answer = await listDailyBars(asked, from)
          const today = newYorkDate(clock.now())
          return { ...answer, value: answer.value?.filter(({ date }) => date < today) ?? null }
        },
        async findLatestBar() {
          const date = newYorkDate(clock.now())
          const bar = barOf(date, rising(date))
          const stamp = { source: 'scripted', dataClass: 'delayed', asOfMs: clock.now() } as const
          return { ...stamp, value: Number.isNaN(opens(date)) ? bar : { ...bar, open: opens(date) }, missing: [] }
        },
      })
      return { ...opened, symbol, openAt: (price: number) => (opens = () => price) }
    }

    test('are requested once, and extended by the bar of each session, which is stored once it is final', async () => {
      const { ask, provider, symbol, clock, readStored } = openLate(IN_SESSION)
      expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
      clock.set('2026-07-10T12:00-04:00')
      expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
      clock.set(AFTER_CLOSE)
      await ask()
      clock.set('2026-07-13T16:30-04:00')
      const { value } = await ask()
      expect(value).toHaveLength(listSessions('2026-01-02', '2026-07-13').length)
      expect(provider.takeAsked()).toEqual([`bars ${symbol}`])
      expect([...(await readStored(symbol)).keys()].at(-1)).toBe('2026-07-13')
    })

    test('are requested again if a session is missing or the price has jumped', async () => {
      const { ask, provider, symbol, clock, openAt } = openLate(AFTER_CLOSE)
      await ask()
      clock.set('2026-07-15T16:30-04:00')
      expect((await ask()).value?.at(-1)?.date).toBe('2026-07-15')
      expect(provider.takeAsked()).toEqual([`bars ${symbol}`, `bars ${symbol} from 2026-06-26`])
      clock.set('2026-07-16T16:30-04:00')
      openAt(60)
      expect((await ask()).value?.at(-1)?.open).toBe(60)
      expect(provider.takeAsked()).toEqual([`bars ${symbol} from 2026-07-01`])
    })
  })

  test('a day with an early close is final half an hour after that close', async () => {
    const { ask, readStored, symbol, clock } = open('2026-11-27T13:29-05:00')
    await ask()
    expect([...(await readStored(symbol)).keys()].at(-1)).toBe('2026-11-25')
    clock.set('2026-11-27T13:30-05:00')
    await ask()
    expect([...(await readStored(symbol)).keys()].at(-1)).toBe('2026-11-27')
  })

  test('a feed without the last session is requested again', async () => {
    const { ask, provider, symbol, clock } = open(AFTER_CLOSE)
    provider.endDataAt('2026-07-09')
    await ask()
    clock.set('2026-07-10T20:00-04:00')
    expect((await ask()).value?.at(-1)?.date).toBe('2026-07-09')
    provider.endDataAt(null)
    expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
    await ask()
    expect(provider.takeAsked()).toEqual([`bars ${symbol}`, ...Array(2).fill(`bars ${symbol} from 2026-06-25`)])
  })

  test('if the source fails, serves the stored series as stale, or fails without one', async () => {
    const { ask, provider, clock, bars } = open(AFTER_CLOSE)
    const { value } = await ask()
    provider.fail('bars', 'unavailable')
    clock.set('2026-07-13T11:00-04:00')
    const answer = await ask()
    expect(answer).toMatchObject({
      value,
      dataClass: 'stale',
      cacheStatus: 'stale',
      asOfMs: ms('2026-07-10T16:00-04:00'),
    })
    expect(answer.missing).toEqual([{ field: 'freshness', reason: expect.stringContaining('cannot be reached') }])
    await expect(bars.listDailyBars('NEVER')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('keeps the stored series if the source no longer knows a symbol', async () => {
    const { ask, provider, symbol, clock } = open(AFTER_CLOSE)
    const { value } = await ask()
    provider.prices.delete(symbol)
    clock.set('2026-07-13T16:30-04:00')
    expect(await ask()).toMatchObject({ value, asOfMs: ms('2026-07-10T16:00-04:00') })
  })

  test('does not store cached answers, because the day up to which they are adjusted is unknown', async () => {
    const { ask, provider, symbol, clock, store } = open(AFTER_CLOSE)
    const { bars } = provider.sources
    const repeat = {
      ...bars,
      listDailyBars: async (name: string) => ({ ...(await bars.listDailyBars(name)), cacheStatus: 'fresh' as const }),
    }
    await storeBars(repeat, store, clock.now).listDailyBars(symbol)
    provider.takeAsked()
    await ask()
    expect(provider.takeAsked()).toEqual([`bars ${symbol}`])
  })

  test('requests the whole series after corrected prices or an unreported split', async () => {
    const { ask, provider, symbol, clock, rescaled, readStored } = open(AFTER_CLOSE)
    await ask()
    provider.splits.set(symbol, [{ executionDate: '2026-07-13', ratio: 3, kind: 'split' }])
    provider.prices.set(symbol, (date) => (date < '2026-07-13' ? rising(date) : rising(date) / 3))
    clock.set('2026-07-13T16:30-04:00')
    await ask()
    expect(provider.takeAsked()).toEqual([`bars ${symbol}`, `bars ${symbol} from 2026-06-26`, `bars ${symbol}`])
    expect(rescaled).toEqual([symbol])
    const stored = await readStored(symbol)
    expect(stored.get('2026-01-02')?.close).toBeCloseTo(rising('2026-01-02') / 3, 7)
    expect(stored.get('2026-07-13')?.close).toBeCloseTo(rising('2026-07-13') / 3, 7)
  })

  test('removes a session that the source withdrew, when it next reads the whole series', async () => {
    const { ask, provider, symbol, clock, readStored } = open(AFTER_CLOSE)
    await ask()
    const { bars } = provider.sources
    const without = {
      async listDailyBars(name: string) {
        const answer = await bars.listDailyBars(name)
        return { ...answer, value: (answer.value ?? []).filter(({ date }) => date !== '2026-03-02') }
      },
    }
    const { store } = stores.open()
    await fetchSeries({ source: without, store, now: clock.now }, symbol, null)
    const stored = await readStored(symbol)
    expect([stored.has('2026-03-02'), stored.has('2026-03-03')]).toEqual([false, true])
  })

  test('requests the whole series if a previously missing session appears', async () => {
    const { ask, provider, symbol, clock, readStored } = open(AFTER_CLOSE)
    provider.prices.set(symbol, (date) => (date === '2026-07-07' ? Number.NaN : rising(date)))
    await ask()
    expect((await readStored(symbol)).has('2026-07-07')).toBe(false)
    provider.takeAsked()
    provider.prices.set(symbol, rising)
    clock.set('2026-07-13T16:30-04:00')
    for (const day of ['2026-07-13', '2026-07-14']) {
      clock.set(`${day}T16:30-04:00`)
      await ask()
    }
    expect(provider.takeAsked()).toEqual([
      ...[`bars ${symbol} from 2026-06-25`, `bars ${symbol}`, `bars ${symbol} from 2026-06-29`],
    ])
    expect((await readStored(symbol)).get('2026-07-07')?.close).toBe(rising('2026-07-07'))
  })

  test('a series continued by another source names both', async () => {
    const { ask, provider, symbol, clock, store } = open(AFTER_CLOSE)
    await ask()
    clock.set('2026-07-13T16:30-04:00')
    const { bars } = provider.sources
    const other: typeof bars = {
      listDailyBars: async (...asked) => ({ ...(await bars.listDailyBars(...asked)), source: 'other' }),
    }
    const named = { source: 'scripted + other' }
    const next = storeBars(other, store, clock.now)
    expect([await next.listDailyBars(symbol), await next.listDailyBars(symbol)]).toMatchObject([named, named])
  })

  test('with PostgreSQL unavailable, uses the source and logs it once; then the store serves again', async () => {
    const { ask, provider, symbol, sink } = open(AFTER_CLOSE)
    await ask()
    stores.proxy.cut()
    for (let time = 0; time < 3; time += 1) expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
    stores.proxy.restore()
    expect(provider.takeAsked()).toEqual(Array(4).fill(`bars ${symbol}`))
    expect(sink.lines().filter(({ event }) => event === 'market_store.away')).toHaveLength(1)
  })

  test('with PostgreSQL frozen, does the same', async () => {
    const { ask, provider, symbol, sink } = open(AFTER_CLOSE)
    await ask()
    stores.proxy.freeze()
    expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
    stores.proxy.thaw()
    expect(provider.takeAsked()).toEqual(Array(2).fill(`bars ${symbol}`))
    expect(sink.lines().filter(({ event }) => event === 'market_store.away')).toHaveLength(1)
  })
})

describe('answers', () => {
  let stores: Stores
  beforeAll(async () => {
    stores = await openStores()
  })
  afterAll(() => stores.close())

  const FRIDAY = '2026-07-10T11:00-04:00'

  describe('dividends and splits', () => {
    const quarterly = [
      { exDate: '2026-03-13', cashUsd: 0.5, kind: null },
      { exDate: '2026-06-12', cashUsd: 0.5, kind: null },
      { exDate: '2026-06-12', cashUsd: 2.123456, kind: null },
    ]

    test('are served from the store for twelve hours in a session and for a day while the market is closed', async () => {
      const { dividends, splits, provider, clock } = openMarket(stores, FRIDAY)
      provider.dividends.set('KO', quarterly)
      provider.splits.set('KO', [{ executionDate: '2024-01-02', ratio: 1.5, kind: 'split' }])
      const [asked] = [await dividends.listDividends('KO'), await splits.listSplits('KO')]
      clock.set('2026-07-10T15:59-04:00')
      expect(await dividends.listDividends('KO')).toEqual({ ...asked, cacheStatus: 'fresh' })
      expect((await splits.listSplits('KO')).value).toEqual(provider.splits.get('KO'))
      clock.set('2026-07-11T10:59-04:00')
      await dividends.listDividends('KO')
      expect(provider.takeAsked()).toEqual(['dividends KO', 'splits KO'])
      clock.set('2026-07-11T11:00-04:00')
      expect((await dividends.listDividends('KO')).asOfMs).toBe(clock.now())
      expect(provider.takeAsked()).toEqual(['dividends KO'])
    })

    test('are served from the store with their time if the source fails; an empty list is stored too', async () => {
      const { dividends, provider, clock } = openMarket(stores, FRIDAY)
      expect((await dividends.listDividends('NONE')).value).toEqual([])
      provider.fail('dividends', 'rate_limited', 30_000)
      clock.set('2026-07-13T11:00-04:00')
      expect(await dividends.listDividends('NONE')).toMatchObject({ value: [], dataClass: 'stale', asOfMs: ms(FRIDAY) })
      await expect(dividends.listDividends('NEVER')).rejects.toMatchObject({ kind: 'rate_limited' })
    })

    test('are not stored if unknown', async () => {
      const { store, clock, provider } = openMarket(stores, FRIDAY)
      const unknown = { source: 'empty', dataClass: 'delayed' as const, asOfMs: 0, value: null, missing: [] }
      const { splits } = createAnswerStore(store, { now: clock.now }).wrap({
        splits: { listSplits: async () => unknown },
      })
      expect(await splits?.listSplits('UNKNOWN')).toEqual(unknown)
      provider.splits.set('UNKNOWN', [])
      expect(await splits?.listSplits('UNKNOWN')).toEqual(unknown)
    })
  })

  describe('fundamentals', () => {
    test('are served from the store for a day (a week without sessions), or longer if sources are down', async () => {
      const { fundamentals, provider, clock } = openMarket(stores, FRIDAY)
      provider.fundamentals.set('KO', { marketCapUsd: 3e11, netMarginPct: 23.4 })
      const value = { ...UNKNOWN_FUNDAMENTALS, marketCapUsd: 3e11, netMarginPct: 23.4 }
      expect((await fundamentals.findFundamentals('KO')).value).toEqual(value)
      clock.set('2026-07-12T11:00-04:00')
      expect(await fundamentals.findFundamentals('KO')).toMatchObject({
        value,
        cacheStatus: 'fresh',
        asOfMs: ms(FRIDAY),
      })
      expect(provider.takeAsked()).toEqual(['fundamentals KO'])
      clock.set('2026-07-13T11:00-04:00')
      provider.fail('fundamentals', 'unavailable')
      expect(await fundamentals.findFundamentals('KO')).toMatchObject({ value, dataClass: 'stale', asOfMs: ms(FRIDAY) })
      await expect(fundamentals.findFundamentals('NEVER')).rejects.toMatchObject({ kind: 'unavailable' })
    })
  })

  describe('the history of volatility', () => {
    const recorded = (impliedVolatility: number) => ({
      ...{ impliedVolatility, method: 'interpolated', reason: null, source: 'scripted' },
    })

    test('lists sessions that have a volatility, oldest first, in the decimals that IV rank needs', async () => {
      const { ivHistory, store } = openMarket(stores, '2026-07-10T17:00-04:00')
      const sessions = listSessions('2026-04-01', '2026-07-10')
      const vols = sessions.map((_date, index) => 0.2 + (index % 7) / 100)
      for (const [index, date] of [...sessions.entries()].reverse()) {
        await store.volatilities.save(['KO'], date, recorded(vols[index] ?? 0))
      }
      await store.volatilities.save(['KO'], '2026-03-31', {
        ...{ impliedVolatility: null, method: null, reason: 'No options are listed.', source: 'scripted' },
      })
      const { value, source, asOfMs, cacheStatus } = await ivHistory.listIvHistory('KO')
      expect(value).toEqual(sessions.map((date, index) => ({ date, impliedVolatility: vols[index] })))
      expect([source, asOfMs, cacheStatus]).toEqual(['scripted', ms('2026-07-10T16:00-04:00'), 'fresh'])
      const rank = computeIvRank(value.map(({ impliedVolatility }) => impliedVolatility))
      expect(rank.sessions).toBe(sessions.length)
      expect(rank.ivRank).not.toBeNull()
    })

    test('keeps a recorded volatility, and can add one to a session later', async () => {
      const { ivHistory, store } = openMarket(stores, '2026-07-10T17:00-04:00')
      await store.volatilities.save(['PEP'], '2026-07-10', {
        ...{ impliedVolatility: null, method: null, reason: 'No options are listed.', source: 'scripted' },
      })
      expect(await ivHistory.listIvHistory('PEP')).toMatchObject({ value: [], missing: [{ field: 'iv_history' }] })
      for (const vol of [0.31, 0.4]) await store.volatilities.save(['PEP'], '2026-07-10', recorded(vol))
      expect((await ivHistory.listIvHistory('PEP')).value).toEqual([{ date: '2026-07-10', impliedVolatility: 0.31 }])
    })

    test('takes precedence over a source’s own history', async () => {
      const { store, clock } = openMarket(stores, '2026-07-10T17:00-04:00')
      await store.volatilities.save(['AMD'], '2026-07-09', recorded(0.5))
      const stored = ['2026-07-08', '2026-07-09', '2026-07-10'].map((date) => ({ date, impliedVolatility: 0.4 }))
      const source = {
        listIvHistory: async () => ({
          source: 'other',
          dataClass: 'delayed' as const,
          asOfMs: 0,
          value: stored,
          missing: [],
        }),
      }
      const { ivHistory } = createAnswerStore(store, { now: clock.now }).wrap({ ivHistory: source })
      const vols = async (symbol: string) =>
        (await ivHistory?.listIvHistory(symbol))?.value.map(({ impliedVolatility }) => impliedVolatility)
      expect([await vols('AMD'), await vols('INTC')]).toEqual([
        [0.4, 0.5, 0.4],
        [0.4, 0.4, 0.4],
      ])
    })
  })

  test('with PostgreSQL unavailable, uses every source; data that only the store has is unavailable, not empty', async () => {
    const { bars, dividends, splits, fundamentals, ivHistory, provider } = openMarket(stores, FRIDAY)
    provider.prices.set('KO', () => 70)
    stores.proxy.cut()
    expect((await bars.listDailyBars('KO')).value).not.toBeNull()
    for (const answer of [dividends.listDividends('KO'), splits.listSplits('KO')])
      expect((await answer).value).toEqual([])
    expect((await fundamentals.findFundamentals('KO')).value).toEqual(UNKNOWN_FUNDAMENTALS)
    await expect(ivHistory.listIvHistory('KO')).rejects.toMatchObject({ kind: 'unavailable' })
    stores.proxy.restore()
    expect(provider.takeAsked()).toEqual(['bars KO', 'dividends KO', 'splits KO', 'fundamentals KO'])
  })
})
