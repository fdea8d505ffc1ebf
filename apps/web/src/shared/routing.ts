import { use } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router-dom'

// The only module that imports the router package, so that it can be replaced in one place.
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
  useRouteError,
  useSearchParams,
} from 'react-router-dom'

/** The router. Its state is always current; the rendered location may lag behind. */
export function useRouter() {
  const context = use(UNSAFE_DataRouterContext)
  if (context === null) throw new Error('useRouter is used outside a router')
  return context.router
}
