import { use } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router-dom'

// Only this module imports the router package, so that replacing the router changes one file.
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  type Location,
  Navigate,
  type NavigateFunction,
  NavLink,
  Outlet,
  type RouteObject,
  RouterProvider,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'

/** The router itself. Its state is always current, whereas the rendered location may lag behind. */
export function useRouter() {
  const context = use(UNSAFE_DataRouterContext)
  if (context === null) throw new Error('useRouter is used outside a router')
  return context.router
}
