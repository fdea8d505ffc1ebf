import { useState } from 'react'

/** What was there last, for a dialog that still shows it as it closes. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
