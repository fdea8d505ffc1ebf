import { useRef, useState } from 'react'
import { loadCodeAgain } from './load-code.ts'
import { askToRetry } from './notify-retry.tsx'
import { uiWords } from './ui/ui-words.ts'

export interface Deferred<Part> {
  readonly part: Part | null
  readonly loading: boolean
  /**
   * Returns whether the part is there. A failure is shown with Retry, and the answer waits for that: false is a
   * reader who gave it up.
   */
  readonly load: () => Promise<boolean>
  /** Returns whether the part is there, for a place that says itself what it lacks. */
  readonly tryLoad: () => Promise<boolean>
}

/** Code that is fetched when it is first wanted. */
export function useDeferred<Part>(fetchPart: () => Promise<Part>): Deferred<Part> {
  const [part, setPart] = useState<Part | null>(null)
  const [loading, setLoading] = useState(false)
  const hasFailed = useRef(false)
  const tryLoad = async () => {
    if (part !== null) return true
    setLoading(true)
    try {
      const loaded = await (hasFailed.current ? loadCodeAgain(fetchPart) : fetchPart())
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
      if (!(await askToRetry(uiWords.partMissing))) return false
    }
    return true
  }
  return { part, loading, load, tryLoad }
}
