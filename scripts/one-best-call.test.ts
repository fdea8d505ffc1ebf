import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { MarketData } from '../services/market-data/src/providers/provider.ts'
import { openRecordedMarket } from '../services/market-data/src/providers/recorded/recorded-provider.ts'
import { openSimulatedMarket } from '../services/market-data/src/providers/simulated/simulated-provider.ts'
import { checkAll, hasSharedData, sharedData } from './testing/one-best-call.ts'

const whenShared = hasSharedData ? test : test.skip

async function checkSome(market: MarketData, one: number): Promise<void> {
  const { value: listed } = await market.reference.listUniverse()
  const some = listed.filter((_entry, index) => index % one === 0).map(({ symbol }) => symbol)
  const { scores } = await checkAll(market, some)
  expect(scores.length).toBeGreaterThanOrEqual(some.length / 2)
}

// The nightly run checks every stock of both recorded days.
whenShared('every fiftieth stock of the recorded day has the same best call everywhere (D53)', async () =>
  checkSome(await openRecordedMarket(join(sharedData, 'us-2026-07-10'), () => undefined), 50),
)

test('every hundredth stock of the simulated market has the same best call everywhere (D53)', () =>
  checkSome(
    openSimulatedMarket({
      seed: 'callwright',
      universe: 'large_cap',
      now: () => Date.parse('2026-07-09T17:00:00Z'),
    }),
    100,
  ))
