import { createAnalyses } from './analysis.ts'
import { createAtmIv } from './atm-volatility.ts'
import { createChains } from './chain.ts'
import { createContractQuotes } from './contract-quotes.ts'
import { createExpirations, type OptionDeps } from './expirations.ts'
import { createGreeks } from './greeks.ts'
import { createRecommendations } from './recommendations.ts'
import { createSnapshots } from './snapshot.ts'

export type Options = ReturnType<typeof createOptions>

/** Option queries (D11, D19 to D22). */
export function createOptions({ market, cache }: Omit<OptionDeps, 'listExpirations'>) {
  const listExpirations = createExpirations({ market, cache })
  const deps: OptionDeps = { market, cache, listExpirations }
  const getAtmIv = createAtmIv(deps)
  return {
    listExpirations,
    getChain: createChains(deps),
    getSnapshot: createSnapshots(deps),
    getGreeks: createGreeks(deps),
    getAtmIv,
    getContractQuotes: createContractQuotes({ ...deps, getAtmIv }),
    analyze: createAnalyses(deps),
    recommend: createRecommendations(deps),
  }
}
