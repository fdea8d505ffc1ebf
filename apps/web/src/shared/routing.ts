// The only file that names the router's package, so that its successor is one edit away.
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  type RouteObject,
  RouterProvider,
  useLocation,
  useNavigate,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
