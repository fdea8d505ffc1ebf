import { daysBetween } from '@callwright/scoring'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { askSeries } from '../../src/storage/series.ts'
import { storeBars } from '../../src/storage/stored-bars.ts'
import { barOf, listSessions } from './scripted-provider.ts'
import { ms, openMarket, openStores, type Stores } from './support.ts'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

/** Ten cents a day, so that every close is its own. */
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

test('a finished series is asked for once, and told again as it was', async () => {
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

test('the session under way is asked for with some sessions before it, told, and never stored', async () => {
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

test('a day that closes early is final half an hour after its own close', async () => {
  const { ask, readStored, symbol, clock } = open('2026-11-27T13:29-05:00')
  await ask()
  expect([...(await readStored(symbol)).keys()].at(-1)).toBe('2026-11-25')
  clock.set('2026-11-27T13:30-05:00')
  await ask()
  expect([...(await readStored(symbol)).keys()].at(-1)).toBe('2026-11-27')
})

test('a feed that has not got the last session yet is asked again', async () => {
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

test('a source that fails leaves the stored series, told as old; with nothing stored it fails', async () => {
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

test('a source that now knows nothing of a symbol leaves what is stored', async () => {
  const { ask, provider, symbol, clock } = open(AFTER_CLOSE)
  const { value } = await ask()
  provider.prices.delete(symbol)
  clock.set('2026-07-13T16:30-04:00')
  expect(await ask()).toMatchObject({ value, asOfMs: ms('2026-07-10T16:00-04:00') })
})

test('what is only a repetition is not stored: nobody knows the scale of which day it has', async () => {
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

test('prices that the source corrected, or adjusted for a split nobody told of, are asked for anew as a whole', async () => {
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

test('a session that the source takes back goes with the next whole series', async () => {
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
  await askSeries({ source: without, store, now: clock.now }, symbol, null)
  const stored = await readStored(symbol)
  expect([stored.has('2026-03-02'), stored.has('2026-03-03')]).toEqual([false, true])
})

test('a session that was missing and is told now is no end of the series: it is asked for anew', async () => {
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

test('a series that another source goes on from names both', async () => {
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

test('PostgreSQL away: the source is asked instead, which is said once, and then the store serves again', async () => {
  const { ask, provider, symbol, sink } = open(AFTER_CLOSE)
  await ask()
  stores.proxy.cut()
  for (let time = 0; time < 3; time += 1) expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
  stores.proxy.restore()
  expect(provider.takeAsked()).toEqual(Array(4).fill(`bars ${symbol}`))
  expect(sink.lines().filter(({ event }) => event === 'market_store.away')).toHaveLength(1)
})

test('PostgreSQL frozen: likewise', async () => {
  const { ask, provider, symbol, sink } = open(AFTER_CLOSE)
  await ask()
  stores.proxy.freeze()
  expect((await ask()).value?.at(-1)?.date).toBe('2026-07-10')
  stores.proxy.thaw()
  expect(provider.takeAsked()).toEqual(Array(2).fill(`bars ${symbol}`))
  expect(sink.lines().filter(({ event }) => event === 'market_store.away')).toHaveLength(1)
})
