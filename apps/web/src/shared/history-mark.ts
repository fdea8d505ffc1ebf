import type { Location } from './routing.ts'

/** If this history entry is a duplicate, the key of the entry that it duplicates; otherwise null. */
export function readTwinKey({ state }: Location): string | null {
  return typeof state?.twin === 'string' ? state.twin : null
}

/** State that marks an entry as a duplicate of this one. It survives a reload. */
export const markTwin = ({ state, key }: Location) => ({ ...state, twin: key })

/** Key that an entry and its duplicate share. */
export const readPageKey = (location: Location) => readTwinKey(location) ?? location.key
