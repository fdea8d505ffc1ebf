import type { RouteObject } from '../shared/routing.ts'
import { Navigate, Outlet } from '../shared/routing.ts'
import { HomeRoute } from './home-route.tsx'
import { ProtectedRoute } from './protected-route.tsx'
import { RouteError } from './route-error.tsx'
import { StartSkeleton } from './start-skeleton.tsx'

export const routes: RouteObject[] = [
  {
    Component: Outlet,
    ErrorBoundary: RouteError,
    HydrateFallback: StartSkeleton,
    children: [
      { index: true, Component: HomeRoute },
      {
        path: 'login',
        lazy: async () => ({ Component: (await import('../features/auth/login-page.tsx')).LoginPage }),
      },
      {
        path: 'register',
        lazy: async () => ({ Component: (await import('../features/auth/register-page.tsx')).RegisterPage }),
      },
      {
        Component: ProtectedRoute,
        children: [
          {
            lazy: async () => ({ Component: (await import('./app-layout.tsx')).AppLayout }),
            children: [
              {
                path: 'screening',
                lazy: async () => ({
                  Component: (await import('../features/screener/screener-page.tsx')).ScreenerPage,
                }),
              },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]
