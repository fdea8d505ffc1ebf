import '@fontsource-variable/instrument-sans/wdth.css'
import './shared/theme/fallback-font.css'
import './shared/theme/base.css'
import './shared/theme/tokens.css'
import './shared/theme/mantine.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { ScreenQuery } from './api/screen.ts'
import { screenerApi } from './api/screener-endpoints.ts'
import type { ApiServices } from './api/services.ts'
import { followOtherTabs, startSession } from './api/session-check.ts'
import { reportApiAddress } from './app/api-address.ts'
import { App } from './app/app.tsx'
import { buildRoutes } from './app/router.tsx'
import { type AppStore, createStore } from './app/store.ts'
import { prepareFormats } from './shared/format/numbers.ts'
import { createBrowserRouter } from './shared/routing.ts'

/** Renders the page at the current URL. `firstScreen`: the first query, if the page is the screener. */
export async function openPage(services: ApiServices, firstScreen: ScreenQuery | null): Promise<void> {
  const nextTask = () => services.wait(0)
  const { store } = createStore(services)
  // Separate tasks for the store, formats and the router: each takes a slow phone a frame or more.
  await nextTask()
  followOtherTabs(window, store.dispatch, services)
  void store.dispatch(startSession())
  // Requested together with the session check, so that the rows arrive in time for the first render.
  if (firstScreen !== null)
    void store.dispatch(screenerApi.endpoints.screen.initiate(firstScreen, { subscribe: false }))

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
  // A transition renders in slices and keeps the page responsive; the document shows a skeleton meanwhile.
  startTransition(() => createRoot(root).render(page))
}
