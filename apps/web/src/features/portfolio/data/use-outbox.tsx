import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { portfolioApi } from '../../../api/portfolio.ts'
import { getServices, useSessionDispatch, useUserId } from '../../../api/session.ts'
import { notify } from '../../../shared/notifications.tsx'
import { createOutbox, type OutboxState } from './outbox.ts'
import { type LocalPositions, newId, openLocalPositions } from './pending-change.ts'
import { type ChangeSender, createChangeSender } from './send-change.ts'

interface OutboxUse {
  readonly state: OutboxState
  readonly save: ChangeSender['save']
  readonly syncNow: () => Promise<void>
  readonly discard: (id: string) => void
  readonly positions: Pick<LocalPositions, 'keepLoaded' | 'listLoaded'>
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 120_000

const newKey = () => newId(Date.now())

/**
 * The user's unsynced changes. `save` sends a new change at once. If sending fails, the hook retries when the page opens
 * or comes back online, and then with increasing delays until every change is sent.
 */
export function useOutbox(): OutboxUse {
  const { outbox, sender, positions, services, onAccepted } = useParts()
  const state = useSyncExternalStore(outbox.subscribe, outbox.read)
  const [wakeUps, setWakes] = useState(0)
  const seenWakes = useRef(0)
  const hasWaiting = state.changes.some(({ position, refusal }) => refusal === null && !state.sending.has(position.id))

  const syncNow = async () => {
    const { found } = await sender.sync()
    if (found > 0)
      notify(
        found === 1
          ? 'A position found in this browser was added to your portfolio.'
          : `${found} positions found in this browser were added to your portfolio.`,
      )
  }
  const sync = useEffectEvent(syncNow)

  useEffect(() => {
    outbox.adopt()
    setWakes((count) => count + 1)
  }, [outbox])
  useWindowEvent('online', () => setWakes((count) => count + 1))
  useWindowEvent('storage', ({ key }) => {
    if (positions.isOwn(key) && outbox.reload()) onAccepted()
  })

  useEffect(() => {
    const isWoken = seenWakes.current !== wakeUps
    seenWakes.current = wakeUps
    if (!hasWaiting) return
    const leave = new AbortController()
    const { wait, random } = services
    const keepSyncing = async () => {
      if (isWoken) await sync()
      for (let pauseMs = FIRST_PAUSE_MS; !leave.signal.aborted; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
        await wait(pauseMs * (0.75 + random() / 2), leave.signal)
        if (!leave.signal.aborted) await sync()
      }
    }
    void keepSyncing()
    return () => leave.abort()
  }, [hasWaiting, wakeUps, services])

  return { state, save: sender.save, syncNow, discard: outbox.forget, positions }
}

function useParts() {
  const dispatch = useSessionDispatch()
  const owner = useUserId() ?? ''
  return useMemo(() => {
    const services = dispatch(getServices())
    const positions = openLocalPositions(services.storage, owner)
    const outbox = createOutbox({ positions, newKey, nowMs: Date.now })
    const onAccepted = () => void dispatch(portfolioApi.util.invalidateTags(['Portfolio']))
    const { runExclusively } = services
    const sender = createChangeSender({ outbox, dispatch, runExclusively, newKey, owner, onAccepted })
    return { services, positions, outbox, sender, onAccepted }
  }, [dispatch, owner])
}

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
