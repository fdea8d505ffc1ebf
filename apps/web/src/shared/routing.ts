import { use } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router-dom'

// The only file that names the router's package, so that its successor is one edit away.
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

/** The router itself, whose state is never a step behind, as what is drawn may be. */
export function useRouter() {
  const context = use(UNSAFE_DataRouterContext)
  if (context === null) throw new Error('useRouter is used outside a router')
  return context.router
}
