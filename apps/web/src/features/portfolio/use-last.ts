import { useState } from 'react'

/** Returns the last non-null value, which a dialog keeps showing while it closes. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
