import { useRef, useState } from 'react'
import { retryImport } from './load-code.ts'
import { askToRetry } from './notifications.tsx'

export interface Deferred<Part> {
  readonly part: Part | null
  readonly loading: boolean
  /**
   * Loads the part and returns whether it is available. If loading fails, shows the failure with a Retry button, and
   * returns false only if the user dismisses it.
   */
  readonly load: () => Promise<boolean>
  /** Loads the part and returns whether it is available. Does not report a failure. */
  readonly tryLoad: () => Promise<boolean>
}

/** Code that loads when it is first used. */
export function useDeferred<Part>(fetchPart: () => Promise<Part>): Deferred<Part> {
  const [part, setPart] = useState<Part | null>(null)
  const [loading, setLoading] = useState(false)
  const hasFailed = useRef(false)
  const tryLoad = async () => {
    if (part !== null) return true
    setLoading(true)
    try {
      const loaded = await (hasFailed.current ? retryImport(fetchPart) : fetchPart())
      setPart(() => loaded)
      return true
    } catch {
      hasFailed.current = true
      return false
    } finally {
      setLoading(false)
    }
  }
  const load = async () => {
    while (!(await tryLoad())) {
      if (!(await askToRetry('Could not load this section. Check your connection and try again.'))) return false
    }
    return true
  }
  return { part, loading, load, tryLoad }
}
