import './abort-signals.ts'
import './matchers.ts'
import type { User } from '@callwright/contracts'
import { notifications } from '@mantine/notifications'
import { act, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { followOtherTabs, startSession } from '../api/auth.ts'
import { readUser } from '../api/credentials.ts'
import { createServices, waitFor as pause } from '../api/services.ts'
import { App } from '../app/app.tsx'
import { buildRoutes } from '../app/router.tsx'
import { createStore } from '../app/store.ts'
import { createMemoryRouter } from '../shared/routing.ts'
import { buildEnrichment, buildStocks, buildUser, buildViewPage } from './builders.ts'
import { createNetwork, type FakeNetwork, type Handler, reply } from './fake-network.ts'

/** How many times faster than real time the app's timers run by default. */
const SPEED_UP = 10

export interface RenderOptions {
  /** The signed-in user; null if there is none. */
  readonly user?: User | null
  /** URL that the tab showed before this one. */
  readonly before?: string
  readonly tokenSeconds?: number
  readonly network?: FakeNetwork
  /** How many times faster than real time the app's timers run; 1 is real time. */
  readonly speedUp?: number
  readonly loadLogin?: Parameters<typeof buildRoutes>[0]
  readonly renderErrors?: { readonly production: boolean; readonly trackingEnabled: boolean }
}

let leave = () => {}

/** Call after each test: closes the app, ends its loops, and clears storage and notices. */
export function closeApp(): void {
  leave()
  leave = () => {}
  act(() => notifications.clean())
  window.localStorage.clear()
  window.sessionStorage.clear()
}

/** A fake server on which every request succeeds. It has only a few stocks, because a large table renders slowly. */
export function createHealthyNetwork(stocks = buildStocks(4)): FakeNetwork {
  const network = createNetwork()
  network.answer('auth.me', () => reply('auth.me', buildUser()))
  network.answer('auth.logout', () => reply('auth.logout', null, 204))
  network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(stocks, query)))
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', buildEnrichment()))
  return network
}

const sixty = buildStocks(60)

/** Reports sixty stocks but returns only two per response, so that there are three pages with little to render. */
export const answerPaged: Handler = ({ query }) => {
  const page = buildViewPage(sixty, query)
  return reply('screener.view', { ...page, stocks: page.stocks.slice(0, 2) })
}

/** A fake server on which every request succeeds, with more stocks than one page of the screener shows. */
export function createPagedNetwork(): FakeNetwork {
  const network = createHealthyNetwork()
  network.answer('screener.view', answerPaged)
  return network
}

/** Renders the whole app at a URL, with a fake network. */
export function renderApp(url: string, options: RenderOptions = {}) {
  const { user: person = buildUser(), before, tokenSeconds = 900, network = createHealthyNetwork() } = options
  const { speedUp = SPEED_UP } = options
  const clock = { nowMs: 1_000_000 }
  let closed = false
  const services = createServices({
    fetch: network.fetch,
    clock: { wallMs: () => clock.nowMs, monotonicMs: () => clock.nowMs },
    findStorage: () => window.localStorage,
    locks: undefined,
    wait: async (ms, signal) => {
      if (!closed) await pause(ms / speedUp, signal)
      // A closed app must not act in the next test.
      if (closed) await new Promise(() => {})
    },
    random: () => 0.5,
  })
  if (person !== null) {
    services.credentials.save({ token: 'token-1', expiresInSeconds: tokenSeconds, user: readUser(person) })
  }
  const { store, stopListening } = createStore(services)
  const stopFollowing = followOtherTabs(window, store.dispatch, services)
  const left: string[] = []
  const routes = buildRoutes(options.loadLogin, 0, (path) => left.push(path))
  const router = createMemoryRouter(routes, { initialEntries: before === undefined ? [url] : [before, url] })
  leave = () => {
    closed = true
    stopListening()
    stopFollowing()
    router.dispose()
  }
  const started = store.dispatch(startSession())
  const reporting = { production: false, trackingEnabled: false, ...options.renderErrors, fetch: network.fetch }
  const view = render(<App store={store} router={router} reporting={reporting} env="test" />)
  return {
    ...view,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    network,
    store,
    services,
    started,
    clock,
    goBack: () => act(() => router.navigate(-1)),
    goForward: () => act(() => router.navigate(1)),
    /** The documents that the app has navigated to. */
    readLeft: () => left,
    readUrl: () => router.state.location.pathname + router.state.location.search,
  }
}
