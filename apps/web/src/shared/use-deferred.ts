import { useState } from 'react'
import { notify } from './notify.ts'

export interface Deferred<Part> {
  readonly part: Part | null
  readonly loading: boolean
  /** Returns whether the part is there; a failure is told and may be tried again. */
  readonly load: () => Promise<boolean>
}

const NOT_LOADED = 'This part of the page could not be loaded. Check your connection and try again.'

/** Code that is fetched when it is first wanted. */
export function useDeferred<Part>(fetchPart: () => Promise<Part>): Deferred<Part> {
  const [part, setPart] = useState<Part | null>(null)
  const [loading, setLoading] = useState(false)
  return {
    part,
    loading,
    load: async () => {
      if (part !== null) return true
      setLoading(true)
      try {
        const loaded = await fetchPart()
        setPart(() => loaded)
        return true
      } catch {
        notify(NOT_LOADED)
        return false
      } finally {
        setLoading(false)
      }
    },
  }
}
