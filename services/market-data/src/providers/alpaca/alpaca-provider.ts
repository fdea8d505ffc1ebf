import { createHash } from 'node:crypto'
import { readPositiveInteger, readUrl } from '../../settings.ts'
import type { Provider, ProviderDefinition, ProviderDeps } from '../provider-definition.ts'
import { type AlpacaConfig, type AlpacaContext, createStamps, NAME, openAlpacaClients } from './alpaca-client.ts'
import { createBarMemo, createBars } from './bars.ts'
import { createChainMemo, createChains } from './chain.ts'
import { createMarketClock } from './clock.ts'
import { createContractLists, createContractMemo } from './contracts.ts'
import { createActionMemo, createEvents } from './events.ts'
import { createQuoteMemo, createQuotes } from './quotes.ts'
import { createSymbols } from './symbols.ts'

const createMemos = () => ({
  bars: createBarMemo(),
  quotes: createQuoteMemo(),
  contracts: createContractMemo(),
  chains: createChainMemo(),
  actions: createActionMemo(),
})

/**
 * Opens market data from Alpaca. Makes no call before the first request. Providers that are opened with the same memos
 * share lists that answer many requests.
 */
export function openAlpaca(config: AlpacaConfig, deps: ProviderDeps, memos = createMemos()): Provider {
  const { now, reject, universe } = deps
  const stamps = createStamps(now)
  const context: AlpacaContext = { ...openAlpacaClients(config, deps), now, reject, stamps }
  const { bars, intradayBars, listRecentBars } = createBars(context, universe, memos.bars)
  const contracts = createContractLists(context, memos.contracts)
  return {
    name: NAME,
    stamp: stamps.current,
    capabilities: {
      bars,
      intradayBars,
      quotes: createQuotes(context, { universe, memo: memos.quotes, listRecentBars }),
      expirations: contracts.expirations,
      chains: createChains(context, contracts, memos.chains),
      ...createSymbols(context, deps),
      ...createEvents(context, universe, memos.actions),
      clock: createMarketClock(context),
    },
    async ping() {
      await context.trading.get('/v2/clock')
    },
    describe: () => ({
      title: 'Alpaca',
      limits: [
        'Free accounts: 200 calls per minute over both hosts. Each page of a list is a call.',
        'Free accounts: stock prices of all exchanges, delayed 15 minutes; option quotes are indicative, which means that Alpaca estimates them and no exchange made them.',
      ],
      terms: ['For your own use, without redistribution.'],
    }),
  }
}

const CALLS_PER_MINUTE = 200
const SECONDS_PER_MINUTE = 60
/** Share of a minute's calls that may be made at once. */
const BURST_SHARE = 0.1

export const alpaca: ProviderDefinition = {
  name: NAME,
  capabilities: [
    'bars',
    'intradayBars',
    'quotes',
    'expirations',
    'chains',
    'search',
    'reference',
    'dividends',
    'splits',
    'clock',
  ],
  variables: [
    'ALPACA_KEY_ID',
    'ALPACA_SECRET_KEY',
    'ALPACA_CALLS_PER_MINUTE',
    'ALPACA_BASE_URL',
    'ALPACA_TRADING_BASE_URL',
  ],
  secretVariables: ['ALPACA_KEY_ID', 'ALPACA_SECRET_KEY'],
  // A call brings a hundred prices; a chain takes one call or two for its quotes, and one for open interest.
  callsASymbol: { quotes: 0.1, chains: 2.4 },
  keyless: false,
  offer: {
    title: 'Alpaca',
    summary: 'free account, e-mail address only; prices delayed 15 minutes, indicative option quotes',
    isFree: true,
    origin: 'Create a free paper trading account at alpaca.markets, then generate an API key on its home page.',
    settings: [
      { variable: 'ALPACA_KEY_ID', label: 'API key ID', isSecret: true },
      { variable: 'ALPACA_SECRET_KEY', label: 'API secret key', isSecret: true },
    ],
    consent: null,
  },
  readSettings(env) {
    const keyId = env.ALPACA_KEY_ID?.trim() ?? ''
    const secretKey = env.ALPACA_SECRET_KEY?.trim() ?? ''
    const calls = readPositiveInteger(env, 'ALPACA_CALLS_PER_MINUTE', CALLS_PER_MINUTE)
    const dataUrl = readUrl(env, 'ALPACA_BASE_URL')
    const tradingUrl = readUrl(env, 'ALPACA_TRADING_BASE_URL')
    const problems = [...calls.problems, ...dataUrl.problems, ...tradingUrl.problems]
    const unset = Object.entries({ ALPACA_KEY_ID: keyId, ALPACA_SECRET_KEY: secretKey })
    const names = unset.flatMap(([name, value]) => (value === '' ? [name] : []))
    if (names.length > 0) {
      const verb = names.length === 1 ? 'is' : 'are'
      problems.unshift(`${names.join(' and ')} ${verb} not set; the provider alpaca needs both parts of an API key`)
    }
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const burst = Math.max(1, Math.floor(calls.value * BURST_SHARE))
    const urls = {
      ...(dataUrl.value === null ? {} : { dataUrl: dataUrl.value }),
      ...(tradingUrl.value === null ? {} : { tradingUrl: tradingUrl.value }),
    }
    const memos = createMemos()
    return {
      ok: true,
      value: {
        name: NAME,
        // The burst counts, so that no minute has more calls than the limit.
        limit: { burst, perSecond: Math.max(calls.value - burst, 1) / SECONDS_PER_MINUTE },
        keyId: createHash('sha256').update(`${keyId} ${secretKey}`).digest('hex').slice(0, 12),
        open: (deps) => openAlpaca({ keyId, secretKey, ...urls }, deps, memos),
      },
    }
  },
}
