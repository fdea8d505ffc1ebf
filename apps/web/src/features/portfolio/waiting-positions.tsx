import { useWindowEvent } from '@mantine/hooks'
import { type ComponentType, useEffect, useState } from 'react'
import { POSITIONS_KEY } from '../../api/credentials.ts'
import { getServices, useSessionDispatch } from '../../api/session.ts'
import { PORTFOLIO_PATH } from '../../shared/paths.ts'
import { useLocation } from '../../shared/routing.ts'
import type { PositionSyncProps } from './data/use-outbox.tsx'

/**
 * Syncs changes stored on this device while the user is on any page but the portfolio, which syncs them itself.
 * `onCount` receives the number of unsynced changes.
 */
export function WaitingPositions({ onCount }: PositionSyncProps) {
  const { pathname } = useLocation()
  const dispatch = useSessionDispatch()
  const [Sync, setSync] = useState<ComponentType<PositionSyncProps> | null>(null)
  const isElsewhere = !pathname.startsWith(PORTFOLIO_PATH)
  const isNeeded = isElsewhere && dispatch(getServices()).storage.listKeys(POSITIONS_KEY).length > 0
  const [returns, setReturns] = useState(0)
  useWindowEvent('online', () => setReturns((count) => count + 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries a failed import on the next page or when the browser is online again
  useEffect(() => {
    if (isNeeded && Sync === null) void loadSync().then((part) => setSync(() => part))
  }, [isNeeded, Sync, pathname, returns])
  return isNeeded && Sync !== null ? <Sync onCount={onCount} /> : null
}

async function loadSync(): Promise<ComponentType<PositionSyncProps> | null> {
  try {
    return (await import('./data/use-outbox.tsx')).PositionSync
  } catch {
    return null
  }
}
