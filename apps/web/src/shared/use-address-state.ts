import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from './routing.ts'

/** Conversion between a page's state and its query string. */
export interface AddressForm<State> {
  /** `isBare`: the query string is empty and was not written by this hook. */
  readonly read: (search: URLSearchParams, isBare: boolean) => ParsedAddress<State>
  readonly write: (state: State) => URLSearchParams
}

export interface ParsedAddress<State> {
  readonly state: State
  /** Unrecognized parameters, as `name=value`. */
  readonly ignored: readonly string[]
}

export interface AddressNavigation<State> extends ParsedAddress<State> {
  /** Updates the newest state, even if a previous update has not rendered yet. */
  readonly go: (change: (latest: State) => State, options?: GoOptions) => void
  readonly isBare: boolean
}

export interface GoOptions {
  readonly replace: boolean
  /** Keeps unrecognized parameters in the URL, so that they remain reported. */
  readonly keepsIgnored?: boolean
}

/** State of every history entry that this hook writes. */
const WRITTEN = { state: 'written' } as const

/** Page state that is stored in the query string. Its identity changes only with the URL; `form` must be stable too. */
export function useAddressState<State>(form: AddressForm<State>): AddressNavigation<State> {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const isBare = search.size === 0 && location.state?.state !== WRITTEN.state
  const parsed = useMemo(() => form.read(search, isBare), [form, search, isBare])
  const latest = useRef(parsed.state)
  /** Query strings that were navigated to but have not rendered yet, in order. */
  const pending = useRef<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round trip between two renders changes only the key.
  useEffect(() => {
    const steps = pending.current
    const drawn = steps.lastIndexOf(form.write(parsed.state).toString())
    // Navigation to another state: drop all pending ones.
    steps.splice(0, drawn + 1 || steps.length)
    // The rendered state may be older than the last click.
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
      // An unchanged URL needs no history entry.
      const { replace } = options ?? { replace: text === before }
      if (options?.keepsIgnored) for (const name of ignored.map(findName)) after.set(name, search.get(name) ?? '')
      setSearch(after, { replace, state: WRITTEN })
    },
    [form, ignored, search, setSearch],
  )
  return useMemo(() => ({ ...parsed, go, isBare }), [parsed, go, isBare])
}

/** The name in `name=value`. */
const findName = (part: string) => part.split('=', 1).join()
