/** @jest-environment node */
import { expect, test } from '@jest/globals'
import type { Freshness } from '../api/screen.ts'
import { describeFreshness, describeMarket } from './freshness-view.ts'

const fresh: Freshness = {
  dataClass: 'recorded',
  source: 'recorded pack',
  asOf: '2026-07-10T20:00:00Z',
  lastUpdated: null,
  cacheStatus: 'fresh',
}

test.each([
  ['recorded', 'unreal', 'Recorded · Jul 10, 16:00 ET', 'Recorded'],
  ['simulated', 'unreal', 'Simulated · Jul 10, 16:00 ET', 'Simulated'],
  ['delayed', 'plain', 'Delayed 15 min · Jul 10, 16:00 ET', 'Delayed 15 min'],
  ['live', 'plain', 'Live · Jul 10, 16:00 ET', 'Live'],
  ['closed', 'plain', 'Market closed · Jul 10, 16:00 ET', 'Market closed'],
  ['stale', 'stale', 'Stale since Jul 10, 16:00 ET', 'Stale'],
  ['none', 'stale', 'No data yet', 'No data yet'],
] as const)('%s', (dataClass, tone, withTime, without) => {
  expect(describeFreshness({ ...fresh, dataClass })).toEqual({ tone, text: withTime })
  expect(describeFreshness({ ...fresh, dataClass, asOf: null })).toEqual({ tone, text: without })
})

test('figures older than planned stand out, whatever they are; made-up ones stay hatched', () => {
  const tone = (dataClass: Freshness['dataClass']) =>
    describeFreshness({ ...fresh, dataClass, cacheStatus: 'stale' }).tone
  expect(tone('delayed')).toBe('stale')
  expect(tone('simulated')).toBe('unreal')
})

const SIMULATED = 'Simulated market: not real prices'

test.each([
  ['recorded', 'recorded pack', 'Recorded market of 10 July 2026'],
  ['simulated', 'seed 1', SIMULATED],
  ['recorded', 'Invented pack', SIMULATED],
  ['stale', 'simulated', SIMULATED],
  ['delayed', 'vendor', null],
  ['closed', 'vendor', null],
] as const)('%s data of "%s": %s', (dataClass, source, words) => {
  expect(describeMarket({ ...fresh, dataClass, source })).toBe(words)
})

test("a recorded market is named by the exchange's day, whatever the reader's clock says", () => {
  const evening = { ...fresh, asOf: '2026-07-11T03:30:00Z' }
  expect(describeMarket(evening)).toBe('Recorded market of 10 July 2026')
  expect(describeMarket({ ...fresh, asOf: null })).toBe('Recorded market of a past day')
})
