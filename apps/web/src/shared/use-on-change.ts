import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs `action` when `value` changes, but not for the initial value. */
export function useOnChange<T>(value: T, action: (now: T, before: T) => void): void {
  const seen = useRef(value)
  const run = useEffectEvent(action)
  useEffect(() => {
    const before = seen.current
    if (Object.is(before, value)) return
    seen.current = value
    run(value, before)
  }, [value])
}
