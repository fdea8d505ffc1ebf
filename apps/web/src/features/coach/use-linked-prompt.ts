import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from '../../shared/routing.ts'

const PARAMETER = 'prompt'
const SEND_AFTER_MS = 500

interface LinkedPromptOptions {
  /** The page could send a message now. */
  readonly isReady: boolean
  /** The moment is over, and nobody has touched it. */
  readonly onDue: (prompt: string) => void
}

export interface LinkedPrompt {
  /** What stands in the field until then; null: nothing. */
  readonly shown: string | null
  /** The reader has sent it, or written something else: it is not sent any more. */
  readonly take: () => void
}

/**
 * A question that came with the address: it stands in the field and is sent a moment later, once, unless the reader was
 * faster or has changed it by then. The address goes on without it.
 */
export function useLinkedPrompt({ isReady, onDue }: LinkedPromptOptions): LinkedPrompt {
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const done = useRef<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const prompt = search.get(PARAMETER)

  const take = () => {
    if (shown === null || done.current === key) return
    done.current = key
    setShown(null)
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(PARAMETER)
        return after
      },
      { replace: true },
    )
  }
  const finish = useEffectEvent((due: string) => {
    if (done.current === key) return
    take()
    onDue(due)
  })
  useEffect(() => {
    if (prompt === null || !isReady || done.current === key) return
    setShown(prompt)
    const timer = setTimeout(() => finish(prompt), SEND_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setShown(null)
    }
  }, [prompt, isReady, key])
  return { shown, take }
}
