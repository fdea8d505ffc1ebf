import type { Env } from '../env.ts'
import type { Reject } from './guards/rejections.ts'
import type { ListedSymbol, MarketData, Stamp } from './provider.ts'

/** The questions a provider may have an answer to (D39). */
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

/** What an operator should know of a provider before using it; plain sentences. */
export interface ProviderDescription {
  readonly title: string
  readonly limits: readonly string[]
  readonly terms: readonly string[]
}

/**
 * One outside source. It makes the calls a question needs and tells the truth; waiting, repeating and giving up are not
 * its job. It rejects with a `ProviderFailure` only.
 */
export interface Provider {
  readonly name: string
  /** Who answers and how fresh at best; each answer carries its own. */
  stamp(): Stamp
  readonly capabilities: Partial<Capabilities>
  /** One cheap call. */
  ping(): Promise<void>
  describe(): ProviderDescription
}

/** A member of the product's own universe, for providers that know no index and no sectors. */
export type UniverseMember = Pick<ListedSymbol, 'symbol' | 'name' | 'sector'>

/** What every provider works with. */
export interface ProviderDeps {
  /** The clock on the wall, in milliseconds. */
  readonly now: () => number
  /** Counts the records that are left out or blanked. */
  readonly reject: Reject
  readonly universe: readonly UniverseMember[]
  /** Every call goes through it: it holds the provider's rate limit. */
  readonly fetch: typeof globalThis.fetch
  /** Of one call; a question may need several. */
  readonly timeoutMs: number
}

/** Calls that may be made together at once, and how many a second come back. */
export interface CallLimit {
  readonly burst: number
  readonly perSecond: number
}

/** A provider with its settings read: nothing is called before it is asked. */
export interface ConfiguredProvider {
  readonly name: string
  readonly limit: CallLimit
  /** Tells keys apart without telling them: part of the rate limit's name. */
  readonly keyId: string
  open(deps: ProviderDeps): Provider
}

export type ProviderSettings =
  | { readonly ok: true; readonly value: ConfiguredProvider }
  /** What is wrong with its settings, a sentence for the operator each. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** One folder of providers/, as the configuration knows it. */
export interface ProviderDefinition {
  readonly name: string
  /** What it may have, in the words of the configuration. */
  readonly capabilities: readonly CapabilityName[]
  /** The variables it reads. */
  readonly variables: readonly string[]
  /** Joins a live market by itself, without being named, when its settings allow: it needs no key. */
  readonly keyless: boolean
  readSettings(env: Env): ProviderSettings
}
