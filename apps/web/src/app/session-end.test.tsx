import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { buildEnrichment, buildStocks, buildUser, buildViewPage } from '../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../testing/render-app.tsx'

afterEach(closeApp)

const findLogin = () => screen.findByRole('heading', { name: 'Sign in' })
const unconfirmed = /the server could not be told/
const kim = {
  id: 'user-2',
  username: 'kim',
  email: 'kim@example.test',
  fullName: null,
  isDemo: false,
  demoEndsAt: null,
}

describe('signing out', () => {
  test('has its page at hand before the network may be gone', async () => {
    let loads = 0
    renderApp('/screening', {
      loadLogin: async () => {
        loads += 1
        return () => <h1>Sign in</h1>
      },
    })
    await screen.findByText('QAA')
    await waitFor(() => expect(loads).toBe(1))
  })

  test('says when the server could not be told', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.logout', beUnreachable)
    const { user } = renderApp('/screening', { network })
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await findLogin()
    expect(await screen.findByText(unconfirmed)).toBeInTheDocument()
    expect(window.localStorage.getItem('token')).toBeNull()
  })

  test.each([
    ['done', () => reply('auth.logout', null, 204)],
    ['over already', () => refuse(401, 'Your session has ended.')],
  ])('says nothing of a session that is %s, and comes back to no page', async (_name, answer) => {
    const network = createHealthyNetwork()
    network.answer('auth.logout', answer)
    const { user, readUrl } = renderApp('/screening', { network })
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await findLogin()
    expect(screen.queryByText(unconfirmed)).toBeNull()
    expect(readUrl()).toBe('/login')
  })

  test('takes the notices of the user along', async () => {
    const network = createHealthyNetwork()
    network.answer('screener.refresh', () => reply('screener.refresh', buildEnrichment(), 202))
    const { user } = renderApp('/screening', { network })
    await user.click(await screen.findByRole('button', { name: 'Refresh' }))
    await screen.findByText(/Refreshed less than a minute ago/)
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await findLogin()
    await waitFor(() => expect(screen.queryByText(/Refreshed less than a minute ago/)).toBeNull())
  })
})

test('a late answer about the user before leaves the one of another tab alone', async () => {
  const network = createHealthyNetwork()
  const gate = createGate(() => reply('auth.me', buildUser()))
  network.answer('auth.me', gate.handler)
  const { services, started } = renderApp('/screening', { network })
  await waitFor(() => expect(network.callsTo('auth.me')).toHaveLength(1))
  services.credentials.save({ token: 'token-9', expiresInSeconds: 900, user: kim })
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'token-9' }))
  })
  expect(await screen.findByText('kim')).toBeInTheDocument()
  gate.open()
  await act(() => started)
  expect(services.credentials.readUser()).toEqual(kim)
  expect(screen.getByText('kim')).toBeInTheDocument()
  expect(screen.queryByText('Robin Example')).toBeNull()
})

test('a server that is back is asked for the stocks at once, and there is one way to ask sooner', async () => {
  const network = createHealthyNetwork()
  network.answer('auth.me', beUnreachable)
  network.answer('screener.view', beUnreachable)
  renderApp('/screening', { network })
  expect(await screen.findByText(/^Failed to load stock data/)).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
  expect(screen.queryByText(/stay readable/)).toBeNull()
  network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(buildStocks(60), query)))
  network.answer('auth.me', () => reply('auth.me', buildUser()))
  expect(await screen.findByText('QAA')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
