import { daysBetween } from '@callwright/scoring'
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

test('at first one call a symbol; then one call a session for all of them, half an hour after each close', async () => {
  const { runOnce, clock } = await open('2026-07-08T17:00-04:00')
  expect(ofBars((await runOnce()).asked)).toEqual(SYMBOLS.map((symbol) => `bars ${symbol}`))
  clock.set('2026-07-09T16:29-04:00')
  expect(await runOnce()).toMatchObject({ outcomes: { 'fill-bars': 'idle' } })
  clock.set('2026-07-09T16:30-04:00')
  expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-07-09'])
  clock.set('2026-07-14T16:30-04:00')
  const { asked, outcomes } = await runOnce()
  expect(ofBars(asked)).toEqual(['2026-07-10', '2026-07-13', '2026-07-14'].map((date) => `market bars ${date}`))
  expect(outcomes).toMatchObject({ 'fill-bars': 'done' })
  for (const symbol of SYMBOLS) expect(await readDays(symbol)).toEqual(listSessions('2026-06-01', '2026-07-14'))
  const again = await runOnce()
  expect([ofBars(again.asked), again.outcomes['fill-bars']]).toEqual([[], 'idle'])
})

test('a day that closes early is filled half an hour after its own close', async () => {
  const { runOnce, clock, provider } = await open('2026-11-26T12:00-05:00', ['AAA', 'BBB'])
  await runOnce()
  clock.set('2026-11-27T13:29-05:00')
  expect(ofBars((await runOnce()).asked)).toEqual([])
  clock.set('2026-11-27T13:30-05:00')
  expect(ofBars((await runOnce()).asked)).toEqual(['market bars 2026-11-27'])
  expect((await readDays('BBB')).at(-1)).toBe('2026-11-27')
  expect(provider.takeAsked()).toEqual([])
})

test('a long gap of many symbols is filled session by session, with new symbols in it', async () => {
  const symbols = Array.from({ length: 20 }, (_, index) => `S${String(index).padStart(2, '0')}`)
  const { runOnce, clock, provider } = await open('2026-06-15T17:00-04:00', symbols)
  await runOnce()
  provider.prices.set('S20', rising)
  clock.set('2026-07-08T17:00-04:00')
  const asked = ofBars((await runOnce()).asked)
  expect(asked.filter((question) => question.startsWith('market'))).toHaveLength(
    listSessions('2026-06-16', '2026-07-08').length,
  )
  expect(await readDays('S19')).toEqual(listSessions('2026-06-01', '2026-07-08'))
  expect(asked[0]).toBe('bars S20')
  expect(await readDays('S20')).toEqual(listSessions('2026-06-01', '2026-07-08'))
})
