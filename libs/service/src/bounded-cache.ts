import { hash } from 'node:crypto'

/** A map whose entries expire at `expiresAtMs`. If it is full, the oldest entry is evicted. */
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
    /**
     * Removes expired entries from the oldest on, and stops at the first valid one. This requires that all entries have
     * the same lifetime.
     */
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

/** Digest of a whole token, as a cache key. Tokens are malleable, so part of one is no safe key (D32). */
export function digestToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
