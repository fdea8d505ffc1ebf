import type { Env } from '../env.ts'
import { providerDefinitions } from '../providers/registry.ts'
import type { UnusedProvider } from './report.ts'

/** Lists the providers that are not in use, and what using each one would take. */
export function listUnusedProviders(env: Env, used: readonly string[]): UnusedProvider[] {
  return providerDefinitions
    .filter(({ name }) => !used.includes(name))
    .map((definition) => {
      const { name, keyless, variables } = definition
      const settings = definition.readSettings(env)
      const join = keyless
        ? 'added automatically to any provider in MARKET_DATA_PROVIDER'
        : `add ${name} to MARKET_DATA_PROVIDER`
      return { name, wants: [join, ...(settings.ok ? [] : settings.problems)], variables }
    })
}
