import type { Env } from '../env.ts'
import type { Reject } from './guards/rejections.ts'
import type { ListedSymbol, MarketData, Stamp } from './provider.ts'

/** Kinds of data that a provider may offer (D39). */
export const capabilityNames = [
  'bars',
  'intradayBars',
  'quotes',
  'expirations',
  'chains',
  'search',
  'reference',
  'fundamentals',
  'dividends',
  'splits',
  'earnings',
  'rates',
  'ivHistory',
  'clock',
] as const
export type CapabilityName = (typeof capabilityNames)[number]
export type Capabilities = Pick<MarketData, CapabilityName>

/** Information about a provider for the operator, in plain sentences. */
export interface ProviderDescription {
  readonly title: string
  readonly limits: readonly string[]
  readonly terms: readonly string[]
}

/**
 * One external source. It makes the calls that a request needs; waiting, retrying and giving up are handled elsewhere.
 * It rejects only with a `ProviderFailure`.
 */
export interface Provider {
  readonly name: string
  /** Source name and best possible freshness; each answer carries its own stamp. */
  stamp(): Stamp
  readonly capabilities: Partial<Capabilities>
  /** A single cheap call. */
  ping(): Promise<void>
  describe(): ProviderDescription
}

/** A member of the product's own universe, for providers without index or sector data. */
export type UniverseMember = Pick<ListedSymbol, 'symbol' | 'name' | 'sector'>

/** Dependencies of every provider. */
export interface ProviderDeps {
  /** Wall clock, in milliseconds. */
  readonly now: () => number
  /** Counts records that are left out or blanked. */
  readonly reject: Reject
  readonly universe: readonly UniverseMember[]
  /** All calls go through this fetch, which enforces the provider's rate limit. */
  readonly fetch: typeof globalThis.fetch
  /** Timeout per call; one request may need several calls. */
  readonly timeoutMs: number
}

/** Maximum number of calls in a burst, and how many per second are added back. */
export interface CallLimit {
  readonly burst: number
  readonly perSecond: number
}

/** A provider with validated settings; no call is made before the first request. */
export interface ConfiguredProvider {
  readonly name: string
  readonly limit: CallLimit
  /** Hash that identifies the key without revealing it; part of the rate limit's name. */
  readonly keyId: string
  open(deps: ProviderDeps): Provider
}

export type ProviderSettings =
  | { readonly ok: true; readonly value: ConfiguredProvider }
  /** Invalid settings, each described in a sentence for the operator. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** Definition of a provider in a folder of providers/. */
export interface ProviderDefinition {
  readonly name: string
  /** Capabilities it may offer. */
  readonly capabilities: readonly CapabilityName[]
  /** Environment variables it reads. */
  readonly variables: readonly string[]
  /** Needs no key, so it is added to a live market automatically if its settings are complete. */
  readonly keyless: boolean
  readSettings(env: Env): ProviderSettings
}
