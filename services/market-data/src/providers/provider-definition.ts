import type { Env } from '../env.ts'
import type { Reject } from './guards/rejections.ts'
import type { AccessTokens } from './http/access-tokens.ts'
import type { VendorFiles } from './http/vendor-files.ts'
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
  'ivRank',
  'clock',
] as const
export type CapabilityName = (typeof capabilityNames)[number]
export type Capabilities = Pick<MarketData, CapabilityName>

/** Facts about a provider for the operator, in plain sentences. */
interface ProviderDescription {
  readonly title: string
  readonly limits: readonly string[]
  readonly terms: readonly string[]
}

/**
 * One external source. It makes the calls that a request needs and rejects only with a `ProviderFailure`; other code
 * decides when to wait, retry or give up.
 */
export interface Provider {
  readonly name: string
  /** Source name and best possible freshness. Each answer also carries its own stamp. */
  stamp(): Stamp
  readonly capabilities: Partial<Capabilities>
  /** Makes a single inexpensive call. */
  ping(): Promise<void>
  describe(): ProviderDescription
}

/** A member of the product's universe, for providers without index or sector data. */
export type UniverseMember = Pick<ListedSymbol, 'symbol' | 'name' | 'sector'>

export interface ProviderDeps {
  /** Wall clock, in milliseconds. */
  readonly now: () => number
  /** Counts records that are left out or blanked. */
  readonly reject: Reject
  readonly universe: readonly UniverseMember[]
  /** The `fetch` implementation to use for every call; it enforces the provider's rate limit. */
  readonly fetch: typeof globalThis.fetch
  /** For files that answer several requests, or that hardly change during a day. */
  readonly files: VendorFiles
  /** For vendors whose access tokens expire. */
  readonly tokens: AccessTokens
  /** Timeout per call; one request may need several calls. */
  readonly timeoutMs: number
}

/** Rate limit: the maximum number of calls in a burst, and how many become available again per second. */
export interface CallLimit {
  readonly burst: number
  readonly perSecond: number
}

/** A provider with validated settings. It makes no call before the first request. */
export interface ConfiguredProvider {
  readonly name: string
  readonly limit: CallLimit
  /** Hash that identifies the key without revealing it; the name of the rate limit contains it. */
  readonly keyId: string
  /** Encrypts what replicas share in Redis about the key, such as access tokens; absent if there is nothing to protect. */
  readonly secret?: string
  open(deps: ProviderDeps): Provider
}

type ProviderSettings =
  | { readonly ok: true; readonly value: ConfiguredProvider }
  /** One sentence for the operator about each invalid setting. */
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Number of provider calls per symbol in a screener refresh: one for the price, two for the chain (call options
 * expiring in the next few weeks, and near-the-money puts), and one for the last session's bar. A long chain takes
 * another page.
 */
export const usualCallsASymbol: Readonly<Partial<Record<CapabilityName, number>>> = { quotes: 1, chains: 2, bars: 1 }

/** A setting that `npm run setup` asks for. A secret is never shown. */
export interface AskedSetting {
  readonly variable: string
  readonly label: string
  readonly isSecret: boolean
}

/** Texts and questions about a provider in `npm run setup`. */
export interface ProviderOffer {
  readonly title: string
  /** Data and conditions, in one phrase. */
  readonly summary: string
  /** Whether prices cost nothing extra, if need be with an account. Setup lists these providers first. */
  readonly isFree: boolean
  /** Where the settings come from, in one sentence; null if there is nothing to say. */
  readonly origin: string | null
  readonly settings: readonly AskedSetting[]
  /**
   * Set if the vendor's terms do not allow use by programs without its consent: the terms in full, and the setting that
   * must be `yes` to confirm the consent.
   */
  readonly consent: { readonly variable: string; readonly terms: readonly string[] } | null
}

/** Defines a provider; each provider's folder in providers/ has one. */
export interface ProviderDefinition {
  readonly name: string
  readonly capabilities: readonly CapabilityName[]
  /** Capabilities for which all other providers are asked first, whatever their order. */
  readonly lastFor?: readonly CapabilityName[]
  readonly variables: readonly string[]
  /** Variables whose values are secret; absent if there are none. */
  readonly secretVariables?: readonly string[]
  /**
   * Calls for one symbol in a screener refresh, by capability, where they differ from `usualCallsASymbol`. A fraction is
   * a share of a call that covers many symbols; 0 means that another capability's call brings the answer.
   */
  readonly callsASymbol?: Readonly<Partial<Record<CapabilityName, number>>>
  /** Calls for one symbol in the first fill beyond those of a refresh; absent if there are none. */
  readonly firstCallsASymbol?: number
  /** Whether each IV rank takes a call of its own; otherwise, other data brings it along or a call covers many. */
  readonly hasSeparateIvRanks?: boolean
  /**
   * Whether the vendor's terms forbid storing its data or showing it to others (D59). Such data is never recorded, and
   * the service does not start if the app is published beyond this machine.
   */
  readonly storing?: 'forbidden'
  /**
   * Whether the provider works without a key, in which case a live market includes it automatically once its settings
   * are complete.
   */
  readonly keyless: boolean
  /** Without it, `npm run setup` derives the questions from the names of the variables. */
  readonly offer?: ProviderOffer
  readSettings(env: Env): ProviderSettings
}
