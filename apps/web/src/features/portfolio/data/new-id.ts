const RANDOM_BYTES = 8

/** Creates a unique id that starts with the time, so ids sort chronologically. */
export function newId(nowMs: number): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
  return `${nowMs}-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
