import { expect, test } from '@jest/globals'
import type { Freshness } from '../api/screen.ts'
import { describeFreshness, isInvented } from './freshness-view.ts'

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

test.each([
  ['recorded', 'recorded pack', false],
  ['simulated', 'seed 1', true],
  ['recorded', 'Invented pack', true],
  ['delayed', 'vendor', false],
] as const)('%s data of "%s" invented: %s', (dataClass, source, invented) => {
  expect(isInvented({ ...fresh, dataClass, source })).toBe(invented)
})
