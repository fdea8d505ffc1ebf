/** Shorter values are no keys, and would blot out ordinary words. */
const SHORTEST_SECRET = 6
const LONGEST_DETAIL = 240

/** What must never be repeated: header values, and the part after `Bearer`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}

/** A provider's words made fit for a log: without secrets, addresses and control characters, and short. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '***')
  clean = clean.replace(/[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi, '(address)').replace(/[^\P{C}]+/gu, ' ')
  return clean.length > LONGEST_DETAIL ? `${clean.slice(0, LONGEST_DETAIL)}...` : clean
}
