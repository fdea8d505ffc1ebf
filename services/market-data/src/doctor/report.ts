import type { LiveProviders } from '../live-market-config.ts'
import type { CapabilityName } from '../providers/provider-definition.ts'

/** The doctor's findings as data; `render-report.ts` formats them as text. */
export interface DoctorReport {
  /** Whether everything configured works. */
  readonly healthy: boolean
  readonly checkedAt: string
  /** Name of the selected market and the setting that selects it; null if the settings are invalid. */
  readonly market: string | null
  readonly symbol: string | null
  /** Problems that affect the whole market, and how to fix them. */
  readonly problems: readonly string[]
  /** Provider order per capability; empty for a local market. */
  readonly order: LiveProviders['order']
  readonly sources: readonly SourceReport[]
  readonly notConfigured: readonly UnusedProvider[]
}

export interface SourceReport {
  readonly name: string
  readonly title: string
  /** Variable names only, since a value may be a key. */
  readonly settings: { readonly found: readonly string[]; readonly notSet: readonly string[] }
  /** Whether the source responds. If it does not, no capability is tested. */
  readonly answers: { readonly status: CapabilityStatus; readonly ms: number; readonly detail: string | null }
  readonly capabilities: readonly CapabilityReport[]
  /** Number of rate-limited responses, including those that succeeded after a pause. */
  readonly refusals: number
  /** Null for a market that needs no network. */
  readonly quota: QuotaReport | null
  readonly limits: readonly string[]
  readonly terms: readonly string[]
  /** Suggested changes, one sentence each. */
  readonly advice: readonly string[]
}

/**
 * - `works`: responded with data.
 * - `empty`: responded, but has no data for the symbol.
 * - `not_in_plan`: the key's plan does not include it.
 * - `too_many_calls`, `no_answer`, `unusable`, `key_refused`: failed.
 * - `not_asked`: not tested, because time ran out or the provider was rate limited.
 */
export type CapabilityStatus =
  | 'works'
  | 'empty'
  | 'not_in_plan'
  | 'too_many_calls'
  | 'no_answer'
  | 'unusable'
  | 'key_refused'
  | 'not_asked'

export interface CapabilityReport {
  readonly capability: CapabilityName
  readonly status: CapabilityStatus
  readonly detail: string
  readonly missing: readonly string[]
  readonly ms: number | null
}

export interface QuotaReport {
  readonly callsPerMinute: number
  /** Variable that sets the limit; null if the provider's limit is fixed. */
  readonly variable: string | null
  /** Null if this source contributes nothing to a refresh. */
  readonly screenerRefresh: RefreshCost | null
}

export interface RefreshCost {
  readonly symbols: number
  readonly calls: number
  readonly minutes: number
  readonly capabilities: readonly CapabilityName[]
}

export interface UnusedProvider {
  readonly name: string
  /** Steps the operator must take to use the provider. */
  readonly wants: readonly string[]
  readonly variables: readonly string[]
}
