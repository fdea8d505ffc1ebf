import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openRecordedMarket } from '../services/market-data/src/providers/recorded/recorded-provider.ts'
import { checkAll, hasSharedData, sharedData } from './testing/one-best-call.ts'

const whenShared = hasSharedData ? test : test.skip

/** Share of rated stocks at or above each bound, from docs/decisions/0020. */
whenShared.each([
  { day: 'us-2026-07-10', rated: 306, median: 34.5, shares: { 40: 0.18, 36: 0.39, 26: 0.92, 19: 0.99 } },
  // This day has no volatility history and no fundamentals, so half of the 60 points are unknown.
  { day: 'us-2026-08-19', rated: 124, median: 15.9, shares: { 40: 0, 36: 0, 26: 0.03, 19: 0.27 } },
])(
  'every stock of the recorded day $day has one best call, and ratings have the documented spread',
  async ({ day, rated, median, shares }) => {
    const market = await openRecordedMarket(join(sharedData, day), () => undefined)
    const { value: listed } = await market.reference.listUniverse()
    const { scores } = await checkAll(
      market,
      listed.map(({ symbol }) => symbol),
    )
    expect(Math.abs(scores.length - rated)).toBeLessThanOrEqual(6)
    expect(Math.abs((scores[Math.floor(scores.length / 2)] ?? 0) - median)).toBeLessThan(1)
    for (const [from, share] of Object.entries(shares)) {
      const measured = scores.filter((score) => score >= Number(from)).length / scores.length
      expect([from, Math.abs(measured - share) < 0.04]).toEqual([from, true])
    }
  },
)
