import { createHash } from 'node:crypto'
import { readPositiveInteger, readUrl } from '../../settings.ts'
import type { Provider, ProviderDefinition, ProviderDeps } from '../provider-definition.ts'
import { createBars } from './bars.ts'
import { createChains } from './chain.ts'
import { createEvents } from './events.ts'
import { createFundamentals } from './fundamentals.ts'
import { createMassiveClient, createStamps, type MassiveConfig, type MassiveContext, NAME } from './massive-client.ts'
import { createMarketClock, createQuotes, createRates } from './quote.ts'
import { createExpirations, createSymbols } from './symbols.ts'

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

/** Default rate. Paid plans allow far more; a free plan allows 5 per minute. */
const CALLS_PER_MINUTE = 300
const SECONDS_PER_MINUTE = 60

export const massive: ProviderDefinition = {
  name: NAME,
  capabilities: [
    'bars',
    'intradayBars',
    'quotes',
    'expirations',
    'chains',
    'search',
    'reference',
    'fundamentals',
    'dividends',
    'splits',
    'rates',
    'clock',
  ],
  variables: ['MASSIVE_API_KEY', 'MASSIVE_CALLS_PER_MINUTE', 'MASSIVE_BASE_URL'],
  secretVariables: ['MASSIVE_API_KEY'],
  keyless: false,
  offer: {
    title: 'Massive',
    summary: 'paid plan with options (from about $29 a month; bid and ask cost more)',
    isFree: false,
    origin: 'Create an account at massive.com and copy a key from its dashboard.',
    settings: [{ variable: 'MASSIVE_API_KEY', label: 'API key', isSecret: true }],
    consent: null,
  },
  readSettings(env) {
    const apiKey = env.MASSIVE_API_KEY?.trim() ?? ''
    const calls = readPositiveInteger(env, 'MASSIVE_CALLS_PER_MINUTE', CALLS_PER_MINUTE)
    const baseUrl = readUrl(env, 'MASSIVE_BASE_URL')
    const problems = [...calls.problems, ...baseUrl.problems]
    if (apiKey === '') problems.unshift('MASSIVE_API_KEY is not set; the provider massive needs an API key')
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const perMinute = calls.value
    return {
      ok: true,
      value: {
        name: NAME,
        limit: {
          burst: Math.max(Math.min(5, perMinute), Math.floor(perMinute / 10)),
          perSecond: perMinute / SECONDS_PER_MINUTE,
        },
        keyId: createHash('sha256').update(apiKey).digest('hex').slice(0, 12),
        open: (deps) => openMassive({ apiKey, ...(baseUrl.value === null ? {} : { baseUrl: baseUrl.value }) }, deps),
      },
    }
  },
}
