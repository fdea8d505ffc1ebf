import '../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider } from '../shared/routing.ts'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { createNetwork, reply } from '../testing/fake-network.ts'
import { ErrorReportingContext } from './error-reporting.ts'
import { ErrorScreen } from './error-screen.tsx'
import { lazyPage } from './lazy-page.ts'
import { RouteError } from './route-error.tsx'

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

test('a failure outside the routes shows the screen; Try Again draws once more', async () => {
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

test('a page that cannot be drawn shows the screen, tells the server once, and is drawn again', async () => {
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

test('Refresh Page loads the document anew', async () => {
  broken = true
  renderRoute({ Component: Fragile })
  await screen.findByRole('heading', { name: title })
  log.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('navigation') }))
})

test('a page whose code does not arrive shows the screen, and Try Again loads the document anew', async () => {
  renderRoute({ lazy: lazyPage(() => Promise.reject(new TypeError('Failed to fetch'))) })
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  log.mockClear()
  await tryAgain()
  // jsdom cannot navigate and says so.
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('navigation') }))
})
