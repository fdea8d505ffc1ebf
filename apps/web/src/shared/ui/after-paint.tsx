import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Renders children in a transition after the first paint. `useDeferredValue` would not work: React renders at once a
 * value that is deferred inside another deferred render.
 */
export function AfterPaint({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue ? children : null
}
