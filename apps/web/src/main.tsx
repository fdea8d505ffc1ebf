import '@fontsource-variable/instrument-sans/wdth.css'
import './shared/theme/base.css'
import './shared/theme/tokens.css'
import './shared/theme/mantine.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openBrowserServices } from './api/services.ts'
import { followOtherTabs, startSession } from './api/session-check.ts'
import { App } from './app/app.tsx'
import { buildRoutes } from './app/router.tsx'
import { createStore } from './app/store.ts'
import { createBrowserRouter } from './shared/routing.ts'

const services = openBrowserServices()
const { store } = createStore(services)
followOtherTabs(window, store.dispatch, services)
void store.dispatch(startSession())

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <App
      store={store}
      router={createBrowserRouter(buildRoutes())}
      reporting={{
        production: import.meta.env.PROD,
        trackingEnabled: import.meta.env.VITE_ENABLE_ERROR_TRACKING === 'true',
        fetch: services.fetch,
      }}
    />
  </StrictMode>,
)
