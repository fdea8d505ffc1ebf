import type { Location } from './routing.ts'

/** Key of the entry below, if this entry is its duplicate; otherwise null. */
export function readTwinKey({ state }: Location): string | null {
  return typeof state?.twin === 'string' ? state.twin : null
}

/** State for a duplicate of an entry. It survives a reload. */
export const markTwin = ({ state, key }: Location) => ({ ...state, twin: key })

/** Key of a visit; the same for an entry and its duplicate. */
export const readPageKey = (location: Location) => readTwinKey(location) ?? location.key
