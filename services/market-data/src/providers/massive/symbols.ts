import { newYorkDate } from '@callwright/scoring'
import { isSymbol } from '../../symbols.ts'
import { type JsonObject, readObject, readObjects, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { ExpirationSource, ListedSymbol, ReferenceSource, SymbolSearchSource } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { createSymbolIndex, toListedMember } from '../symbol-search.ts'
import { readContract } from './chain.ts'
import { lacks, type MassiveContext, withPartial } from './massive-client.ts'

const TICKERS = '/v3/reference/tickers'
const CONTRACTS = '/v3/reference/options/contracts'
/** Number of matches to request, best first. The product shows 25. */
const SEARCH_ROWS = 100
const STOCK_TYPES = new Set(['CS', 'ADRC', 'OS', 'GDR', 'NYRS'])
const FUND_TYPES = new Set(['ETF', 'ETN', 'ETV', 'ETS'])
const EXCHANGES: Readonly<Record<string, string>> = {
  XNYS: 'NYSE',
  XNAS: 'NASDAQ',
  ARCX: 'NYSE Arca',
  XASE: 'NYSE American',
  BATS: 'Cboe BZX',
}

/** Creates the symbol search and lookup. The universe and its sectors come from the product itself, without a call. */
export function createSymbols(
  context: MassiveContext,
  members: readonly UniverseMember[],
): { search: SymbolSearchSource; reference: ReferenceSource } {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)
  const { stamps } = context

  return {
    search: {
      async searchSymbols(search) {
        if (search.text.trim() === '') return stamps.facts(searchUniverse(search))
        const others = (await searchTickers(context, search.text)).filter(({ symbol }) => !bySymbol.has(symbol))
        const missing =
          others.length === 0 ? [] : [lacks('options_available', 'information on which symbols have options')]
        return stamps.facts(createSymbolIndex([...universe, ...others])(search), missing)
      },
    },
    reference: {
      async listUniverse() {
        return stamps.facts(universe, universe.length === 0 ? [lacks('universe', 'list of index members')] : [])
      },
      findSymbol: async (symbol) => bySymbol.get(symbol) ?? (await findTicker(context, symbol)),
    },
  }
}

async function searchTickers({ client, reject }: MassiveContext, text: string): Promise<ListedSymbol[]> {
  const query = { search: text.trim(), market: 'stocks', active: true, limit: SEARCH_ROWS }
  const { results } = await client.get(TICKERS, query)
  return readObjects(results).flatMap((row) => {
    const listed = readTicker(row)
    if (listed === null) reject('malformed')
    return listed ?? []
  })
}

async function findTicker({ client }: MassiveContext, symbol: string): Promise<ListedSymbol | null> {
  try {
    const listed = readTicker(readObject((await client.get(`${TICKERS}/${encodeURIComponent(symbol)}`)).results))
    if (listed === null || listed.symbol !== symbol) return null
    const { results } = await client.get(CONTRACTS, { underlying_ticker: symbol, limit: 1 })
    const optionable = Array.isArray(results) && results.length > 0
    return { ...listed, optionable, hasChain: optionable }
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'not_found') return null
    throw error
  }
}

/**
 * Reads a listed, active stock or fund. Null for other types, and for symbols the product does not support, such as
 * preferred shares and units. Lists of symbols do not say whether options exist, so stocks and funds are assumed to
 * have them until they are looked up.
 */
function readTicker(row: JsonObject): ListedSymbol | null {
  const symbol = readText(row.ticker) ?? ''
  const type = readText(row.type) ?? ''
  if (!isSymbol(symbol) || row.active === false || (readText(row.market) ?? 'stocks') !== 'stocks') return null
  const exchange = readText(row.primary_exchange)
  const mayHaveOptions = STOCK_TYPES.has(type) || FUND_TYPES.has(type)
  return {
    symbol,
    name: readText(row.name) ?? symbol,
    sector: null,
    exchange: exchange === null ? null : (EXCHANGES[exchange] ?? exchange),
    type: STOCK_TYPES.has(type) ? 'stock' : FUND_TYPES.has(type) ? 'etf' : 'unknown',
    optionable: mayHaveOptions,
    hasChain: mayHaveOptions,
    inUniverse: false,
  }
}

const PATH = '/v3/reference/options/contracts'
const PAGE_ROWS = 1_000
const MAX_PAGES = 25

/**
 * Reads expirations from the list of contracts, which every plan includes. It is enough to request the calls, since
 * each call has a matching put.
 */
export function createExpirations({ client, now, reject, stamps }: MassiveContext): ExpirationSource {
  return {
    async listExpirations(symbol) {
      const today = newYorkDate(now())
      const query = {
        underlying_ticker: symbol,
        contract_type: 'call',
        'expiration_date.gte': today,
        limit: PAGE_ROWS,
        sort: 'expiration_date',
        order: 'asc',
      }
      const { rows, brokenBy } = await client.listPages({ path: PATH, query }, { maxPages: MAX_PAGES })
      const dates = new Set<string>()
      for (const row of rows) {
        const contract = readContract(row, { root: symbol.replace('.', ''), today })
        if (typeof contract === 'string') reject(contract)
        else dates.add(contract.expiration)
      }
      const value = [...dates].sort()
      const missing = value.length === 0 ? [lacks('chain', `listed options for ${symbol}`)] : []
      if (brokenBy === null) return stamps.facts(value, missing)
      const incomplete = { field: 'chain', reason: `The list of expirations is incomplete: ${brokenBy.detail}` }
      throw withPartial(brokenBy, stamps.facts(value, [incomplete]))
    },
  }
}
