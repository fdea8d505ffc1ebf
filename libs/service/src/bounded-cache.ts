import { hash } from 'node:crypto'

/** A map that forgets: entries live until `expiresAtMs`, the oldest goes when it is full. */
export function createBoundedCache<V>(maxEntries: number) {
  const entries = new Map<string, { value: V; expiresAtMs: number }>()
  return {
    get(key: string, nowMs: number): V | null {
      const entry = entries.get(key)
      if (entry === undefined) return null
      if (entry.expiresAtMs <= nowMs) {
        entries.delete(key)
        return null
      }
      return entry.value
    },
    set(key: string, value: V, expiresAtMs: number): void {
      entries.delete(key)
      if (entries.size >= maxEntries) {
        const oldest = entries.keys().next()
        if (!oldest.done) entries.delete(oldest.value)
      }
      entries.set(key, { value, expiresAtMs })
    },
    /** Lets go of what has ended, oldest first, up to the first that lives: for entries that live equally long. */
    prune(nowMs: number): void {
      for (const [key, { expiresAtMs }] of entries) {
        if (expiresAtMs > nowMs) return
        entries.delete(key)
      }
    },
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}

/** Tokens are malleable text: caches key them by a digest of the whole, never by a part (D32). */
export function digestToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
