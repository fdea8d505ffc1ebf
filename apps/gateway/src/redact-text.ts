const REDACTED = '[redacted]'

/** Every pattern runs in linear time: each repetition is bounded or can start in only one place. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
  [/([?&#;][\w.%-]+=)[^&#;\s"'<>)]*/g, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${REDACTED}`],
  [
    /\b(pass(?:word|wd)?|secret|token|api[-_]?key|cookie|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;&#]+/gi,
    `$1$2${REDACTED}`,
  ],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, REDACTED],
  [/[\w-]{32,}/g, REDACTED],
  [/[\w-]{8,31}\.[\w-]{8,31}\.[\w-]{0,31}/g, REDACTED],
]

/**
 * Makes untrusted text safe to log. Removes anything that looks like a credential, an email address or a query value,
 * and escapes control characters (line breaks, terminal codes, direction marks).
 */
export function redactText(text: string): string {
  const redacted = secretPatterns.reduce((current, [pattern, instead]) => current.replace(pattern, instead), text)
  return redacted.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
