import type { KeyValueStorage } from '../../../api/browser-storage.ts'
import { type PendingChange, parseChange, parseJson, readStoredPosition } from './pending-change.ts'
import { POSITIONS_KEY } from './positions-key.ts'

/**
 * Covered calls in localStorage. The plain key holds anonymous positions, saved without a session. Keys with owner and
 * id hold one pending change each, so tabs do not overwrite each other and a malformed entry affects only itself.
 */
export interface LocalPositions {
  readonly list: () => readonly PendingChange[]
  readonly find: (id: string) => PendingChange | null
  /** Stores a change; returns false if localStorage rejected it. */
  readonly keep: (change: PendingChange) => boolean
  readonly forget: (id: string) => void
  /** Assigns anonymous positions to the owner. Returns true if some could not be read. */
  readonly adopt: (newKey: () => string) => boolean
  /** Whether a storage key belongs to these positions. */
  readonly isOwn: (key: string | null) => boolean
}

export function openLocalPositions(storage: KeyValueStorage, owner: string): LocalPositions {
  const prefix = `${POSITIONS_KEY}.${owner}.`
  const find = (id: string) => parseChange(storage.get(prefix + id) ?? '')
  const keep = (change: PendingChange) => {
    const isStored = storage.set(prefix + change.position.id, JSON.stringify(change))
    // Remove the older version; otherwise it would reappear after a reload.
    if (!isStored) storage.remove(prefix + change.position.id)
    return isStored
  }
  return {
    list: () => storage.listKeys(prefix).flatMap((key) => find(key.slice(prefix.length)) ?? []),
    find,
    keep,
    forget: (id) => storage.remove(prefix + id),
    adopt: (newKey) => adopt(storage, newKey, (change) => find(change.position.id) !== null || keep(change)),
    isOwn: (key) => key === null || key.startsWith(prefix),
  }
}

function adopt(storage: KeyValueStorage, newKey: () => string, take: (change: PendingChange) => boolean): boolean {
  const text = storage.get(POSITIONS_KEY)
  if (text === null) return false
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return true
  const left = stored.filter((row) => {
    const position = readStoredPosition(row)
    if (position === null) return true
    return !take({ kind: 'add', position, key: newKey(), edited: false, found: true, refusal: null })
  })
  if (left.length === 0) storage.remove(POSITIONS_KEY)
  else if (left.length < stored.length) storage.set(POSITIONS_KEY, JSON.stringify(left))
  return left.some((row) => readStoredPosition(row) === null)
}
