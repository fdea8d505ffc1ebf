import { useEffect, useState } from 'react'

/** True once `active` has been true for `ms` without interruption. */
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
