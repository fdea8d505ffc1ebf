import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * What may come after what stands around it: it is drawn in slices, between which the browser answers. A deferred value would
 * not do: React draws at once what is deferred within what was deferred.
 */
export function Later({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue ? children : null
}
