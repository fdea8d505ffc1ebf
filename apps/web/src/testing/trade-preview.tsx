import { screen, within } from '@testing-library/react'
import { type FakeNetwork, reply } from './fake-network.ts'
import { buildExpiration, buildExpirations } from './option-builders.ts'
import { createHealthyNetwork, renderApp } from './render-app.tsx'
import { buildValuedChain } from './valued-chain.ts'

const expirations = [
  buildExpiration({ date: '2026-07-17', days_to_expiration: 7 }),
  buildExpiration(),
  buildExpiration({ date: '2026-08-21', days_to_expiration: 42 }),
]

type ChainTerms = Parameters<typeof buildValuedChain>

/** A market of QAAA whose chains are of whatever date is asked for. */
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

/** The analysis of QAAA with its preview drawn, and the ways to read and press what is in it. */
export async function openPreview(search = '', network = createMarket()) {
  const app = renderApp(`/analysis?symbol=QAAA${search}`, { network })
  const panel = within(await screen.findByRole('region', { name: 'Trade preview' }))
  await panel.findByRole('heading', { name: /^(Sell|No call)/ })
  const title = () => panel.getByRole('heading', { level: 2 }).textContent
  const press = (name: string | RegExp) => app.user.click(panel.getByRole('button', { name }))
  /** What a figure says, by its name. */
  const read = (name: string) =>
    panel.getByText(name, { selector: 'dt, dt *' }).closest('dt')?.nextElementSibling?.textContent
  const search$ = () => decodeURIComponent(app.readUrl())
  return { ...app, panel, title, press, read, readSearch: search$ }
}
