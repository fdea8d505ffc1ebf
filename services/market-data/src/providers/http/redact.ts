/** Minimum length of a value to redact. A shorter one is not a key, and redacting it would remove ordinary words. */
const SHORTEST_SECRET = 6
const LONGEST_DETAIL = 240

/** Secrets to redact: header values, and parts of them such as the token after `Bearer`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}

/** Makes a provider's message safe to log: removes secrets, URLs and control characters, and shortens it. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '***')
  clean = clean.replace(/[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi, '(address)').replace(/[^\P{C}]+/gu, ' ')
  return clean.length > LONGEST_DETAIL ? `${clean.slice(0, LONGEST_DETAIL)}...` : clean
}
