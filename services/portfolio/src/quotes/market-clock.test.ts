import type { ContractQuotes } from '@callwright/contracts'
import { expect, test } from '@jest/globals'
import { createMarketClock } from './market-clock.ts'

const WALL_MS = Date.parse('2026-11-22T12:00:00Z')

const at = (market_time: string, data_class: ContractQuotes['data_class']): ContractQuotes => ({
  ...{ symbol: 'KO', current_price: null, contracts: [], atm_iv: null, earnings_date: null, earnings_session: null },
  ...{ dividends: [], pays_no_dividend: false, quoted_at: null, market_time, message: null, as_of: null },
  ...{ data_class, source: 'test', cache_status: 'miss' },
})

test('is the wall until a market has answered, then the latest of its answers', () => {
  const clock = createMarketClock(() => WALL_MS)
  expect(clock([])).toBe(WALL_MS)
  const answers = [at('2026-11-20T20:59:00.000Z', 'live'), at('2026-11-20T21:00:00.000Z', 'live')]
  expect(clock(answers)).toBe(Date.parse('2026-11-20T21:00:00Z'))
})

test.each([
  ['recorded', '2026-07-10T20:00:00.000Z'],
  ['simulated', '2026-11-20T21:00:00.000Z'],
] as const)('of a %s market is remembered while nobody answers', (dataClass, time) => {
  const clock = createMarketClock(() => WALL_MS)
  clock([at(time, dataClass)])
  expect(clock([])).toBe(Date.parse(time))
})

test.each(['live', 'delayed', 'closed', 'stale'] as const)('of a %s market is the wall again', (dataClass) => {
  const clock = createMarketClock(() => WALL_MS)
  clock([at('2026-11-20T21:00:00.000Z', dataClass)])
  expect(clock([])).toBe(WALL_MS)
})
