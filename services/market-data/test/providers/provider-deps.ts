import { createAccessTokens } from '../../src/providers/http/access-tokens.ts'
import { createLocalFiles } from '../../src/providers/http/vendor-files.ts'
import type { ProviderDeps } from '../../src/providers/provider-definition.ts'

/** Dependencies of a provider in a test: the real network, without metrics. */
export function buildDeps(change: Partial<ProviderDeps> = {}): ProviderDeps {
  return {
    now: () => 0,
    reject: () => undefined,
    universe: [],
    fetch: globalThis.fetch,
    files: createLocalFiles('test'),
    tokens: createAccessTokens('test', Date.now),
    timeoutMs: 30_000,
    ...change,
  }
}
