import type { UniverseMember } from '../provider-definition.ts'
import { ProviderFailure } from './provider-failure.ts'

/**
 * Assigns each symbol of the universe to the comma-separated list of symbols that one call covers. Groups are
 * alphabetical, in the order in which jobs process the universe.
 */
export function groupSymbols(universe: readonly UniverseMember[], symbolsPerCall: number): ReadonlyMap<string, string> {
  const symbols = universe.map(({ symbol }) => symbol).sort()
  const groups = new Map<string, string>()
  for (let start = 0; start < symbols.length; start += symbolsPerCall) {
    const group = symbols.slice(start, start + symbolsPerCall)
    for (const symbol of group) groups.set(symbol, group.join(','))
  }
  return groups
}

/**
 * Makes the call for the symbol's group, or for the symbol alone if it has none. If the provider rejects a group
 * because of a symbol that it no longer knows, asks for the one symbol, so that the others keep their data.
 */
export async function callGroup<V>(
  groups: ReadonlyMap<string, string>,
  symbol: string,
  call: (symbols: string) => Promise<V>,
): Promise<V> {
  const group = groups.get(symbol)
  if (group === undefined || group === symbol) return call(symbol)
  try {
    return await call(group)
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.kind === 'not_found')) throw error
    return call(symbol)
  }
}
