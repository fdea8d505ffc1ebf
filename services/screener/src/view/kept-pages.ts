import { crc32 } from 'node:zlib'

const KEPT_BYTES = 8 * 1_024 * 1_024
const ASKED_KEYS = 4_096

/**
 * Finished pages that were asked for more than once: people open the same few screens. A key says everything a page depends
 * on, so no page is ever out of date; where the room is full, all of it is filled anew as it is asked for.
 */
export function createKeptPages() {
  const pages = new Map<string, Buffer>()
  /** Checksums of keys: where two are alike, a page is kept one time early. */
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
    /** Not to be written to. */
    get: (key: string): Buffer | null => pages.get(key) ?? null,
    /** Takes a copy of a page that is not kept yet and was asked for before. */
    offer(key: string, page: Buffer): void {
      const checksum = crc32(key)
      if (asked.delete(checksum)) keep(key, page)
      else note(checksum)
    },
  }
}
