export interface KeyValueStorage {
  readonly get: (key: string) => string | null
  /** Stores a value. Returns false if it is only in memory and will be lost when the page closes. */
  readonly set: (key: string, value: string) => boolean
  readonly remove: (key: string) => void
  /** Lists keys that start with `prefix`, leaving out values that are only in memory. */
  readonly listKeys: (prefix: string) => readonly string[]
}

/** Wraps localStorage; falls back to memory when it is disabled or full. */
export function openBrowserStorage(findStorage: () => Storage): KeyValueStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(action: (storage: Storage) => T): T | null => {
    try {
      return action(findStorage())
    } catch {
      return null
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set: (key, value) => {
      const stored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (stored === null) memory.set(key, value)
      else memory.delete(key)
      return stored !== null
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    listKeys: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix))) ?? [],
  }
}
