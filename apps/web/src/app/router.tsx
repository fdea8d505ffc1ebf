import type { ComponentType } from 'react'
import type { RouteObject } from '../shared/routing.ts'
import { Outlet } from '../shared/routing.ts'
import { HomeRoute, type LeaveTo } from './home-route.tsx'
import { lazyPage } from './lazy-page.tsx'
import { ProtectedRoute } from './protected-route.tsx'
import { RouteError } from './route-error.tsx'
import {
  loadAnalysisPage,
  loadAppLayout,
  loadCoachPage,
  loadDashboardPage,
  loadPortfolioPage,
  loadScreenerPage,
  loadSettingsPage,
} from './signed-in-pages.ts'
import { StartSkeleton } from './start-skeleton.tsx'

type LoadPage = () => Promise<ComponentType>

const loadLoginPage: LoadPage = async () => (await import('../features/auth/login-page.tsx')).LoginPage

/** Shown while a sign-in page loads, because these pages have no skeleton. */
const Nothing = () => null

/**
 * Delay before preloading the sign-in page. Preloading takes 50 ms on a slow phone; by then the page has rendered and
 * can handle input.
 */
const LOGIN_AFTER_MS = 20_000

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
      {
        path: 'login',
        HydrateFallback: Nothing,
        lazy: lazyPage(loadLogin),
      },
      {
        path: 'register',
        HydrateFallback: Nothing,
        lazy: lazyPage(async () => (await import('../features/auth/register-page.tsx')).RegisterPage),
      },
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
              {
                path: 'dashboard',
                lazy: lazyPage(loadDashboardPage),
              },
              {
                path: 'settings',
                lazy: lazyPage(loadSettingsPage),
              },
              {
                path: 'screening',
                lazy: lazyPage(loadScreenerPage),
              },
              {
                path: 'analysis',
                lazy: lazyPage(loadAnalysisPage),
              },
              {
                path: 'portfolio',
                lazy: lazyPage(loadPortfolioPage),
              },
              {
                path: 'ai-coach',
                lazy: lazyPage(loadCoachPage),
              },
            ],
          },
        ],
      },
      { path: '*', element: <HomeRoute leaveTo={leaveTo} /> },
    ],
  },
]
