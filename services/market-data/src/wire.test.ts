import { expect, test } from '@jest/globals'
import { describeMissing, toWireStamp } from './wire.ts'

test('what is missing is one text: that prices are not real first, each reason once', () => {
  expect(
    describeMissing([
      { field: 'bid', reason: 'No quotes' },
      { field: 'real_prices', reason: 'Simulated market: not real prices' },
      { field: 'ask', reason: 'No quotes' },
    ]),
  ).toBe('Simulated market: not real prices. No quotes.')
  expect(describeMissing([])).toBeNull()
})

test('an answer without a cache status has just been asked for', () => {
  const stamp = { source: 'massive', dataClass: 'live', asOfMs: Date.UTC(2026, 6, 10, 15) } as const
  const wire = { as_of: '2026-07-10T15:00:00.000Z', data_class: 'live', source: 'massive' }
  expect(toWireStamp(stamp)).toEqual({ ...wire, cache_status: 'miss' })
  expect(toWireStamp({ ...stamp, cacheStatus: 'stale' })).toEqual({ ...wire, cache_status: 'stale' })
})
