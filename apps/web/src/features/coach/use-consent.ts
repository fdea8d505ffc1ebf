import type { CoachStatus } from '@callwright/contracts'
import { useState } from 'react'
import { getServices, useSessionDispatch, useUserId } from '../../api/session-hooks.ts'

const KEY = 'coachPositions'

/** Whether the reader's positions may be sent to a model's provider. */
export interface Consent {
  /** Whom they would be sent to; null: nobody, or they are never sent. */
  readonly recipient: string | null
  /** Null: the reader has not said yet. */
  readonly agreed: boolean | null
  readonly decide: (agreed: boolean | null) => void
}

/** Asked once for each recipient, and kept on this device. */
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
