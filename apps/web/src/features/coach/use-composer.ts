import type { CoachStatus } from '@callwright/contracts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openBrowserStorage } from '../../api/services.ts'
import { getServices, useSessionDispatch, useUserId } from '../../api/session.ts'
import { useLocation, useSearchParams } from '../../shared/routing.ts'

const CONSENT_KEY = 'coachPositions'

/** The user's consent to sending positions to a model provider. */
export interface Consent {
  /** Provider that would receive the positions; null if none would. */
  readonly recipient: string | null
  /** Null until the user decides. */
  readonly agreed: boolean | null
  readonly decide: (agreed: boolean | null) => void
}

/** Asks for consent once per recipient and stores the decision in this browser. */
export function useConsent(status: CoachStatus | undefined): Consent {
  const { storage } = useSessionDispatch()(getServices())
  const userId = useUserId()
  const recipient = status?.positions === 'ask' ? status.recipient : null
  const key = `${CONSENT_KEY}.${userId}.${recipient}`
  const [, drawAgain] = useState(0)
  const kept = storage.get(key)
  return {
    recipient,
    agreed: kept === 'yes' ? true : kept === 'no' ? false : null,
    decide: (agreed) => {
      if (agreed === null) storage.remove(key)
      else storage.set(key, agreed ? 'yes' : 'no')
      drawAgain((times) => times + 1)
    },
  }
}

const DRAFT_KEY = 'coachDraft'
const storage = openBrowserStorage(() => sessionStorage)

/** Unsent text in the message field. Stored per tab, so it survives a visit to another page. */
export function useDraft(): readonly [string, (text: string) => void] {
  const key = `${DRAFT_KEY}.${useUserId()}`
  const [text, setText] = useState(() => storage.get(key) ?? '')
  const write = (written: string) => {
    setText(written)
    if (written === '') storage.remove(key)
    else storage.set(key, written)
  }
  return [text, write]
}

const PARAMETER = 'prompt'
const SEND_AFTER_MS = 500

interface LinkedPromptOptions {
  /** Whether a message can be sent now. */
  readonly isReady: boolean
  /** Called when the countdown ends without user input. */
  readonly onDue: (prompt: string) => void
}

interface LinkedPrompt {
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
