/** Whether an `If-None-Match` header names this tag: a list, weak ones among it, or `*` (RFC 9110 section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === tag)
}
