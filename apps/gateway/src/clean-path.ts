const MAX_SEGMENT_CHARACTERS = 100
const pathCharacters = /^\/(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%[0-9A-Fa-f]{2})*$/
// Escapes of letters, digits, `-`, `.`, `_` and `~`, which never need escaping. Only some parsers decode them before
// they compare paths.
const encodedPlainCharacter = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/i
// Decoded characters that change the meaning of a path: separators, escapes and control characters.
const ambiguousCharacters = /[\p{Cc}/\\;%]/u
// A class share such as BRK/B: the only path segment that may contain an escaped slash (D62).
const classShare = /^[A-Za-z]{1,6}%2[Ff][A-Za-z]$/
const API = '/api/'

export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/**
 * Whether every parser reads a raw path the same way (S03). Such a path has plain characters only. It has no empty, dot
 * or overlong segments, and no escapes that decode to an unreserved character, a separator, another escape or a control
 * character. Under /api/, a symbol may contain one escaped slash.
 */
export function isCleanPath(path: string): boolean {
  if (!pathCharacters.test(path) || encodedPlainCharacter.test(path)) return false
  const segments = path.split('/').slice(1)
  const isApi = path.startsWith(API)
  return segments.every(
    (segment, index) => isCleanSegment(segment, index === segments.length - 1) || (isApi && classShare.test(segment)),
  )
}

function isCleanSegment(segment: string, isLast: boolean): boolean {
  if (segment === '') return isLast
  if (segment === '.' || segment === '..') return false
  if (!segment.includes('%')) return segment.length <= MAX_SEGMENT_CHARACTERS
  const decoded = decode(segment)
  return decoded !== null && decoded.length <= MAX_SEGMENT_CHARACTERS && !ambiguousCharacters.test(decoded)
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
