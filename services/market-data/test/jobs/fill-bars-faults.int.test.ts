import { daysBetween } from '@callwright/scoring'
import { waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { listSessions } from '../storage/scripted-provider.ts'
import { type JobBench, openJobBench } from './support.ts'

let bench: JobBench
afterEach(() => bench.close())

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD']
const rising = (date: string) => 100 + daysBetween('2026-01-02', date) / 10

async function open(at: string, symbols = SYMBOLS) {
  bench = await openJobBench(at)
  for (const symbol of symbols) bench.provider.prices.set(symbol, rising)
  return bench
}

/** The stored days of a symbol, and whether each close is what it should be. */
async function readDays(symbol: string): Promise<string[]> {
  const series = await bench.openStore().bars.findSeries(symbol, '2026-01-01')
  for (const { date, close } of series?.bars ?? []) expect(close).toBeCloseTo(rising(date), 7)
  return (series?.bars ?? []).map(({ date }) => date)
}
const ofBars = (asked: readonly string[]) => asked.filter((question) => /^(market )?bars/.test(question))

test('a source without a whole market, and a feed that is late: one call a symbol, and not on and on', async () => {
  const symbols = Array.from({ length: 12 }, (_, index) => `S${String(index).padStart(2, '0')}`)
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00', symbols)
  const { listMarketBars: _none, ...bars } = provider.sources.bars
  const sources = { ...provider.sources, bars }
  await runOnce({ sources })
  clock.set('2026-07-09T16:30-04:00')
  provider.endDataAt('2026-07-08')
  const late = await runOnce({ sources })
  expect(ofBars(late.asked)).toHaveLength(5)
  expect(late.outcomes['fill-bars']).toBe('incomplete')
  provider.endDataAt(null)
  const { asked } = await runOnce({ sources })
  expect(ofBars(asked)).toHaveLength(12)
  // Those that were tried before come last.
  expect(ofBars(asked)[0]).toBe('bars S05 from 2026-06-24')
  expect((await readDays('S00')).at(-1)).toBe('2026-07-09')
})

test('a price that leaps is asked for by itself, and its series anew where it is of another scale', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
  await runOnce()
  clock.set('2026-07-09T16:30-04:00')
  provider.prices.set('BBB', (date) => (date < '2026-07-09' ? rising(date) : rising(date) / 3))
  provider.splits.set('BBB', [{ executionDate: '2026-07-09', ratio: 3, kind: 'split' }])
  provider.fail('market splits', 'unavailable')
  provider.fail('splits', 'unavailable')
  expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-07-09', 'bars BBB from 2026-06-24', 'bars BBB'])
  const series = await bench.openStore().bars.findSeries('BBB', '2026-07-08')
  expect(series?.bars.map(({ close }) => close)).toEqual([
    expect.closeTo(rising('2026-07-08') / 3, 7),
    expect.closeTo(rising('2026-07-09') / 3, 7),
  ])
})

test('a process that dies in the middle leaves what it stored; the next one goes on from there', async () => {
  const { openProcess, provider, runOnce } = await open('2026-07-08T17:00-04:00')
  let release: () => void = () => undefined
  provider.onAsked(
    'bars CCC',
    () =>
      new Promise((resolve) => {
        release = resolve
      }),
  )
  openProcess()
  await waitFor('the third symbol', () => provider.asked.includes('bars CCC'))
  provider.onAsked('bars CCC', null)
  provider.takeAsked()
  // Its queue is gone with it, as after a crash of both.
  expect(ofBars((await runOnce()).asked)).toEqual(['bars CCC', 'bars DDD'])
  for (const symbol of SYMBOLS) expect(await readDays(symbol)).toEqual(listSessions('2026-06-01', '2026-07-08'))
  release()
})

test('a symbol that fails is left for the next run; a source that is down ends the run', async () => {
  const symbols = Array.from({ length: 8 }, (_, index) => `S0${index}`)
  const { runOnce, provider } = await open('2026-07-08T17:00-04:00', symbols)
  provider.fail('bars S03', 'unreadable')
  const one = await runOnce()
  expect([ofBars(one.asked).length, one.outcomes['fill-bars']]).toEqual([8, 'incomplete'])
  provider.onAsked('bars S03', null)
  expect(ofBars((await runOnce()).asked)).toEqual(['bars S03'])
  await bench.close()
  const down = await open('2026-07-08T17:00-04:00', symbols)
  down.provider.fail('bars', 'unavailable')
  const { asked, outcomes, sink } = await down.runOnce()
  expect([ofBars(asked).length, outcomes['fill-bars']]).toEqual([5, 'retried'])
  expect(sink.lines().filter(({ event, job }) => event === 'market_job.failed' && job === 'fill-bars')).toHaveLength(1)
})

test('symbols without any bar keep no other from being filled, and are asked for once a session', async () => {
  const gone = Array.from({ length: 6 }, (_, index) => `A0${index}`)
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
  // Listed, and never traded.
  for (const symbol of gone) provider.prices.set(symbol, () => Number.NaN)
  const questions = [...gone, ...SYMBOLS].map((symbol) => `bars ${symbol}`)
  const first = await runOnce()
  expect([ofBars(first.asked), first.outcomes['fill-bars']]).toEqual([questions, 'done'])
  const again = await runOnce()
  expect([ofBars(again.asked), again.outcomes['fill-bars']]).toEqual([[], 'idle'])
  clock.set('2026-07-09T17:00-04:00')
  expect(ofBars((await runOnce()).asked).sort()).toEqual([...questions.slice(0, 6), 'market bars 2026-07-09'])
})

test('the session of a split, however small, is asked for symbol by symbol: the scale of those before it must show', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
  provider.splits.set('BBB', [{ executionDate: '2026-07-09', ratio: 1.05, kind: 'split' }])
  await runOnce()
  provider.prices.set('BBB', (date) => (date < '2026-07-09' ? rising(date) : rising(date) / 1.05))
  clock.set('2026-07-09T16:30-04:00')
  expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-07-09', 'bars BBB from 2026-06-24'])
  const series = await bench.openStore().bars.findSeries('BBB', '2026-07-08')
  expect(series?.bars.map(({ close }) => close)).toEqual([
    expect.closeTo(rising('2026-07-08') / 1.05, 7),
    expect.closeTo(rising('2026-07-09') / 1.05, 7),
  ])
})

test('a series that is forgotten while its next session is asked for is asked for as a whole', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T17:00-04:00')
  provider.splits.set('BBB', [{ executionDate: '2026-07-08', ratio: 2, kind: 'split' }])
  await runOnce()
  clock.set('2026-07-09T16:30-04:00')
  const { events } = bench.openStore()
  const origin = { source: 'scripted', dataClass: 'delayed' as const, missing: [], checkedAt: new Date(clock.now()) }
  const days = { asked: '2026-07-09', today: '2026-07-09' }
  provider.onAsked('market bars', () => events.saveSplits('BBB', [], origin, days))
  provider.splits.delete('BBB')
  provider.fail('market splits', 'unavailable')
  await runOnce()
  provider.onAsked('market bars', null)
  await runOnce()
  expect(await readDays('BBB')).toEqual(listSessions('2026-06-01', '2026-07-09'))
})
