import type { LiveProviders } from '../live-market-config.ts'
import type { CapabilityName } from '../providers/provider-definition.ts'

/** What the doctor found, for a machine; `render-report.ts` says it to a person. */
export interface DoctorReport {
  /** Everything that is configured works. */
  readonly healthy: boolean
  readonly checkedAt: string
  /** Which market is chosen, by which setting; null where no market can be read from the settings. */
  readonly market: string | null
  readonly symbol: string | null
  /** What is wrong as a whole, and what to do about it. */
  readonly problems: readonly string[]
  /** Who is asked for what, first asked first; empty for a market that answers by itself. */
  readonly order: LiveProviders['order']
  readonly sources: readonly SourceReport[]
  readonly notConfigured: readonly UnusedProvider[]
}

export interface SourceReport {
  readonly name: string
  readonly title: string
  /** Names only: a key is never repeated. */
  readonly settings: { readonly found: readonly string[]; readonly notSet: readonly string[] }
  /** Whether it is there at all; where it is not, it is asked for nothing else. */
  readonly answers: { readonly status: CapabilityStatus; readonly ms: number; readonly detail: string | null }
  readonly capabilities: readonly CapabilityReport[]
  /** How often it said that there were too many calls, what was answered after a pause included. */
  readonly refusals: number
  /** Null for a market that needs no network. */
  readonly quota: QuotaReport | null
  readonly limits: readonly string[]
  readonly terms: readonly string[]
  /** What to change, a sentence each. */
  readonly advice: readonly string[]
}

/**
 * - `works`: it answered, with something in it.
 * - `empty`: it answered that it has nothing of the symbol.
 * - `not_in_plan`: the key does not include it.
 * - `too_many_calls`, `no_answer`, `unusable`, `key_refused`: it failed.
 * - `not_asked`: the time was over, or the provider took no more calls.
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
  /** What the answer lacks, and why. */
  readonly missing: readonly string[]
  readonly ms: number | null
}

export interface QuotaReport {
  readonly callsPerMinute: number
  /** The variable that changes it; null where the provider sets it for everybody. */
  readonly variable: string | null
  /** Null where nothing of it comes from this source. */
  readonly screenerRefresh: RefreshCost | null
}

export interface RefreshCost {
  readonly symbols: number
  readonly calls: number
  readonly minutes: number
  /** What each symbol is asked for. */
  readonly capabilities: readonly CapabilityName[]
}

export interface UnusedProvider {
  readonly name: string
  /** What it wants before it can be used. */
  readonly wants: readonly string[]
  readonly variables: readonly string[]
}
