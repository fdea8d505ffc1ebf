import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { screenerApi } from '../api/screener.ts'
import { buildEnrichment, buildGrant, buildStocks, buildUser, buildViewPage } from '../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../testing/fake-network.ts'
import { createPortfolioServer } from '../testing/portfolio-server.ts'
import { screen } from '../testing/queries.ts'
import { closeApp, createHealthyNetwork, createPagedNetwork, renderApp } from '../testing/render-app.tsx'

afterEach(closeApp)

const findScreener = () => screen.findByRole('heading', { name: 'Stock Screener' })
const findLogin = () => screen.findByRole('heading', { name: 'Sign in' })
const readStoredSession = () => ['token', 'user', 'tokenReceipt'].map((key) => window.localStorage.getItem(key))
const unconfirmed = /the server could not be reached/
const banner = /Cannot reach the server/

describe('routes', () => {
  test.each([
    ['/login', '/dashboard'],
    ['/login?next=%2Fscreening%3Fpage%3D2', '/screening?page=2'],
  ])('a signed-in user at %s goes to %s', async (url, target) => {
    const { readUrl } = renderApp(url, { network: createPagedNetwork() })
    await screen.findByRole('navigation', { name: 'Main' })
    expect(readUrl()).toBe(target)
  })

  test('shows and requests nothing before the session is checked', async () => {
    const network = createHealthyNetwork()
    const gate = createGate(() => reply('auth.me', buildUser()))
    network.answer('auth.me', gate.handler)
    renderApp('/screening', { network })
    // The skeleton appears twice: while the code loads, and while the session is checked.
    await waitFor(() => expect(screen.getByText('Loading...')).toBeInTheDocument())
    await waitFor(() => expect(network.callsTo('auth.me')).toHaveLength(1))
    expect(screen.queryByRole('heading', { name: 'Stock Screener' })).toBeNull()
    expect(network.callsTo('screener.view')).toEqual([])
    gate.open()
    expect(await findScreener()).toBeInTheDocument()
    expect(screen.queryByText('Loading...')).toBeNull()
  })
})

describe('the session check at startup', () => {
  test.each([401, 403, 404])('%i ends the session', async (status) => {
    const network = createHealthyNetwork()
    network.answer('auth.me', () => refuse(status, 'Gone.'))
    const { readUrl } = renderApp('/screening?page=2', { network })
    await findLogin()
    expect(readUrl()).toBe('/login?next=%2Fscreening%3Fpage%3D2')
    expect(readStoredSession()).toEqual([null, null, null])
  })

  test.each([
    ['429', () => refuse(429, 'Slow down.')],
    ['500', () => refuse(500, 'Broken.')],
    ['no answer', beUnreachable],
  ])('%s keeps the user signed in, shows a notice and retries', async (_name, answer) => {
    const network = createHealthyNetwork()
    network.answer('auth.me', answer)
    renderApp('/portfolio', { network })
    expect(await screen.findByText(banner)).toBeInTheDocument()
    expect(screen.getByText('Robin Example')).toBeInTheDocument()
    expect(window.localStorage.getItem('token')).toBe('token-1')
    await waitFor(() => expect(network.callsTo('auth.me').length).toBeGreaterThan(2))
    network.answer('auth.me', () => reply('auth.me', buildUser({ full_name: 'Robin Renamed' })))
    await waitFor(() => expect(screen.queryByText(banner)).toBeNull())
    expect(screen.getByText('Robin Renamed')).toBeInTheDocument()
  })

  test('a later definite rejection still ends the session', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.me', beUnreachable)
    renderApp('/portfolio', { network })
    await screen.findByText(banner)
    network.answer('auth.me', () => refuse(401, 'Revoked.'))
    expect(await findLogin()).toBeInTheDocument()
  })

  test('ignores a token without a user', async () => {
    window.localStorage.setItem('token', 'token-1')
    window.localStorage.setItem('user', '{"id":7}')
    const { network } = renderApp('/screening', { user: null })
    await findLogin()
    expect(window.localStorage.getItem('token')).toBeNull()
    expect(network.callsTo('auth.me')).toEqual([])
  })
})

describe('during the session', () => {
  test('a 401 from any request ends the session and returns to the same page after sign-in', async () => {
    const network = createPagedNetwork()
    const { user, readUrl } = renderApp('/screening', { network })
    await screen.findByText('QAA')
    network.answer('screener.view', () => refuse(401, 'Your session has ended.'))
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await findLogin()
    expect(readUrl()).toBe('/login?next=%2Fscreening%3Fpage%3D2')
    expect(window.localStorage.getItem('token')).toBeNull()
  })

  test('no other error status signs out', async () => {
    const network = createHealthyNetwork()
    network.answer('screener.view', () => refuse(403, 'Not yours.'))
    const { user } = renderApp('/screening', { network })
    for (const [words, next] of [
      [/Not yours/, () => refuse(429, 'Slow down.')],
      [/Slow down/, () => refuse(500, 'Broken.')],
      [/Broken/, () => refuse(404, 'Gone.')],
    ] as const) {
      expect(await screen.findByText(words)).toBeInTheDocument()
      network.answer('screener.view', next)
      await user.click(screen.getByRole('button', { name: 'Retry' }))
    }
    expect(await screen.findByText(/Gone/)).toBeInTheDocument()
    expect(window.localStorage.getItem('token')).toBe('token-1')
  })

  test('Logout notifies the server, clears the session and opens the sign-in without a return path', async () => {
    const { user, readUrl, network } = renderApp('/portfolio?selected=position-1')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await findLogin()
    expect(readUrl()).toBe('/login')
    expect(screen.queryByText(unconfirmed)).toBeNull()
    expect(network.callsTo('auth.logout')).toHaveLength(1)
    expect(readStoredSession()).toEqual([null, null, null])
  })

  test('signing out in another tab also signs out this one (F42)', async () => {
    renderApp('/portfolio')
    await screen.findByRole('heading', { name: 'Portfolio Tracking' })
    window.localStorage.clear()
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    expect(await findLogin()).toBeInTheDocument()
  })

  test('a missing token ends the session at the next request', async () => {
    const { user } = renderApp('/screening', { network: createPagedNetwork() })
    await screen.findByText('QAA')
    window.localStorage.removeItem('token')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await findLogin()).toBeInTheDocument()
  })

  test('switches users when another user signs in in another tab', async () => {
    const { services, network } = renderApp('/screening')
    await findScreener()
    const other = {
      id: 'user-2',
      username: 'kim',
      email: 'kim@example.test',
      fullName: null,
      isDemo: false,
      demoEndsAt: null,
    }
    services.credentials.save({ token: 'token-9', expiresInSeconds: 900, user: other })
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'token-9' }))
    })
    expect(await screen.findByText('kim')).toBeInTheDocument()
    await waitFor(() =>
      expect(network.callsTo('screener.view').at(-1)?.headers.get('authorization')).toBe('Bearer token-9'),
    )
  })
})

