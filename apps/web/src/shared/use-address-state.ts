import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from './routing.ts'

/** How a page's state stands in its address. */
export interface AddressForm<State> {
  /** `isBare`: the address says nothing, and was not written by the page itself. */
  readonly read: (search: URLSearchParams, isBare: boolean) => ParsedAddress<State>
  readonly write: (state: State) => URLSearchParams
}

export interface ParsedAddress<State> {
  readonly state: State
  /** Parts of the address that mean nothing here, as `name=value`. */
  readonly ignored: readonly string[]
}

export interface AddressNavigation<State> extends ParsedAddress<State> {
  /** Goes on from the newest state, which a click just before may have set without it being drawn yet. */
  readonly go: (change: (latest: State) => State, options?: GoOptions) => void
  readonly isBare: boolean
}

export interface GoOptions {
  readonly replace: boolean
  /** Leaves what means nothing in the address, so that it goes on being told of. */
  readonly keepsIgnored?: boolean
}

/** On the history entry of every address written here. */
const WRITTEN = { state: 'written' } as const

/** The state of a page, read from the address and written back to it; the same while the address is. So must `form` be. */
export function useAddressState<State>(form: AddressForm<State>): AddressNavigation<State> {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const isBare = search.size === 0 && location.state?.state !== WRITTEN.state
  const parsed = useMemo(() => form.read(search, isBare), [form, search, isBare])
  const latest = useRef(parsed.state)
  /** Addresses that were gone to and are not drawn yet, in their order. */
  const underway = useRef<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: there and back again between two drawings is a new key alone.
  useEffect(() => {
    const steps = underway.current
    const drawn = steps.lastIndexOf(form.write(parsed.state).toString())
    // Somewhere else altogether: nothing is underway any more.
    steps.splice(0, drawn + 1 || steps.length)
    // What is drawn now may be older than the last click.
    if (steps.length === 0) latest.current = parsed.state
  }, [form, parsed, location.key])

  const { ignored } = parsed
  const go: AddressNavigation<State>['go'] = useCallback(
    (change, options) => {
      const before = form.write(latest.current).toString()
      latest.current = change(latest.current)
      const after = form.write(latest.current)
      const text = after.toString()
      underway.current.push(text)
      // An address that does not change is no step to come back from.
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
