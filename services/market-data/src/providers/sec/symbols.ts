import { isSymbol, normalizeSymbol } from '../../symbols.ts'
import { isObject, readText } from '../http/json-values.ts'
import { parseVendorJson, type VendorFiles } from '../http/vendor-files.ts'
import type { Answer, ListedSymbol, ReferenceSource, Stamp, SymbolSearchSource } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { createSymbolIndex, toListedMember } from '../symbol-search.ts'

interface SymbolsDeps {
  readonly files: VendorFiles
  readonly universe: readonly UniverseMember[]
  readonly stamp: () => Stamp
  getList(): Promise<string>
}

/**
 * Creates the symbol search and lookup from the list of companies that file with the SEC. It has no funds, and does not
 * say which companies have options, so other providers are asked first.
 */
export function createSymbols({ files, universe: members, stamp, getList }: SymbolsDeps): {
  search: SymbolSearchSource
  reference: ReferenceSource
} {
  const universe = members.map(toListedMember)
  const bySymbol = new Map(universe.map((listed): [string, ListedSymbol] => [listed.symbol, listed]))
  const searchUniverse = createSymbolIndex(universe)
  const answer = <T>(value: T): Answer<T> => ({ ...stamp(), value, missing: [] })

  async function listCompanies(): Promise<readonly ListedSymbol[]> {
    const companies = await files.find({
      key: 'company_tickers_exchange',
      lifetime: 'day',
      load: getList,
      parser: { module: import.meta.url, parse: readCompanies },
    })
    return companies.map((company) => bySymbol.get(company.symbol) ?? company)
  }

  return {
    search: {
      async searchSymbols(search) {
        const own = searchUniverse(search)
        if (search.text.trim() === '' || own.length >= search.limit) return answer(own)
        return answer(createSymbolIndex(await listCompanies())(search))
      },
    },
    reference: {
      listUniverse: async () => answer(universe),
      async findSymbol(symbol) {
        return bySymbol.get(symbol) ?? (await listCompanies()).find((listed) => listed.symbol === symbol) ?? null
      },
    },
  }
}

/** Parses the list of companies, whose columns are named in `fields`. Throws if it is unusable. */
export function readCompanies(text: string): ListedSymbol[] {
  const body = parseVendorJson(text)
  const { fields, data } = isObject(body) ? body : {}
  if (!Array.isArray(fields) || !Array.isArray(data)) throw new SyntaxError('returned no list of companies')
  const [name, ticker, exchange] = ['name', 'ticker', 'exchange'].map((field) => fields.indexOf(field))
  const companies = data.flatMap((row: unknown): ListedSymbol[] => {
    const at = (column: number | undefined) => readText(Array.isArray(row) ? row[column ?? -1] : null)
    const symbol = normalizeSymbol(at(ticker) ?? '')
    if (!isSymbol(symbol)) return []
    return [
      {
        symbol,
        name: at(name) ?? symbol,
        sector: null,
        exchange: at(exchange),
        type: 'stock',
        optionable: false,
        hasChain: false,
        inUniverse: false,
      },
    ]
  })
  if (companies.length === 0) throw new SyntaxError('returned a list of companies without a usable row')
  return companies
}
