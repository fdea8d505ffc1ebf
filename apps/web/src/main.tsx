import '@fontsource-variable/instrument-sans/wdth.css'
import './shared/theme/fallback-font.css'
import './shared/theme/base.css'
import './shared/theme/tokens.css'
import './shared/theme/mantine.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs, startSession } from './api/auth.ts'
import type { ScreenQuery } from './api/early-requests.ts'
import { screenerApi } from './api/screener.ts'
import type { ApiServices } from './api/services.ts'
import { App } from './app/app.tsx'
import { reportApiAddress } from './app/report-error.ts'
import { buildRoutes } from './app/router.tsx'
import { type AppStore, createStore } from './app/store.ts'
import { prepareFormats } from './shared/format/numbers.ts'
import { preloadWhenIdle } from './shared/load-code.ts'
import { createBrowserRouter } from './shared/routing.ts'

/** Delay before the service worker starts to store the application's files, so that the page loads first. */
const WORKER_AFTER_MS = 8_000

const startWorker = async () => (await import('./app/offline/worker.ts')).startWorker()

/** Renders the page at the current URL. `firstQuery`: the page's first query if it is the screener, otherwise null. */
export async function openPage(services: ApiServices, firstQuery: ScreenQuery | null): Promise<void> {
  const nextTask = () => services.wait(0)
  const { store } = createStore(services)
  // The store, the formats and the router are set up in separate tasks, because each takes a slow phone a frame or
  // more.
  await nextTask()
  followOtherTabs(window, store.dispatch, services)
  void store.dispatch(startSession())
  // Takes the response that the start script has already requested, without waiting for the session check, so that the
  // first render has the rows.
  if (firstQuery !== null) void store.dispatch(screenerApi.endpoints.screen.initiate(firstQuery, { subscribe: false }))

  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')

  const production = import.meta.env.PROD
  reportApiAddress({ production, configured: import.meta.env.VITE_API_URL, pageOrigin: window.location.origin })

  if (services.credentials.readToken() !== null) {
    await nextTask()
    prepareFormats()
  }

  await nextTask()
  draw(root, store, services, production)
  if (production && 'serviceWorker' in navigator) preloadWhenIdle([startWorker], WORKER_AFTER_MS)
}

function draw(root: HTMLElement, store: AppStore, { fetch }: ApiServices, production: boolean): void {
  const page = (
    <StrictMode>
      <App
        store={store}
        router={createBrowserRouter(buildRoutes())}
        reporting={{ production, trackingEnabled: import.meta.env.VITE_ENABLE_ERROR_TRACKING === 'true', fetch }}
      />
    </StrictMode>
  )
  // A transition renders in slices, so that the page stays responsive. The document shows a skeleton until it is done.
  startTransition(() => createRoot(root).render(page))
}
