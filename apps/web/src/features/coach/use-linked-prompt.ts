import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from '../../shared/routing.ts'

const PARAMETER = 'prompt'
const SEND_AFTER_MS = 500

interface LinkedPromptOptions {
  /** Whether a message can be sent now. */
  readonly isReady: boolean
  /** Called when the countdown ends without user input. */
  readonly onDue: (prompt: string) => void
}

export interface LinkedPrompt {
  /** Prompt shown in the field during the countdown; null otherwise. */
  readonly shown: string | null
  /** Cancels the countdown: the user sent or edited the prompt. */
  readonly take: () => void
}

/**
 * Puts the `prompt` URL parameter in the field and sends it once after a short countdown, unless the user sends or
 * edits it first. The parameter is then removed from the URL.
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
