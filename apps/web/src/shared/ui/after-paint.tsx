import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Renders children in a transition after the first paint. `useDeferredValue` does not help here: inside a render that
 * is already deferred, React renders a deferred value at once.
 */
export function AfterPaint({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue ? children : null
}
