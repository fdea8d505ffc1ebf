import { useEffect, useState } from 'react'

/** Returns true once `active` has been true for `ms` without a break. */
export function useAfter(active: boolean, ms: number): boolean {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setReached(true), ms)
    return () => {
      clearTimeout(timer)
      setReached(false)
    }
  }, [active, ms])
  return active && reached
}
