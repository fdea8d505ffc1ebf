import { useMediaQuery } from '@mantine/hooks'
import {
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { NARROW, PHONE, SHORT } from './breakpoints.ts'

const now = { getInitialValueInEffect: false }

export const useIsPhone = () => useMediaQuery(PHONE, false, now)
export const useIsNarrow = () => useMediaQuery(NARROW, false, now)
export const useIsShort = () => useMediaQuery(SHORT, false, now)

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

/**
 * Sets a data attribute on the root element while the component is mounted, unless `value` is null. Styles of the root must not use `:has()`:
 * the browser would recalculate all styles of the page for every label and row that a chart or table adds.
 */
export function useRootMark(name: 'side' | 'pageFoot' | 'pl', value: string | null): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (value !== null) dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}

/** Whether the browser has a network connection. Even if it does, the server may be unreachable. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/**
 * Allows only one run of an action at a time and ignores calls in between. A busy state would not be enough, because a
 * second click or Enter may come before the next render.
 */
export function useSingleRun<Args extends readonly unknown[]>(
  act: (...args: Args) => unknown,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false)
  return async (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await act(...args)
    } finally {
      isRunning.current = false
    }
  }
}

/** Submit handler for a form. It always prevents navigation, and ignores repeated submits. */
export function useSingleSubmit<Event extends SyntheticEvent>(
  submit: (event: Event) => unknown,
): (event: Event) => void {
  const run = useSingleRun(submit)
  return (event) => {
    event.preventDefault()
    void run(event)
  }
}
