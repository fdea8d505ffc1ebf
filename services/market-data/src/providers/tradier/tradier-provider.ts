import { createHash } from 'node:crypto'
import { readPositiveInteger, readUrl } from '../../settings.ts'
import type { Provider, ProviderDefinition, ProviderDeps } from '../provider-definition.ts'
import { createBars, createIntradayBars } from './bars.ts'
import { createDateMemo, createExpirationMemo, createOptions } from './chain.ts'
import { createMarketClock } from './clock.ts'
import { createQuoteMemo, createQuotes } from './quotes.ts'
import { createSymbols } from './symbols.ts'
import {
  createStamps,
  createTradierClient,
  isSandbox,
  NAME,
  type TradierConfig,
  type TradierContext,
} from './tradier-client.ts'

const createMemos = () => ({ quotes: createQuoteMemo(), dates: createDateMemo(), expirations: createExpirationMemo() })

/**
 * Opens market data from Tradier. Makes no call before the first request. Providers that are opened with the same memos
 * share lists that answer many requests.
 */
export function openTradier(config: TradierConfig, deps: ProviderDeps, memos = createMemos()): Provider {
  const { now, reject, universe } = deps
  const stamps = createStamps(now, config.baseUrl)
  const client = createTradierClient(config, deps)
  const context: TradierContext = { client, now, reject, stamps }
  return {
    name: NAME,
    stamp: stamps.current,
    capabilities: {
      bars: createBars(context),
      intradayBars: createIntradayBars(context),
      quotes: createQuotes(context, universe, memos.quotes),
      ...createOptions(context, memos),
      ...createSymbols(context, universe),
      clock: createMarketClock(context),
    },
    async ping() {
      await client.get('/markets/clock', {}, 'clock')
    },
    describe: () => ({
      title: isSandbox(config.baseUrl) ? 'Tradier, sandbox' : 'Tradier',
      limits: [
        'Live API: 120 calls per minute, real-time prices for account holders. Sandbox: 60 calls per minute, delayed 15 minutes.',
        'A call brings one expiration of a chain, so a screener refresh takes about five calls per stock.',
      ],
      terms: ["For the account holder's own use."],
    }),
  }
}

const CALLS_PER_MINUTE = { live: 120, sandbox: 60 }
const SECONDS_PER_MINUTE = 60
/** Share of a minute's calls that may be made at once. It is small, since a first run takes nearly half an hour. */
const BURST_SHARE = 0.05

export const tradier: ProviderDefinition = {
  name: NAME,
  capabilities: ['bars', 'intradayBars', 'quotes', 'expirations', 'chains', 'search', 'reference', 'clock'],
  variables: ['TRADIER_TOKEN', 'TRADIER_CALLS_PER_MINUTE', 'TRADIER_BASE_URL'],
  secretVariables: ['TRADIER_TOKEN'],
  // A call brings a hundred prices; a chain takes one call for the dates and one for each of about four expirations.
  callsASymbol: { quotes: 0.1, chains: 4.2, bars: 1 },
  keyless: false,
  offer: {
    title: 'Tradier',
    summary: 'real-time prices and option quotes for the holder of a brokerage account; no dividends or splits',
    isFree: true,
    origin: 'In your Tradier account, create a token under Settings, API Access.',
    settings: [{ variable: 'TRADIER_TOKEN', label: 'Access token', isSecret: true }],
    consent: null,
  },
  readSettings(env) {
    const token = env.TRADIER_TOKEN?.trim() ?? ''
    const baseUrl = readUrl(env, 'TRADIER_BASE_URL')
    const url = baseUrl.value ?? undefined
    const usual = isSandbox(url) ? CALLS_PER_MINUTE.sandbox : CALLS_PER_MINUTE.live
    const calls = readPositiveInteger(env, 'TRADIER_CALLS_PER_MINUTE', usual)
    const problems = [...calls.problems, ...baseUrl.problems]
    if (token === '') problems.unshift('TRADIER_TOKEN is not set; the provider tradier needs the token of an account')
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const burst = Math.max(1, Math.floor(calls.value * BURST_SHARE))
    const memos = createMemos()
    return {
      ok: true,
      value: {
        name: NAME,
        // The burst counts, so that no minute has more calls than the limit.
        limit: { burst, perSecond: Math.max(calls.value - burst, 1) / SECONDS_PER_MINUTE },
        keyId: createHash('sha256').update(token).digest('hex').slice(0, 12),
        open: (deps) => openTradier({ token, ...(url === undefined ? {} : { baseUrl: url }) }, deps, memos),
      },
    }
  },
}
