import { createHash } from 'node:crypto'
import { readPositiveInteger, readUrl } from '../../settings.ts'
import { isSymbol, normalizeSymbol } from '../../symbols.ts'
import { isObject, readText } from '../http/json-values.ts'
import type { ListedSymbol, ReferenceSource, SymbolSearchSource } from '../provider.ts'
import type { Provider, ProviderDefinition, ProviderDeps } from '../provider-definition.ts'
import { createSymbolIndex, toListedMember } from '../symbol-search.ts'
import { createOptions, createQuoteMemo, createQuotes } from './market-data.ts'
import { createMetrics, createMetricsMemo } from './metrics.ts'
import {
  createStamps,
  createTastytradeClient,
  lacks,
  NAME,
  type TastytradeConfig,
  type TastytradeContext,
  toVendorSymbol,
} from './tastytrade-client.ts'

const createMemos = () => ({ quotes: createQuoteMemo(), metrics: createMetricsMemo() })

/** Opens market data from a tastytrade account. Makes no call before the first request. */
export function openTastytrade(config: TastytradeConfig, deps: ProviderDeps, memos = createMemos()): Provider {
  const { now, reject, universe, files } = deps
  const stamps = createStamps(now)
  const client = createTastytradeClient(config, deps)
  const context: TastytradeContext = { client, files, now, reject, stamps, universe }
  return {
    name: NAME,
    stamp: stamps.current,
    capabilities: {
      quotes: createQuotes(context, memos.quotes),
      ...createOptions(context),
      ...createSymbols(context),
      ...createMetrics(context, memos.metrics),
    },
    async ping() {
      await client.listItems('/market-metrics', { symbols: 'SPY' })
    },
    describe: () => ({
      title: 'tastytrade',
      limits: [
        'No published limit; at most 2 calls per second by default. A call brings up to 100 quotes.',
        'Quotes need a funded account. There are no daily bars: combine it with a provider that has them.',
        'A rejected login is not repeated for 6 hours, since tastytrade blocks an address that repeats it.',
      ],
      terms: ["For the account holder's own use, without redistribution."],
    }),
  }
}

/** Creates the symbol search and lookup. The universe and its sectors come from the product itself, without a call. */
function createSymbols({ client, stamps, universe: members }: TastytradeContext): {
  search: SymbolSearchSource
  reference: ReferenceSource
} {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)

  async function searchVendor(text: string): Promise<ListedSymbol[]> {
    const items = await client.listItems(`/symbols/search/${encodeURIComponent(text)}`)
    return items.filter(isObject).flatMap((item) => {
      const symbol = normalizeSymbol(readText(item.symbol) ?? '')
      if (!isSymbol(symbol)) return []
      const listed = item.options !== false && item.options !== 'false'
      return [
        bySymbol.get(symbol) ?? {
          symbol,
          name: readText(item.description) ?? symbol,
          sector: null,
          exchange: readText(item['listed-market']),
          type: 'unknown',
          optionable: listed,
          hasChain: listed,
          inUniverse: false,
        },
      ]
    })
  }

  return {
    search: {
      async searchSymbols(search) {
        const own = searchUniverse(search)
        const text = search.text.trim()
        if (text === '' || own.length >= search.limit) return stamps.facts(own)
        const others = (await searchVendor(toVendorSymbol(text))).filter(({ symbol }) => !bySymbol.has(symbol))
        return stamps.facts([...own, ...createSymbolIndex(others)(search)].slice(0, search.limit))
      },
    },
    reference: {
      async listUniverse() {
        return stamps.facts(universe, universe.length === 0 ? [lacks('universe', 'list of index members')] : [])
      },
      async findSymbol(symbol) {
        const known = bySymbol.get(symbol)
        if (known !== undefined) return known
        const found = await searchVendor(toVendorSymbol(symbol))
        return found.find((listed) => listed.symbol === symbol) ?? null
      },
    },
  }
}

const CALLS_PER_MINUTE = 120
const SECONDS_PER_MINUTE = 60
const BURST_SHARE = 0.1

export const tastytrade: ProviderDefinition = {
  name: NAME,
  capabilities: [
    'quotes',
    'expirations',
    'chains',
    'search',
    'reference',
    'fundamentals',
    'dividends',
    'earnings',
    'ivRank',
  ],
  variables: [
    'TASTYTRADE_CLIENT_SECRET',
    'TASTYTRADE_REFRESH_TOKEN',
    'TASTYTRADE_CALLS_PER_MINUTE',
    'TASTYTRADE_BASE_URL',
  ],
  secretVariables: ['TASTYTRADE_CLIENT_SECRET', 'TASTYTRADE_REFRESH_TOKEN'],
  // A call brings a hundred prices; a chain takes two calls for quoted calls and one or two for puts.
  callsASymbol: { quotes: 0.01, chains: 3.5 },
  keyless: false,
  offer: {
    title: 'tastytrade',
    summary: 'real-time prices and option quotes for the holder of a funded account; add a provider with daily bars',
    isFree: true,
    origin: 'At my.tastytrade.com, under Manage, API, create an OAuth application and a personal grant.',
    settings: [
      { variable: 'TASTYTRADE_CLIENT_SECRET', label: 'Client secret', isSecret: true },
      { variable: 'TASTYTRADE_REFRESH_TOKEN', label: 'Refresh token', isSecret: true },
    ],
    consent: null,
  },
  readSettings(env) {
    const clientSecret = env.TASTYTRADE_CLIENT_SECRET?.trim() ?? ''
    const refreshToken = env.TASTYTRADE_REFRESH_TOKEN?.trim() ?? ''
    const calls = readPositiveInteger(env, 'TASTYTRADE_CALLS_PER_MINUTE', CALLS_PER_MINUTE)
    const baseUrl = readUrl(env, 'TASTYTRADE_BASE_URL')
    const problems = [...calls.problems, ...baseUrl.problems]
    const given = { TASTYTRADE_CLIENT_SECRET: clientSecret, TASTYTRADE_REFRESH_TOKEN: refreshToken }
    const names = Object.entries(given).flatMap(([name, value]) => (value === '' ? [name] : []))
    if (names.length > 0) {
      const verb = names.length === 1 ? 'is' : 'are'
      problems.unshift(
        `${names.join(' and ')} ${verb} not set; create them at my.tastytrade.com under Manage, API, OAuth applications`,
      )
    }
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const memos = createMemos()
    const url = baseUrl.value === null ? {} : { baseUrl: baseUrl.value }
    return {
      ok: true,
      value: {
        name: NAME,
        limit: {
          burst: Math.max(1, Math.floor(calls.value * BURST_SHARE)),
          perSecond: calls.value / SECONDS_PER_MINUTE,
        },
        keyId: createHash('sha256').update(`${clientSecret} ${refreshToken}`).digest('hex').slice(0, 12),
        secret: `${clientSecret} ${refreshToken}`,
        open: (deps) => openTastytrade({ clientSecret, refreshToken, ...url }, deps, memos),
      },
    }
  },
}
