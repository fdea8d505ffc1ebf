import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs `action` each time `value` changes. The initial value does not count as a change. */
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
