import { type SyntheticEvent, useRef } from 'react'

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
