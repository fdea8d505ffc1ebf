const MAX_SEGMENT_CHARACTERS = 100
const pathCharacters = /^\/(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%[0-9A-Fa-f]{2})*$/
const encodedDot = /%2e/i
// Escapes that decode to a separator, an escape or a control character change what a path means.
const ambiguousCharacters = /[\p{Cc}/\\;%]/u

/** The path of a request target, without its query string. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/**
 * Whether a raw path reads the same to every party (S03): plain characters, no empty or dot segment, no escape that
 * decodes to a separator, a dot, another escape or a control character, no over-long segment.
 */
export function isCleanPath(path: string): boolean {
  if (!pathCharacters.test(path) || encodedDot.test(path)) return false
  const segments = path.split('/').slice(1)
  return segments.every((segment, index) => isCleanSegment(segment, index === segments.length - 1))
}

function isCleanSegment(segment: string, isLast: boolean): boolean {
  if (segment === '') return isLast
  const decoded = decode(segment)
  if (decoded === null || decoded === '.' || decoded === '..') return false
  return decoded.length <= MAX_SEGMENT_CHARACTERS && !ambiguousCharacters.test(decoded)
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