describe('a token about to expire', () => {
  function renderWithTokenOf(tokenSeconds: number, refreshAnswer = () => reply('auth.refresh', buildGrant())) {
    const { network } = createPortfolioServer()
    network.answer('auth.refresh', refreshAnswer)
    return renderApp('/portfolio', { network, tokenSeconds })
  }

  const findPage = () => screen.findByText(/^No positions yet/)

  test('is renewed once, before the session check and the first request', async () => {
    const { network } = renderWithTokenOf(59)
    await findPage()
    expect(network.callsTo('auth.refresh')).toHaveLength(1)
    expect(network.callsTo('auth.me')[0]?.headers.get('authorization')).toBe('Bearer token-2')
    expect(window.localStorage.getItem('token')).toBe('token-2')
  })

  test('is not renewed with a minute left', async () => {
    const { network } = renderWithTokenOf(60)
    await findPage()
    expect(network.callsTo('auth.refresh')).toEqual([])
  })

  test('is renewed exactly once for concurrent requests', async () => {
    const { network, store, clock } = renderWithTokenOf(900)
    await findPage()
    clock.nowMs += 850_000
    const asks = [26, 27, 28, 29].map((offset) =>
      store.dispatch(
        screenerApi.endpoints.screen.initiate(
          { sortBy: 'rsi', sortOrder: 'asc', limit: 1, offset, narrowing: {}, fields: ['symbol', 'score_max'] },
          { subscribe: false },
        ),
      ),
    )
    const answers = await act(() => Promise.all(asks))
    expect(answers.every(({ isSuccess }) => isSuccess)).toBe(true)
    expect(network.callsTo('auth.refresh')).toHaveLength(1)
  })

  test('ends the session if the server rejects the renewal', async () => {
    renderWithTokenOf(10, () => refuse(401, 'Reused.'))
    expect(await findLogin()).toBeInTheDocument()
    expect(readStoredSession()).toEqual([null, null, null])
  })

  test('is used until it expires if the renewal fails', async () => {
    const { network } = renderWithTokenOf(30, () => refuse(503, 'Away.'))
    expect(await findPage()).toBeInTheDocument()
    expect(network.callsTo('auth.me')[0]?.headers.get('authorization')).toBe('Bearer token-1')
  })

  test('is not sent after it expires, and the user stays signed in', async () => {
    const { network } = renderWithTokenOf(0, beUnreachable)
    expect(await screen.findByText(banner)).toBeInTheDocument()
    expect(network.callsTo('auth.me')).toEqual([])
    expect(window.localStorage.getItem('token')).toBe('token-1')
  })
})

const kim = {
  id: 'user-2',
  username: 'kim',
  email: 'kim@example.test',
  fullName: null,
  isDemo: false,
  demoEndsAt: null,
}

describe('signing out', () => {
  test('preloads the sign-in page, so signing out works offline', async () => {
    let loads = 0
    renderApp('/portfolio', {
      loadLogin: async () => {
        loads += 1
        return () => <h1>Sign in</h1>
      },
    })
    await screen.findByRole('heading', { name: 'Portfolio Tracking' })
    await waitFor(() => expect(loads).toBe(1))
  })

  test('shows a notice if the server is unreachable', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.logout', beUnreachable)
    const { user } = renderApp('/portfolio', { network })
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await findLogin()
    expect(await screen.findByText(unconfirmed)).toBeInTheDocument()
    expect(window.localStorage.getItem('token')).toBeNull()
  })

  test('shows no notice if the session has already ended, and sets no return path', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.logout', () => refuse(401, 'Your session has ended.'))
    const { user, readUrl } = renderApp('/portfolio', { network })
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await findLogin()
    expect(screen.queryByText(unconfirmed)).toBeNull()
    expect(readUrl()).toBe('/login')
  })

  test('clears the user’s notices', async () => {
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

test('ignores a late response about the previous user after another tab has changed the user', async () => {
  const network = createHealthyNetwork()
  const gate = createGate(() => reply('auth.me', buildUser()))
  network.answer('auth.me', gate.handler)
  const { services, started } = renderApp('/portfolio', { network })
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

test('reloads the stocks when the server is back, and shows a single Retry button until then', async () => {
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
