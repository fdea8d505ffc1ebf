import { use, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router-dom'

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

/** Converts a page's state to a query string and back. */
export interface AddressForm<State> {
  /** `isBare`: the query string is empty, and this hook did not write it. */
  readonly read: (search: URLSearchParams, isBare: boolean) => ParsedAddress<State>
  readonly write: (state: State) => URLSearchParams
}

export interface ParsedAddress<State> {
  readonly state: State
  /** Parameters that the page does not recognize, as `name=value`. */
  readonly ignored: readonly string[]
}

export interface AddressNavigation<State> extends ParsedAddress<State> {
  /** Applies `change` to the latest state, even if an earlier update has not rendered yet. */
  readonly go: (change: (latest: State) => State, options?: GoOptions) => void
  readonly isBare: boolean
}

export interface GoOptions {
  readonly replace: boolean
  /** Keeps unrecognized parameters in the URL, so that the page can go on reporting them. */
  readonly keepsIgnored?: boolean
}

/** Marks every history entry that this hook writes. */
const WRITTEN = { state: 'written' } as const

/**
 * Page state that is stored in the query string. Its identity changes only when the URL does; `form` must not change
 * between renders either.
 */
export function useAddressState<State>(form: AddressForm<State>): AddressNavigation<State> {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const isBare = search.size === 0 && location.state?.state !== WRITTEN.state
  const parsed = useMemo(() => form.read(search, isBare), [form, search, isBare])
  const latest = useRef(parsed.state)
  /** Query strings that this hook has navigated to but that have not rendered yet, in order. */
  const pending = useRef<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round trip between two renders changes only the key.
  useLayoutEffect(() => {
    const steps = pending.current
    const drawn = steps.lastIndexOf(form.write(parsed.state).toString())
    // After navigation to any other state, no pending one will render: drop them all.
    steps.splice(0, drawn + 1 || steps.length)
    // Until then, the rendered state may be older than the last click.
    if (steps.length === 0) latest.current = parsed.state
  }, [form, parsed, location.key])

  const { ignored } = parsed
  const go: AddressNavigation<State>['go'] = useCallback(
    (change, options) => {
      const before = form.write(latest.current).toString()
      latest.current = change(latest.current)
      const after = form.write(latest.current)
      const text = after.toString()
      pending.current.push(text)
      // If the URL does not change, no history entry is needed.
      const { replace } = options ?? { replace: text === before }
      if (options?.keepsIgnored) for (const name of ignored.map(findName)) after.set(name, search.get(name) ?? '')
      setSearch(after, { replace, state: WRITTEN })
    },
    [form, ignored, search, setSearch],
  )
  return useMemo(() => ({ ...parsed, go, isBare }), [parsed, go, isBare])
}

/** Reads the name from `name=value`. */
const findName = (part: string) => part.split('=', 1).join()
