import { listLargeCaps } from '../../large-cap-names.ts'
import type { ListedSymbol } from '../../provider.ts'
import { openStream, pickAt, uniformAt } from '../random.ts'
import type { CompanyName } from './company.ts'
import { type Liquidity, liquidityOf } from './liquidity.ts'
import { SECTORS } from './sectors.ts'

export type UniverseName = 'large_cap' | 'extended'

/** Number of symbols in the extended universe, including the large companies. */
const EXTENDED_SYMBOLS = 6_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const FIRST_WORDS = [
  'Amber',
  'Birch',
  'Copper',
  'Delta',
  'Ember',
  'Falcon',
  'Granite',
  'Harbor',
  'Iris',
  'Juniper',
] as const
const SECOND_WORDS = ['Bridge', 'Creek', 'Field', 'Gate', 'Hill', 'Lake', 'Mill', 'Point', 'Ridge', 'Works'] as const

/** Lists a universe's companies by symbol. The extended universe adds fictional companies, whose names say so. */
export function listCompanyNames(seed: string, universe: UniverseName): ReadonlyMap<string, CompanyName> {
  const names: CompanyName[] = listLargeCaps().map((company) => ({
    ...company,
    liquidity: liquidityOf(company.symbol),
  }))
  const invented = universe === 'extended' ? EXTENDED_SYMBOLS - names.length : 0
  for (let number = 0; number < invented; number += 1) names.push(inventCompany(seed, number))
  return new Map(names.map((company) => [company.symbol, company]))
}

export function toListedSymbol({ symbol, name, sector }: CompanyName): ListedSymbol {
  return {
    symbol,
    name,
    sector,
    exchange: 'Simulated exchange',
    type: 'stock',
    optionable: true,
    hasChain: true,
    inUniverse: true,
  }
}

/** Invents a company. Its symbol begins with QX, as no listed symbol does, and its name begins with "Invented". */
function inventCompany(seed: string, number: number): CompanyName {
  const draws = openStream(seed, 'invented', String(number))
  const letter = (place: number) => ALPHABET[Math.floor(number / ALPHABET.length ** place) % ALPHABET.length] ?? 'A'
  const words = `${pickAt(draws, 0, FIRST_WORDS)} ${pickAt(draws, 1, SECOND_WORDS)}`
  const rank = uniformAt(draws, 2)
  const liquidity: Liquidity = rank < 0.01 ? 'busy' : rank < 0.06 ? 'active' : rank < 0.35 ? 'quiet' : 'thin'
  return {
    symbol: `QX${letter(2)}${letter(1)}${letter(0)}`,
    name: `Invented ${words} ${number + 1}`,
    sector: pickAt(draws, 3, SECTORS),
    liquidity,
  }
}
