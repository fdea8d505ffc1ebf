import { useSyncExternalStore } from 'react'

const events = ['beforeprint', 'afterprint'] as const

let printing = false

/** Whether the browser is printing the page. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing)

function subscribe(listener: () => void): () => void {
  const follow = ({ type }: Event) => {
    printing = type === 'beforeprint'
    listener()
  }
  for (const event of events) window.addEventListener(event, follow)
  return () => {
    for (const event of events) window.removeEventListener(event, follow)
  }
}
