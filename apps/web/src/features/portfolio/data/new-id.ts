const RANDOM_BYTES = 8

/** An id that no other tab, device or moment makes: the time in front, so that ids sort by it. */
export function newId(nowMs: number): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
  return `${nowMs}-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
