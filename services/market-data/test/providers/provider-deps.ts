import type { ProviderDeps } from '../../src/providers/provider-definition.ts'

/** What a provider gets in a test: the network as it is, nothing counted. */
export function buildDeps(change: Partial<ProviderDeps> = {}): ProviderDeps {
  return {
    now: () => 0,
    reject: () => undefined,
    universe: [],
    fetch: globalThis.fetch,
    timeoutMs: 30_000,
    ...change,
  }
}
