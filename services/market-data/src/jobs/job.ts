import type { Logger } from '@callwright/service'
import type { Capabilities } from '../providers/provider-definition.ts'
import type { MarketStore } from '../storage/market-store.ts'

/** What every job of the market works with. */
export interface JobDeps {
  readonly store: MarketStore
  /** The sources as jobs may ask them, guarded; what they answer is of now, but for prices and rates that are kept. */
  readonly sources: Partial<Capabilities>
  /** The same with the store before them: what it has is not asked for. */
  readonly stored: Partial<Capabilities>
  /** Only one provider tells fundamentals. */
  readonly hasOneFundamentalsSource: boolean
  readonly now: () => number
}

export interface JobRun {
  readonly log: Logger
  /** Ends the job where it stands; what is stored by then stays. */
  readonly signal: AbortSignal
}

/** How a start of a job may end. */
export const jobOutcomes = ['done', 'idle', 'incomplete', 'postponed', 'failed', 'retried'] as const
/** `idle` found nothing to do; `incomplete` leaves symbols that the next run tries again. */
export type JobOutcome = Extract<(typeof jobOutcomes)[number], 'done' | 'idle' | 'incomplete'>

/** One kind of work, complete in itself: it asks the store what is missing and gets it, however often it is run. */
export interface MarketJob {
  readonly name: string
  run(deps: JobDeps, run: JobRun): Promise<JobOutcome>
}

/** The symbols that jobs collect for. */
export async function listUniverseSymbols({ stored: { reference } }: JobDeps): Promise<readonly string[]> {
  const universe = await reference?.listUniverse()
  return (universe?.value ?? []).map(({ symbol }) => symbol)
}
