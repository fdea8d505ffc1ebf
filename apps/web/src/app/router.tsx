import { type ComponentType, useDeferredValue, useEffect } from 'react'
import { selectSession } from '../api/session.ts'
import { buildLoginPath } from '../shared/paths.ts'
import { Navigate, Outlet, type RouteObject, useLocation } from '../shared/routing.ts'
import { RouteError } from './error-screen.tsx'
import { lazyPage } from './lazy-page.tsx'
import {
  loadAlertsPage,
  loadAnalysisPage,
  loadAppLayout,
  loadCoachPage,
  loadDashboardPage,
  loadMarketDataPage,
  loadPortfolioPage,
  loadScreenerPage,
  loadSettingsPage,
} from './signed-in-pages.ts'
import { StartSkeleton } from './start-skeleton.tsx'
import { useAppSelector } from './store.ts'

type LoadPage = () => Promise<ComponentType>

const loadLoginPage: LoadPage = async () => (await import('../features/auth/login-page.tsx')).LoginPage

/** Shown while a sign-in page loads, because these pages have no skeleton. */
const Nothing = () => null

/**
 * Delay before preloading the sign-in page. Preloading takes 50 ms on a slow phone; by then the page has rendered and
 * can handle input.
 */
const LOGIN_AFTER_MS = 20_000

const page = (path: string, load: LoadPage): RouteObject => ({ path, lazy: lazyPage(load) })

/** A page for visitors. */
const entryPage = (path: string, load: LoadPage): RouteObject => ({ ...page(path, load), HydrateFallback: Nothing })

/** Replaces the current document in the history, so that Back does not return to an unknown path. */
const leaveDocument: LeaveTo = (path) => window.location.replace(path)

export const buildRoutes = (
  loadLogin = loadLoginPage,
  loginAfterMs = LOGIN_AFTER_MS,
  leaveTo = leaveDocument,
): RouteObject[] => [
  {
    Component: Outlet,
    ErrorBoundary: RouteError,
    HydrateFallback: StartSkeleton,
    children: [
      entryPage('login', loadLogin),
      entryPage('login/continue', async () => (await import('../features/auth/continue-page.tsx')).ContinuePage),
      entryPage('register', async () => (await import('../features/auth/register-page.tsx')).RegisterPage),
      entryPage('reset-password', async () => (await import('../features/auth/reset-page.tsx')).ResetPage),
      {
        Component: ProtectedRoute,
        children: [
          {
            lazy: lazyPage(async () => {
              const AppLayout = await loadAppLayout()
              // Preloaded so that signing out works offline.
              setTimeout(() => loadLogin().catch(() => {}), loginAfterMs)
              return AppLayout
            }),
            children: [
              page('dashboard', loadDashboardPage),
              page('settings', loadSettingsPage),
              page('screening/:tab?', loadScreenerPage),
              page('analysis', loadAnalysisPage),
              page('portfolio', loadPortfolioPage),
              page('alerts', loadAlertsPage),
              page('market-data', loadMarketDataPage),
              page('ai-coach', loadCoachPage),
            ],
          },
        ],
      },
      { path: '*', element: <HomeRoute leaveTo={leaveTo} /> },
    ],
  },
]

export type LeaveTo = (path: string) => void

/** Sends unknown paths to the landing page, which is a separate document. */
export function HomeRoute({ leaveTo }: { readonly leaveTo: LeaveTo }) {
  useEffect(() => {
    leaveTo('/')
  }, [leaveTo])
  return <StartSkeleton />
}

/** Protects signed-in pages. While the session is being checked, shows a skeleton; then the page or the sign-in. */
export function ProtectedRoute() {
  const { status, endedBy } = useAppSelector(selectSession)
  const { pathname, search, hash } = useLocation()
  // Renders the first page at low priority, so the browser stays responsive.
  const isChecking = useDeferredValue(status === 'checking')
  if (status === 'checking' || (isChecking && status === 'signed_in')) return <StartSkeleton />
  if (status === 'signed_in') return <Outlet />
  // The next sign-in returns to this page, unless the user chose to sign out.
  const returnPath = endedBy === 'user' ? null : pathname + search + hash
  return <Navigate to={buildLoginPath(returnPath)} replace />
}
