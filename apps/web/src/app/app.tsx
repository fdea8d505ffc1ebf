import { MantineProvider } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Provider } from 'react-redux'
import { useRootMark } from '../shared/hooks.ts'
import { retryUntilLoaded } from '../shared/load-code.ts'
import { usePreferences } from '../shared/preferences.ts'
import { RouterProvider } from '../shared/routing.ts'
import { cssVariables, theme } from '../shared/theme/theme.ts'
import { ErrorBoundary, type ErrorBoundaryProps, PanelErrorContext } from '../shared/ui/boundaries.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { type ErrorReporting, ErrorReportingContext, reportRenderError } from './report-error.ts'
import type { AppStore } from './store.ts'

/** Their code loads after the page's, because no page depends on them. */
const Notices = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./notices.tsx'))).Notices }))

interface AppProps {
  readonly store: AppStore
  readonly router: ComponentProps<typeof RouterProvider>['router']
  readonly reporting: ErrorReporting
  readonly env?: 'default' | 'test'
}

export function App({ store, router, reporting, env = 'default' }: AppProps) {
  const report: ErrorBoundaryProps['onError'] = (error, componentStack) =>
    void reportRenderError(error, componentStack, reporting)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" env={env}>
      <Palette />
      <ErrorBoundary renderError={(reset) => <ErrorScreen reset={reset} />} onError={report}>
        <ErrorReportingContext value={reporting}>
          <PanelErrorContext value={report}>
            <Provider store={store}>
              <RouterProvider router={router} />
            </Provider>
          </PanelErrorContext>
        </ErrorReportingContext>
        <ErrorBoundary renderError={() => null}>
          <Suspense>
            <Notices />
          </Suspense>
        </ErrorBoundary>
      </ErrorBoundary>
    </MantineProvider>
  )
}

/** Applies the palette that the user chose. Before the first paint, `public/first-paint.js` applies it. */
function Palette() {
  const [{ palette }] = usePreferences()
  useRootMark('pl', palette === 'blue_orange' ? 'alt' : null)
  return null
}
