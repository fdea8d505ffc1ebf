import type { CoachStatus } from '@callwright/contracts'
import { useState } from 'react'
import { getServices, useSessionDispatch, useUserId } from '../../api/session-hooks.ts'

const KEY = 'coachPositions'

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
  const key = `${KEY}.${userId}.${recipient}`
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
