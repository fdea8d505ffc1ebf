import { type SyntheticEvent, useRef } from 'react'

/**
 * An act that runs once at a time: a second click while it runs does nothing. What is drawn as busy comes too late for
 * that: a second click or Enter may arrive before the next drawing.
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

/** The same for the submit of a form, which must never leave the page, not even where it does nothing. */
export function useSingleSubmit<Event extends SyntheticEvent>(
  submit: (event: Event) => unknown,
): (event: Event) => void {
  const run = useSingleRun(submit)
  return (event) => {
    event.preventDefault()
    void run(event)
  }
}
