import { type ReactNode, useDeferredValue } from 'react'

/** What may come after the rest of the page: it is drawn in slices, between which the browser answers. */
export function Later({ children }: { readonly children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue ? children : null
}
