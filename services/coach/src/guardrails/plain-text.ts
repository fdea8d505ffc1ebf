/** Maximum length of an answer in characters: at most 32 KB at four bytes per character. */
export const MAX_TEXT = 8_000

/** Control, format (bidirectional overrides, zero-width), private and unassigned characters, except line breaks. */
const UNSEEN = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu
const TAG = /<\/?[a-z!?][^<>]*>?/giu
const IMAGE_OR_LINK = /!?\[([^[\]\n]{0,300})\]\(\s{0,9}([^()\s]{0,2300})(?:\s[^()\n]{0,300})?\)/gu
const APP_PATH = /^\/(?![/\\])[\w\-./?=&%,+]*$/u
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|(?<![\w:/])\/\/(?=\w)|\bwww\.)\S*/giu
const SCRIPT_ADDRESS = /\b(?:javascript|vbscript|data|file|blob|mailto|tel|https?|ftp):\S+/giu
const MAIL_ADDRESS = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu
/** A company may be called Amazon.com, so a host counts only with a path or in lower case. */
const BARE_HOST =
  /(?<![\w@.-])(?:[\w-]+\.)+(?:[a-z]{2,24}\/\S*|(?<=\b[a-z][\w.-]{0,255}\.)(?:com|net|org|io|co|app|dev|xyz|info|biz|ru|cn|me|ai|link|site|online|top|ly|gg|to|tk)\b)/gu
const REMOVED = '(link removed)'

/**
 * Reduces text to plain lines, bullets and blank lines, without markup or images. Only links to this product's pages
 * remain. A space replaces each removed part, so that the words around it don't run together.
 */
export function toPlainText(text: string): string {
  const plain = text
    .slice(0, 4 * MAX_TEXT)
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, ' ')
    .replace(TAG, ' ')
    .replace(IMAGE_OR_LINK, (_whole, label: string, address: string) =>
      APP_PATH.test(address) ? `${label} (${address})` : label,
    )
    .replace(ADDRESS, REMOVED)
    .replace(SCRIPT_ADDRESS, REMOVED)
    .replace(MAIL_ADDRESS, REMOVED)
    .replace(BARE_HOST, REMOVED)
  const lines = plain.split('\n').map(toPlainLine)
  return shorten(
    lines
      .join('\n')
      .replace(/\n{3,}/gu, '\n\n')
      .trim(),
  )
}

function toPlainLine(line: string): string {
  if (/^(?:[|:\-\s]{3,}|[*_=\-\s]{3,})$/u.test(line)) return ''
  return line
    .replace(/^\s{0,3}(?:#{1,6}|>+)\s+/u, '')
    .replace(/^(\s*)[*+]\s+/u, '$1- ')
    .replace(/\*\*|__|`+/gu, '')
    .replace(/(?<![\w*])\*(\S[^*\n]*\S|\S)\*(?![\w*])/gu, '$1')
    .replace(/[ \t]+/gu, ' ')
    .trimEnd()
}

function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const whole = text.slice(0, MAX_TEXT)
  const end = Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('. ') + 1)
  return `${whole.slice(0, Math.max(end, MAX_TEXT / 2)).trimEnd()}\n…`
}

/** Removes invisible characters from a user's message except line breaks. */
export function cleanMessage(message: string): string {
  return message.normalize('NFC').replaceAll('\r\n', '\n').replace(UNSEEN, ' ').trim()
}
