import { OptionsCard } from '../features/analysis/chain/options-card.tsx'
import { renderAnalysisPart } from './analysis-part.tsx'
import { buildUser } from './builders.ts'
import { buildRecommendations } from './call-builders.ts'
import { createNetwork, type FakeNetwork, reply } from './fake-network.ts'
import { buildChain, buildExpiration, buildExpirations } from './option-builders.ts'

export const listedExpirations = [
  buildExpiration({ date: '2026-07-17', days_to_expiration: 7, type: 'monthly' }),
  buildExpiration({ earnings_before: true, ex_dividend_before: true }),
  buildExpiration({ date: '2026-09-30', days_to_expiration: 82, type: 'quarterly' }),
  buildExpiration({ date: '2027-06-17', days_to_expiration: 342, type: 'leaps', note: 'Listed a day early' }),
]

/** A fake server that has options on QAAA. */
export function createOptionsNetwork(): FakeNetwork {
  const network = createNetwork()
  network.answer('auth.me', () => reply('auth.me', buildUser()))
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations(listedExpirations)))
  network.answer('options.customRecommendations', () =>
    reply('options.customRecommendations', buildRecommendations([])),
  )
  network.answer('options.chain', ({ query }) =>
    reply('options.chain', buildChain({ expiration_date: query.get('expiration_date') ?? '2026-08-14' })),
  )
  return network
}

/** Renders only the options card, at a URL. */
export async function renderCard(network: FakeNetwork, search?: string) {
  const { readSearch, ...app } = await renderAnalysisPart((view) => <OptionsCard view={view} />, network, search)
  return { ...app, readUrl: () => readSearch().replace('/analysis', '') }
}
