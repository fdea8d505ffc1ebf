import { type SyntheticEvent, useRef } from 'react'

/**
 * Runs an action one at a time: calls while it runs are ignored. A busy state is not enough, because a second click or
 * Enter may arrive before the next render.
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

/** Submit handler for a form: always prevents navigation, and ignores repeats. */
export function useSingleSubmit<Event extends SyntheticEvent>(
  submit: (event: Event) => unknown,
): (event: Event) => void {
  const run = useSingleRun(submit)
  return (event) => {
    event.preventDefault()
    void run(event)
  }
}
