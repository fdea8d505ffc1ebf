interface FakeCaches {
  readonly caches: CacheStorage
  /** Paths of the stored responses, by the cache's name. */
  readonly list: () => Record<string, string[]>
  /** Storage with the same responses, which a closed page can no longer change. */
  readonly copy: () => FakeCaches
}

/** Cache storage in memory: jsdom has none. */
export function createFakeCaches(stored = new Map<string, Map<string, Response>>()): FakeCaches {
  const fakes = {
    open: async (name: string) => {
      const answers = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, answers)
      return {
        put: async (path: string, response: Response) => {
          answers.delete(path)
          answers.set(path, response)
        },
        keys: async () => [...answers.keys()],
        delete: async (path: string) => answers.delete(path),
      }
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string, { cacheName }: { readonly cacheName: string }) =>
      stored.get(cacheName)?.get(path)?.clone(),
  }
  return {
    caches: fakes as unknown as CacheStorage,
    list: () => Object.fromEntries([...stored].map(([name, answers]) => [name, [...answers.keys()]])),
    copy: () => createFakeCaches(new Map([...stored].map(([name, answers]) => [name, new Map(answers)]))),
  }
}
