import { useEffect, useEffectEvent } from 'react'
import { useOutbox } from './use-outbox.ts'

export interface PositionSyncProps {
  /** Receives the number of unsynced changes; 0 on unmount. */
  readonly onCount: (count: number) => void
}

export function PositionSync({ onCount }: PositionSyncProps) {
  const { changes } = useOutbox().state
  const report = useEffectEvent(onCount)
  useEffect(() => {
    report(changes.length)
    return () => report(0)
  }, [changes.length])
  return null
}
