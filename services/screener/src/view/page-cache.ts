import { crc32 } from 'node:zlib'

const KEPT_BYTES = 8 * 1_024 * 1_024
const ASKED_KEYS = 4_096

/**
 * Cache of pages that were requested more than once, since many users open the same few screens. A key contains
 * everything that its page depends on, so cached pages are never stale. A full cache is cleared.
 */
export function createPageCache() {
  const pages = new Map<string, Buffer>()
  /** Checksums of keys requested once. At worst, a collision caches a page one request early. */
  const asked = new Set<number>()
  let bytes = 0

  function keep(key: string, page: Buffer): void {
    if (page.length > KEPT_BYTES) return
    bytes += page.length
    if (bytes > KEPT_BYTES) {
      pages.clear()
      bytes = page.length
    }
    pages.set(key, Buffer.from(page))
  }

  function note(checksum: number): void {
    if (asked.size >= ASKED_KEYS) asked.clear()
    asked.add(checksum)
  }

  return {
    /** The returned buffer must not be modified. */
    get: (key: string): Buffer | null => pages.get(key) ?? null,
    /** Caches a copy of a page if it was requested before. */
    offer(key: string, page: Buffer): void {
      const checksum = crc32(key)
      if (asked.delete(checksum)) keep(key, page)
      else note(checksum)
    },
  }
}
