import '../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { act, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider } from '../shared/routing.ts'
import { ErrorBoundary } from '../shared/ui/boundaries.tsx'
import { createNetwork, reply } from '../testing/fake-network.ts'
import { screen } from '../testing/queries.ts'
import { ErrorScreen, RouteError } from './error-screen.tsx'
import { lazyPage } from './lazy-page.tsx'
import { ErrorReportingContext } from './report-error.ts'

let log: jest.Spied<typeof console.error>

beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  log.mockRestore()
})

let broken = true

function Fragile() {
  if (broken) throw new Error('database of the page is broken')
  return <p>drawn</p>
}

const title = 'Something went wrong'
const words = "We're sorry, but something unexpected happened. Please try refreshing the page."
const tryAgain = () => userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

function renderRoute(route: RouteObject) {
  const network = createNetwork()
  network.answer('gateway.reportError', () => reply('gateway.reportError', null, 204))
  const router = createMemoryRouter([{ path: '/', ErrorBoundary: RouteError, HydrateFallback: Waiting, ...route }])
  render(
    <MantineProvider env="test">
      <ErrorReportingContext value={{ production: true, trackingEnabled: true, fetch: network.fetch }}>
        <RouterProvider router={router} />
      </ErrorReportingContext>
    </MantineProvider>,
  )
  return network
}

const Waiting = () => null

test('shows the error screen after a failure outside the routes; Try Again renders again', async () => {
  broken = true
  render(
    <MantineProvider env="test">
      <ErrorBoundary renderError={(reset) => <ErrorScreen reset={reset} />}>
        <Fragile />
      </ErrorBoundary>
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument()
  expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeInTheDocument()
  broken = false
  await tryAgain()
  expect(screen.getByText('drawn')).toBeInTheDocument()
})

test('shows the error screen for a page that fails to render, reports the error once, and renders again on Try Again', async () => {
  broken = true
  const network = renderRoute({ Component: Fragile })
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  await waitFor(() => expect(network.callsTo('gateway.reportError')).toHaveLength(1))
  expect(network.callsTo('gateway.reportError')[0]?.body).toMatchObject({ message: 'database of the page is broken' })
  const logged = log.mock.calls.flat().filter((value) => value instanceof Error)
  expect(logged).toContainEqual(new Error('database of the page is broken'))
  broken = false
  await tryAgain()
  expect(await screen.findByText('drawn')).toBeInTheDocument()
})

const { fetch } = window
const setOnline = (isOnline: boolean) =>
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
afterEach(() => {
  window.fetch = fetch
  setOnline(true)
})
const refresh = () => userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
// jsdom logs an error because it does not implement navigation.
const aNavigation = expect.objectContaining({ message: expect.stringContaining('navigation') })

test('Refresh Page reloads the document if the server responds', async () => {
  broken = true
  window.fetch = () => Promise.resolve({ status: 200 } as Response)
  renderRoute({ Component: Fragile })
  await screen.findByRole('heading', { name: title })
  await refresh()
  await waitFor(() => expect(log).toHaveBeenCalledWith(aNavigation))
})

test('Refresh Page keeps the document and shows a message if the server does not respond', async () => {
  broken = true
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  renderRoute({ Component: Fragile })
  await screen.findByRole('heading', { name: title })
  log.mockClear()
  await refresh()
  expect(await screen.findByText(/Cannot reach the server, so the page was not refreshed/)).toBeInTheDocument()
  expect(log).not.toHaveBeenCalledWith(aNavigation)
})

test('says that the page cannot be refreshed while offline', async () => {
  broken = true
  setOnline(false)
  renderRoute({ Component: Fragile })
  expect(await screen.findByText(/You are offline\. Refresh the page when you are back/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toHaveAttribute('aria-disabled', 'true')
})

describe('a page whose code fails to load', () => {
  let isThere = false
  const load = async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>drawn</p>
  }
  const renderMissing = async () => {
    isThere = false
    const network = renderRoute({ lazy: lazyPage(load) })
    await screen.findByRole('heading', { name: 'Could not load this page' })
    return network
  }

  test('renders on Retry when its code is available, and is reported once', async () => {
    const network = await renderMissing()
    expect(screen.getByRole('alert')).toHaveTextContent('Check your connection and try again.')
    expect(network.callsTo('gateway.reportError').map(({ body }) => body)).toEqual([
      expect.objectContaining({ message: 'network: the page could not be loaded' }),
    ])
    isThere = true
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('drawn')).toBeInTheDocument()
  })

  test('renders automatically when the network is back', async () => {
    setOnline(false)
    await renderMissing()
    expect(screen.getByRole('alert')).toHaveTextContent('You are offline, and this page has not been opened before')
    isThere = true
    setOnline(true)
    act(() => window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('drawn')).toBeInTheDocument()
  })

  test('reloads the document if Retry fails and the server responds', async () => {
    await renderMissing()
    window.fetch = () => Promise.resolve({ status: 200 } as Response)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(log).toHaveBeenCalledWith(aNavigation))
  })
})
