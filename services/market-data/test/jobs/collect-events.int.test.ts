import { afterEach, expect, test } from '@jest/globals'
import type { StockSplit } from '../../src/providers/provider.ts'
import { type JobBench, openJobBench } from './support.ts'

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

test('each symbol’s lists at first, then one list of the whole market after every session', async () => {
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

test('a split that was announced is applied on its day, 4 for 1, and a second one after it, 1 for 10', async () => {
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

test('a split of a symbol that nobody follows reaches what is stored of it', async () => {
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

test('a market without a single event is no news', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
  provider.splits.set('AAA', [split('2026-07-02', 2)])
  await runOnce()
  const nobody = async () => ({
    source: 'nobody',
    dataClass: 'delayed' as const,
    asOfMs: 0,
    value: new Map(),
    missing: [],
  })
  const splits = { ...provider.sources.splits, listMarketSplits: nobody }
  clock.set('2026-07-09T16:30-04:00')
  const { asked } = await runOnce({ sources: { ...provider.sources, splits } })
  expect(ofEvents(asked)).toEqual(['splits AAA', 'splits BBB', 'market dividends 2026-07-01'])
  expect((await bench.openStore().events.findSplits('AAA'))?.events).toEqual([split('2026-07-02', 2)])
})

test('a split that was announced is applied on its day though the source is away', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
  provider.splits.set('AAA', [split('2026-07-09', 4)])
  await runOnce()
  for (const list of ['splits', 'market splits', 'bars', 'market bars']) provider.fail(list, 'unavailable')
  clock.set('2026-07-09T17:00-04:00')
  const { outcomes } = await runOnce()
  expect([outcomes['collect-events'], await readCloses('AAA')]).toEqual(['retried', [28]])
})

test('a split that cannot be applied to one symbol holds up no other', async () => {
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
