import './abort-signals.ts'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createServices, waitFor as pause } from '../api/services.ts'
import { startSession } from '../api/session-check.ts'
import { readUser } from '../api/user-wire.ts'
import { App } from '../app/app.tsx'
import { createStore } from '../app/store.ts'
import { analysisAddress } from '../features/analysis/analysis-state.ts'
import { OptionsCard } from '../features/analysis/chain/options-card.tsx'
import { createMemoryRouter } from '../shared/routing.ts'
import { useAddressState } from '../shared/use-address-state.ts'
import { buildUser } from './builders.ts'
import { createNetwork, type FakeNetwork, reply } from './fake-network.ts'
import { buildChain, buildExpiration, buildExpirations } from './option-builders.ts'

export const listedExpirations = [
  buildExpiration({ date: '2026-07-17', days_to_expiration: 7, type: 'monthly' }),
  buildExpiration({ earnings_before: true, ex_dividend_before: true }),
  buildExpiration({ date: '2026-09-30', days_to_expiration: 82, type: 'quarterly' }),
  buildExpiration({ date: '2027-06-17', days_to_expiration: 342, type: 'leaps', note: 'Listed a day early' }),
]

/** A network that knows the options of QAAA. */
export function createOptionsNetwork(): FakeNetwork {
  const network = createNetwork()
  network.answer('auth.me', () => reply('auth.me', buildUser()))
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations(listedExpirations)))
  network.answer('options.chain', ({ query }) =>
    reply('options.chain', buildChain({ expiration_date: query.get('expiration_date') ?? '2026-08-14' })),
  )
  return network
}

let leave = () => {}

/** Call after each test. */
export function closeCard(): void {
  cleanup()
  leave()
  leave = () => {}
  window.localStorage.clear()
}

function Card() {
  return <OptionsCard navigation={useAddressState(analysisAddress)} />
}

/** The card of options alone, at an address. */
export async function renderCard(network: FakeNetwork, search = '?symbol=QAAA') {
  const services = createServices({
    fetch: network.fetch,
    clock: { wallMs: () => 1_000_000, monotonicMs: () => 1_000_000 },
    findStorage: () => window.localStorage,
    locks: undefined,
    wait: (ms, signal) => pause(ms / 100, signal),
    random: () => 0.5,
  })
  services.credentials.save({ token: 'token-1', expiresInSeconds: 900, user: readUser(buildUser()) })
  const { store, stopListening } = createStore(services)
  const router = createMemoryRouter([{ path: '/analysis', Component: Card }], {
    initialEntries: [`/analysis${search}`],
  })
  leave = () => {
    stopListening()
    router.dispose()
  }
  await store.dispatch(startSession())
  const reporting = { production: false, trackingEnabled: false, fetch: network.fetch }
  render(<App store={store} router={router} reporting={reporting} env="test" />)
  return { user: userEvent.setup(), readUrl: () => decodeURIComponent(router.state.location.search) }
}
