/** Creates an LRU cache for the results of `load`, with one load per key at a time. Failures are not cached. */
export function createRecentFiles<V>(maxEntries: number, load: (key: string) => Promise<V>) {
  const entries = new Map<string, Promise<V>>()
  return {
    get(key: string): Promise<V> {
      const found = entries.get(key)
      const entry = found ?? load(key)
      entries.delete(key)
      entries.set(key, entry)
      if (found === undefined) {
        entry.catch(() => entries.get(key) === entry && entries.delete(key))
        const oldest = entries.keys().next()
        if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value)
      }
      return entry
    },
    get size() {
      return entries.size
    },
  }
}

/** Creates a function that loads on first use, and only once. If the load fails, the next use retries it. */
export function createOnce<V>(load: () => Promise<V>): () => Promise<V> {
  let loaded: Promise<V> | null = null
  return () => {
    if (loaded === null) {
      const attempt = load()
      loaded = attempt
      attempt.catch(() => {
        if (loaded === attempt) loaded = null
      })
    }
    return loaded
  }
}
