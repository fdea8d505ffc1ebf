import { HOLDINGS_LIST } from '@callwright/contracts/screener-columns'
import { useSyncExternalStore } from 'react'

type ListNames = ReadonlyMap<string, string>

/** Names of the user's lists by id, kept here because a page shows them before the code for lists has loaded. */
let names: ListNames = new Map()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function storeListNames(latest: ListNames): void {
  names = latest
  for (const listener of listeners) listener()
}

/** `My holdings`, the name of a list, or a placeholder until the lists have loaded. */
export const nameList = (id: string) => (id === HOLDINGS_LIST ? 'My holdings' : (names.get(id) ?? '…'))

/** Renders the component again when the names have loaded or changed. */
export const useListNames = () => useSyncExternalStore(subscribe, () => names)
