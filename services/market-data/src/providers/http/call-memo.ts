interface MemoLimits<V> {
  readonly keepMs: number
  /** Maximum sum of the weights of the kept values. */
  readonly maxWeight: number
  /** Weight of a value; 1 if absent. */
  readonly weigh?: (value: V) => number
}

interface Kept<V> {
  readonly value: V
  readonly weight: number
  readonly atMs: number
}

/** Returns the kept value for the key or, if there is none, makes the call and keeps its result. */
type Recall<V> = (key: string, call: () => Promise<V>) => Promise<V>

/**
 * Keeps the results of calls that answer many requests for a minute or so: prices of a hundred symbols, or a list of
 * several pages that all filters of a chain share. For a single large file, use `VendorFiles`. Create it once per configured provider, and open it once per priority: both share the
 * results, but a user's request never waits for a job's call. Failures are not kept.
 */
export function createCallMemo<V>({ keepMs, maxWeight, weigh = () => 1 }: MemoLimits<V>) {
  const kept = new Map<string, Kept<V>>()
  let weightInAll = 0

  function remove(key: string): void {
    weightInAll -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }

  function keep(key: string, value: V, atMs: number): void {
    remove(key)
    const weight = weigh(value)
    if (weight > maxWeight) return
    kept.set(key, { value, weight, atMs })
    weightInAll += weight
    for (const oldest of kept.keys()) {
      if (weightInAll <= maxWeight) return
      remove(oldest)
    }
  }

  return {
    open(now: () => number): Recall<V> {
      const running = new Map<string, Promise<V>>()
      return async (key, call) => {
        const found = kept.get(key)
        const ageMs = found === undefined ? Number.NaN : now() - found.atMs
        if (found !== undefined && ageMs >= 0 && ageMs < keepMs) return found.value
        const pending = running.get(key)
        if (pending !== undefined) return pending
        const started = call().finally(() => running.delete(key))
        running.set(key, started)
        const value = await started
        keep(key, value, now())
        return value
      }
    },
  }
}
