import type { LiveProviders } from '../live-market-config.ts'
import { type CapabilityName, type ProviderDefinition, usualCallsASymbol } from '../providers/provider-definition.ts'
import { providerDefinitions } from '../providers/registry.ts'

/** Largest share of a source's limit that refreshes of the screener may use; the rest is for users and other jobs. */
const REFRESH_SHARE = 0.5

/**
 * Shortest time between the starts of two screener refreshes, in seconds, for a number of symbols. Each provider is
 * counted with the capabilities that it serves first, and the slowest one decides.
 */
export function computeRefreshSeconds(
  { providers, order }: Pick<LiveProviders, 'providers' | 'order'>,
  symbols: number,
  definitions: readonly Pick<ProviderDefinition, 'name' | 'callsASymbol'>[] = providerDefinitions,
): number {
  const refreshed = Object.keys(usualCallsASymbol) as CapabilityName[]
  const seconds = providers.map(({ name, limit }) => {
    const own = definitions.find((definition) => definition.name === name)?.callsASymbol
    const calls = refreshed
      .filter((capability) => order[capability]?.[0] === name)
      .reduce((sum, capability) => sum + (own?.[capability] ?? usualCallsASymbol[capability] ?? 0), 0)
    return (symbols * calls) / limit.perSecond / REFRESH_SHARE
  })
  return Math.ceil(Math.max(0, ...seconds))
}

/** Whether the first source of IV ranks takes a call for each. */
export function findSeparateIvRanks(
  { order }: Pick<LiveProviders, 'order'>,
  definitions: readonly Pick<ProviderDefinition, 'name' | 'hasSeparateIvRanks'>[] = providerDefinitions,
): boolean {
  const first = order.ivRank?.[0]
  return definitions.some(({ name, hasSeparateIvRanks }) => name === first && hasSeparateIvRanks === true)
}
