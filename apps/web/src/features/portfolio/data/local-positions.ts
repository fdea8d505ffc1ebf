import type { KeyValueStorage } from '../../../api/browser-storage.ts'
import { type PendingChange, parseChange, parseJson, readStoredPosition } from './pending-change.ts'
import { POSITIONS_KEY } from './positions-key.ts'

/**
 * Covered calls in the browser's storage. Under the key itself: those of nobody in particular, as a page without a session
 * left them. Under the key, the owner and the id: what an owner has yet to send, an entry each, so that tabs do not write
 * over each other and one broken entry is the only one.
 */
export interface LocalPositions {
  readonly list: () => readonly PendingChange[]
  readonly find: (id: string) => PendingChange | null
  /** Returns whether it outlives the page. */
  readonly keep: (change: PendingChange) => boolean
  readonly forget: (id: string) => void
  /** Makes positions of nobody the owner's. Returns whether there are some that cannot be read. */
  readonly adopt: (newKey: () => string) => boolean
  /** Whether a key of the storage belongs to these positions. */
  readonly isOwn: (key: string | null) => boolean
}

export function openLocalPositions(storage: KeyValueStorage, owner: string): LocalPositions {
  const prefix = `${POSITIONS_KEY}.${owner}.`
  const find = (id: string) => parseChange(storage.get(prefix + id) ?? '')
  const keep = (change: PendingChange) => {
    const isKept = storage.set(prefix + change.position.id, JSON.stringify(change))
    // What does not outlive the page must not seem to.
    if (!isKept) storage.remove(prefix + change.position.id)
    return isKept
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
