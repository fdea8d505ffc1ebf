import { readPositiveInteger, readUrl } from '../../settings.ts'
import { isSymbol, normalizeSymbol } from '../../symbols.ts'
import type { ListedSymbol, ReferenceSource, SymbolSearchSource } from '../provider.ts'
import type { Provider, ProviderDefinition, ProviderDeps, UniverseMember } from '../provider-definition.ts'
import { createSymbolIndex, toListedMember } from '../symbol-search.ts'
import { type CboeClient, type CboeConfig, createCboeClient, createStamps, NAME } from './cboe-client.ts'
import { createPrices } from './prices.ts'

const TERMS = [
  'The website terms of Cboe allow personal use of its delayed quotes only. They forbid automated extraction and any other use of the content without consent of Cboe, which may block addresses.',
  'Set CBOE_PERMISSION=yes only if you have that consent. The app then serves this machine only and records nothing; its database keeps daily bars and the volatilities that it computes.',
] as const

/** Opens Cboe's delayed quotes. Makes no call before the first request. */
export function openCboe(config: CboeConfig, deps: ProviderDeps): Provider {
  const { now, reject, universe, files } = deps
  const stamps = createStamps(now)
  const known = new Set(universe.map(({ symbol }) => symbol))
  const client = createCboeClient(config, deps, { files, isKnown: (symbol) => known.has(symbol) })
  return {
    name: NAME,
    stamp: stamps.current,
    capabilities: { ...createPrices({ client, stamps, now, reject }), ...createSymbols(client, stamps, universe) },
    async ping() {
      await client.ping()
    },
    describe: () => ({
      title: 'Cboe delayed quotes',
      limits: [
        'No key. No published limit; users report blocks above 40 to 45 calls per minute from one address.',
        'A chain file has every contract of a symbol, 0.2 to 13 MB, 15 minutes late.',
      ],
      terms: TERMS,
    }),
  }
}

const FUND = /\b(ETF|ETN|ETP|Trust|Fund)s?\b/i

/** Creates the symbol search and lookup from the list of all symbols with options. */
function createSymbols(
  client: CboeClient,
  stamps: ReturnType<typeof createStamps>,
  members: readonly UniverseMember[],
): { search: SymbolSearchSource; reference: ReferenceSource } {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)

  async function listAll(): Promise<readonly ListedSymbol[]> {
    const names = await client.listOptionable()
    const others = names.flatMap(({ symbol: written, name }): ListedSymbol[] => {
      const symbol = normalizeSymbol(written)
      if (!isSymbol(symbol) || bySymbol.has(symbol)) return []
      const type = FUND.test(name) ? 'etf' : 'unknown'
      return [
        {
          symbol,
          name,
          sector: null,
          exchange: null,
          type,
          optionable: true,
          hasChain: true,
          inUniverse: false,
        },
      ]
    })
    return [...universe, ...others]
  }

  return {
    search: {
      async searchSymbols(search) {
        const own = searchUniverse(search)
        if (search.text.trim() === '' || own.length >= search.limit) return stamps.answer(own, null)
        return stamps.answer(createSymbolIndex(await listAll())(search), null)
      },
    },
    reference: {
      listUniverse: async () => stamps.answer(universe, null),
      async findSymbol(symbol) {
        return bySymbol.get(symbol) ?? (await listAll()).find((listed) => listed.symbol === symbol) ?? null
      },
    },
  }
}

const CALLS_PER_MINUTE = 40
const SECONDS_PER_MINUTE = 60
const MAX_BURST = 5

export const cboe: ProviderDefinition = {
  name: NAME,
  capabilities: ['bars', 'quotes', 'expirations', 'chains', 'search', 'reference', 'ivRank'],
  variables: ['CBOE_PERMISSION', 'CBOE_CALLS_PER_MINUTE', 'CBOE_BASE_URL', 'CBOE_LIST_URL'],
  // One file answers the price, the chain and the bar of the session.
  callsASymbol: { quotes: 0, chains: 1, bars: 0 },
  // The file of all past bars.
  firstCallsASymbol: 1,
  hasSeparateIvRanks: true,
  storing: 'forbidden',
  keyless: false,
  offer: {
    title: 'Cboe delayed quotes',
    summary: 'delayed chains without an account',
    origin: null,
    isFree: true,
    settings: [],
    consent: { variable: 'CBOE_PERMISSION', terms: TERMS },
  },
  readSettings(env) {
    const calls = readPositiveInteger(env, 'CBOE_CALLS_PER_MINUTE', CALLS_PER_MINUTE)
    const baseUrl = readUrl(env, 'CBOE_BASE_URL')
    const listUrl = readUrl(env, 'CBOE_LIST_URL')
    const problems = [...calls.problems, ...baseUrl.problems, ...listUrl.problems]
    if (env.CBOE_PERMISSION?.trim() !== 'yes') problems.unshift(`CBOE_PERMISSION is not yes. ${TERMS.join(' ')}`)
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const urls = {
      ...(baseUrl.value === null ? {} : { baseUrl: baseUrl.value }),
      ...(listUrl.value === null ? {} : { listUrl: listUrl.value }),
    }
    return {
      ok: true,
      value: {
        name: NAME,
        limit: { burst: Math.min(MAX_BURST, calls.value), perSecond: calls.value / SECONDS_PER_MINUTE },
        keyId: 'public',
        open: (deps) => openCboe(urls, deps),
      },
    }
  },
}
