import { setImmediate } from 'node:timers/promises'

/** Time after which long work lets other requests run. */
const SLICE_MS = 15

export type Breathe = () => Promise<void>

/** Returns a function that long work calls between its parts, so that the service answers others meanwhile. */
export function createBreathing(): Breathe {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await setImmediate()
    since = performance.now()
  }
}
