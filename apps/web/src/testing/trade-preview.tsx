import type { UserEvent } from '@testing-library/user-event'
import { type AnalysisView, useShownChain } from '../features/analysis/stock-data.ts'
import { TradePreview } from '../features/analysis/trade/trade-preview.tsx'
import { renderAnalysisPart } from './analysis-part.tsx'
import { type FakeNetwork, reply } from './fake-network.ts'
import { buildExpiration, buildExpirations } from './option-builders.ts'
import { screen, within } from './queries.ts'
import { createHealthyNetwork, renderApp } from './render-app.tsx'
import { buildValuedChain } from './valued-chain.ts'

const expirations = [
  buildExpiration({ date: '2026-07-17', days_to_expiration: 7 }),
  buildExpiration(),
  buildExpiration({ date: '2026-08-21', days_to_expiration: 42 }),
]

type ChainTerms = Parameters<typeof buildValuedChain>

/** A fake server with QAAA that returns a matching chain for any date. */
export function createMarket(terms: ChainTerms[0] = {}, changes: ChainTerms[1] = {}): FakeNetwork {
  const network = createHealthyNetwork()
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations(expirations)))
  network.answer('options.chain', ({ query }) => {
    const expiration = query.get('expiration_date') ?? '2026-08-14'
    const days = expirations.find(({ date }) => date === expiration)?.days_to_expiration ?? 35
    return reply('options.chain', buildValuedChain({ ...terms, expiration, days }, changes))
  })
  return network
}

async function findPreview(user: UserEvent) {
  const panel = within(await screen.findByRole('region', { name: 'Trade preview' }))
  await panel.findByRole('heading', { name: /^(Sell|No call)/ })
  return {
    panel,
    title: () => panel.getByRole('heading', { level: 2 }).textContent,
    press: (name: string | RegExp) => user.click(panel.getByRole('button', { name })),
    /** Reads the value of the figure with this name. */
    read: (name: string) =>
      panel.getByText(name, { selector: 'dt, dt *' }).closest('dt')?.nextElementSibling?.textContent,
  }
}

function Preview({ view }: { readonly view: AnalysisView }) {
  return <TradePreview view={view} chain={useShownChain(view, 'call')} />
}

/** Opens only the preview of QAAA. Returns helpers that read its figures and press its controls. */
export async function openPreview(search = '', network = createMarket()) {
  const app = await renderAnalysisPart((view) => <Preview view={view} />, network, `?symbol=QAAA${search}`)
  return { ...app, ...(await findPreview(app.user)) }
}

/** Opens the entire analysis of QAAA, which includes the preview. */
export async function openPreviewInPage(search = '', network = createMarket()) {
  const app = renderApp(`/analysis?symbol=QAAA${search}`, { network })
  return { ...app, ...(await findPreview(app.user)), readSearch: () => decodeURIComponent(app.readUrl()) }
}
