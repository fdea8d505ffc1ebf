import { useSyncExternalStore } from 'react'
import type { Visitor } from './visitor.ts'

/** `storage` fires when another tab signs in or out; `pageshow` when the page returns from the back/forward cache. */
const events = ['storage', 'pageshow'] as const

function subscribe(listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** Whether a user is signed in on this browser; false in the prerendered page. */
export const useSession = ({ hasSession }: Visitor): boolean => useSyncExternalStore(subscribe, hasSession, () => false)
