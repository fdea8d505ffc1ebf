import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useSearchParams } from '../../shared/routing.ts'

const PARAMETER = 'prompt'
const SEND_AFTER_MS = 500

interface LinkedPrompt {
  /** The page could send a message now. */
  readonly isReady: boolean
  readonly text: string
  readonly isSendable: (text: string) => boolean
  readonly onFill: (text: string) => void
  readonly onSend: (text: string) => void
}

/**
 * A question that came with the address: it fills the field and is sent a moment later, once, unless the reader has changed
 * it by then. The address goes on without it.
 */
export function useLinkedPrompt({ isReady, text, isSendable, onFill, onSend }: LinkedPrompt): void {
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const done = useRef<string | null>(null)
  const prompt = search.get(PARAMETER)

  const fill = useEffectEvent(() => {
    if (prompt !== null) onFill(prompt)
  })
  const finish = useEffectEvent(() => {
    done.current = key
    if (prompt !== null && text === prompt && isSendable(prompt)) onSend(prompt)
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(PARAMETER)
        return after
      },
      { replace: true },
    )
  })
  useEffect(() => {
    if (prompt === null || !isReady || done.current === key) return
    fill()
    const timer = setTimeout(() => finish(), SEND_AFTER_MS)
    return () => clearTimeout(timer)
  }, [prompt, isReady, key])
}
