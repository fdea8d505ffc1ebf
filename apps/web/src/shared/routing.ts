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
  useNavigationType,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
