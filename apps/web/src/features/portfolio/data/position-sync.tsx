import { useEffect, useEffectEvent } from 'react'
import { useOutbox } from './use-outbox.ts'

export interface PositionSyncProps {
  /** Hears how many changes have yet to reach the server; 0 once this goes. */
  readonly onCount: (count: number) => void
}

export function PositionSync({ onCount }: PositionSyncProps) {
  const { changes } = useOutbox().state
  const tell = useEffectEvent(onCount)
  useEffect(() => {
    tell(changes.length)
    return () => tell(0)
  }, [changes.length])
  return null
}
