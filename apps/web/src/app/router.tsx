import type { ComponentType } from 'react'
import type { RouteObject } from '../shared/routing.ts'
import { Navigate, Outlet } from '../shared/routing.ts'
import { HomeRoute } from './home-route.tsx'
import { lazyPage } from './lazy-page.ts'
import { ProtectedRoute } from './protected-route.tsx'
import { RouteError } from './route-error.tsx'
import { loadAnalysisPage, loadAppLayout, loadPortfolioPage, loadScreenerPage } from './signed-in-pages.ts'
import { StartSkeleton } from './start-skeleton.tsx'

type LoadPage = () => Promise<ComponentType>

const loadLoginPage: LoadPage = async () => (await import('../features/auth/login-page.tsx')).LoginPage

/** A form has no shape worth drawing ahead. */
const Nothing = () => null

/** By then the page has what it needs itself. */
const LOGIN_AFTER_MS = 3_000

export const buildRoutes = (loadLogin = loadLoginPage, loginAfterMs = LOGIN_AFTER_MS): RouteObject[] => [
  {
    Component: Outlet,
    ErrorBoundary: RouteError,
    HydrateFallback: StartSkeleton,
    children: [
      { index: true, Component: HomeRoute },
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
              // Signing out must lead somewhere without the network, too.
              setTimeout(() => loadLogin().catch(() => {}), loginAfterMs)
              return AppLayout
            }),
            children: [
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
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]
