import type { Location } from './routing.ts'

/** The key of the entry under this one, where both are of the same step; null: the entry is a step of its own. */
export function readTwinKey({ state }: Location): string | null {
  return typeof state?.twin === 'string' ? state.twin : null
}

/** The state of an entry to be put over this one. It outlives a reload. */
export const markTwin = ({ state, key }: Location) => ({ ...state, twin: key })

/** Of the step that brought the reader here: the same on both of its entries. */
export const readPageKey = (location: Location) => readTwinKey(location) ?? location.key
