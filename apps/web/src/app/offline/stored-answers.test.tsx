import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, cleanup, waitFor } from '@testing-library/react'
import { buildGrant, buildStock, buildUser, buildViewPage } from '../../testing/builders.ts'
import { createFakeCaches } from '../../testing/fake-caches.ts'
import { beUnreachable, refuse, reply } from '../../testing/fake-network.ts'
import { screen } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

let fake = createFakeCaches()

beforeEach(() => {
  fake = createFakeCaches()
  globalThis.caches = fake.caches
})
afterEach(() => {
  closeApp()
  Reflect.deleteProperty(globalThis, 'caches')
  setOnline(true)
})

function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online })
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

const { id } = buildUser()
const isScreen = (path: string) => path.startsWith('/api/phase1/views/stock-screener')

/** Opens the screener with a network until the page's own answer is stored, and closes the tab. */
async function visit(): Promise<void> {
  const network = createHealthyNetwork()
  renderApp('/screening', { network, speedUp: 100 })
  await screen.findByText('Company 1')
  // The page also asks for other rows, such as those of the market's summary.
  await waitFor(() => {
    const asked = new Set(network.callsTo('screener.view').map(({ query }) => query.toString()))
    const stored = fake.list()[`answers.${id}`]?.filter(isScreen) ?? []
    expect(stored.length).toBeGreaterThanOrEqual(asked.size)
  })
  cleanup()
  closeApp()
  // A closed tab stores and deletes nothing more, but here its code still runs.
  fake = fake.copy()
  globalThis.caches = fake.caches
}

function createDeadNetwork() {
  const network = createHealthyNetwork()
  for (const endpoint of ['auth.me', 'auth.refresh', 'auth.logout', 'screener.view'] as const) {
    network.answer(endpoint, beUnreachable)
  }
  return network
}

describe('without a network', () => {
  test.each([
    ['a valid token', 900],
    ['an expired token', 0],
  ])(
    'with %s, a page shows its last figures and their age, and new ones once the network is back',
    async (_name, tokenSeconds) => {
      await visit()
      const network = createDeadNetwork()
      setOnline(false)
      renderApp('/screening', { network, tokenSeconds, speedUp: 1 })
      expect(await screen.findByText('Company 1')).toBeInTheDocument()
      expect(screen.getByRole('alert')).toHaveTextContent(/^You are offline\./)
      await waitFor(() =>
        expect(screen.getByRole('alert')).toHaveTextContent(/The figures on this page were loaded .* ET\./),
      )

      network.answer('auth.me', () => reply('auth.me', buildUser()))
      network.answer('auth.refresh', () => reply('auth.refresh', buildGrant()))
      network.answer('screener.view', ({ query }) =>
        reply('screener.view', buildViewPage([buildStock({ company_name: 'Fresh' })], query)),
      )
      setOnline(true)
      expect(await screen.findByText('Fresh')).toBeInTheDocument()
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    },
  )

  test('a page whose figures were never loaded says that it cannot load them', async () => {
    await visit()
    const network = createDeadNetwork()
    setOnline(false)
    renderApp('/screening?sort=rsi', { network })
    expect(await screen.findByText(/Cannot reach the server/)).toBeInTheDocument()
    expect(screen.queryByText('Company 1')).toBeNull()
  })

  test('a page that was looking for its last figures when the network came back loads new ones', async () => {
    const network = createDeadNetwork()
    const { match } = fake.caches
    const { promise: isOnline, resolve: goOn } = Promise.withResolvers<void>()
    let waiting = 0
    fake.caches.match = async (...asked) => {
      waiting += 1
      await isOnline
      return await match(...asked)
    }
    setOnline(false)
    renderApp('/screening', { network })
    await waitFor(() => {
      const sent = network.callsTo('screener.view').length
      expect(sent).toBeGreaterThan(0)
      expect(waiting).toBeGreaterThanOrEqual(sent)
    })
    network.answer('screener.view', ({ query }) =>
      reply('screener.view', buildViewPage([buildStock({ company_name: 'Fresh' })], query)),
    )
    setOnline(true)
    goOn()
    expect(await screen.findByText('Fresh')).toBeInTheDocument()
  })

  test('another user sees nothing of the first', async () => {
    await visit()
    setOnline(false)
    renderApp('/screening', { network: createDeadNetwork(), user: buildUser({ id: 'user-other' }) })
    expect(await screen.findByText(/Cannot reach the server/)).toBeInTheDocument()
    expect(screen.queryByText('Company 1')).toBeNull()
  })

  test('signing out deletes what this device keeps', async () => {
    await visit()
    setOnline(false)
    const { user } = renderApp('/screening', { network: createDeadNetwork(), speedUp: 1 })
    await screen.findByText('Company 1')
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    await waitFor(() => expect(fake.list()).toEqual({}))
  })
})

test('a session that the server ends deletes what this device keeps', async () => {
  await visit()
  const network = createHealthyNetwork()
  network.answer('auth.me', () => refuse(401, 'Gone.'))
  renderApp('/screening', { network })
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
  await waitFor(() => expect(fake.list()).toEqual({}))
})

test('a failure of the server is reported, not covered by stored figures', async () => {
  await visit()
  const network = createHealthyNetwork()
  network.answer('screener.view', () => refuse(503, 'The screener is restarting.'))
  renderApp('/screening', { network })
  expect(await screen.findByText(/The screener is restarting/)).toBeInTheDocument()
  expect(screen.queryByText('Company 1')).toBeNull()
})
