/** Caches the most recent results of a pure function, up to a maximum number. */
export function memoizeRecent<K, V>(maxEntries: number, compute: (key: K) => V): (key: K) => V {
  const entries = new Map<K, V>()
  return (key) => {
    const found = entries.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    entries.set(key, value)
    if (entries.size > maxEntries) {
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    }
    return value
  }
}
