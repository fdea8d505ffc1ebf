import type { Provider, ProviderDeps } from '../provider-definition.ts'
import { createStamps, type MassiveContext } from './answers.ts'
import { createBars } from './bars.ts'
import { createChains } from './chain.ts'
import { createEvents } from './events.ts'
import { createExpirations } from './expirations.ts'
import { createFundamentals } from './fundamentals.ts'
import { createMarketClock } from './market-clock.ts'
import { createMassiveClient, type MassiveConfig, NAME } from './massive-client.ts'
import { createQuotes } from './quote.ts'
import { createRates } from './rates.ts'
import { createSymbols } from './symbols.ts'

/** Opens market data from Massive (called Polygon until 2025-10-30). Makes no call before the first request. */
export function openMassive(config: MassiveConfig, deps: ProviderDeps): Provider {
  const { now, reject, universe } = deps
  const client = createMassiveClient(config, deps)
  const stamps = createStamps(now)
  const context: MassiveContext = { client, now, reject, stamps }
  const { bars, intradayBars, listRecentBars } = createBars(context)
  return {
    name: NAME,
    stamp: stamps.current,
    capabilities: {
      bars,
      intradayBars,
      quotes: createQuotes(context, listRecentBars),
      expirations: createExpirations(context),
      chains: createChains(context),
      ...createSymbols(context, universe),
      fundamentals: createFundamentals(context),
      ...createEvents(context),
      rates: createRates(context),
      clock: createMarketClock(context),
    },
    async ping() {
      await client.get('/v1/marketstatus/now')
    },
    describe: () => ({
      title: 'Massive (formerly Polygon)',
      limits: [
        'Free plans: 5 calls per minute, 2 years of end-of-day bars, no option chains. Each page of a list is a call.',
        'Options Starter: chains with greeks and open interest, delayed 15 minutes, without bid and ask, so prices are indicative and liquidity is not rated. Bid and ask need Options Advanced.',
        'Paid plans have no stated limit; stay under 100 calls per second.',
      ],
      terms: [
        'Individual plans are for personal, non-commercial use, without redistribution. Showing data to others needs a business plan.',
      ],
    }),
  }
}
