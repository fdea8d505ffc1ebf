/** Timeout factor for busy machines: TEST_PATIENCE=3 triples the timeout. */
const patience = Number(process.env.TEST_PATIENCE ?? 1)

/** Upper bound for work that should take `ms`: a busy machine may add seconds, while a missing timeout adds far more. */
export const withLeeway = (ms: number) => ms + 4_000 * patience

/** Polls `condition` until it returns a value. After the timeout, which ends just before the test’s own, throws an error that names what it waited for. */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 110_000 * patience,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const value = await condition()
    if (value !== null && value !== undefined && value !== false) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`Waited ${timeoutMs} ms for ${what}`)
}
