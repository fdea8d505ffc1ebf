import { useSyncExternalStore } from 'react'
import type { Visitor } from './visitor.ts'

/** Another tab signs in or out, or the reader comes back to the page as it was left. */
const events = ['storage', 'pageshow'] as const

function subscribe(listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** Whether somebody is signed in in this browser; nobody is in the page as it was prerendered. */
export const useSession = ({ hasSession }: Visitor): boolean => useSyncExternalStore(subscribe, hasSession, () => false)
