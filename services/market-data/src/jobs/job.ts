import type { Logger } from '@callwright/service'
import type { Capabilities } from '../providers/provider-definition.ts'
import type { MarketStore } from '../storage/market-store.ts'

export interface JobDeps {
  readonly store: MarketStore
  /** Guarded sources for jobs. They bypass the cache, except for quotes and rates. */
  readonly sources: Partial<Capabilities>
  /** Like `sources`, with the store in front of them. */
  readonly stored: Partial<Capabilities>
  readonly hasOneFundamentalsSource: boolean
  readonly now: () => number
}

export interface JobRun {
  readonly log: Logger
  /** Aborts the job; data stored so far is kept. */
  readonly signal: AbortSignal
}

export const jobOutcomes = ['done', 'idle', 'incomplete', 'postponed', 'failed', 'retried'] as const
/** `idle`: there was nothing to do. `incomplete`: some symbols are left for the next run. */
export type JobOutcome = Extract<(typeof jobOutcomes)[number], 'done' | 'idle' | 'incomplete'>

/** A self-contained job that finds out what the store lacks and fetches it. It is safe to run at any time. */
export interface MarketJob {
  readonly name: string
  run(deps: JobDeps, run: JobRun): Promise<JobOutcome>
}

export async function listUniverseSymbols({ stored: { reference } }: JobDeps): Promise<readonly string[]> {
  const universe = await reference?.listUniverse()
  return (universe?.value ?? []).map(({ symbol }) => symbol)
}
