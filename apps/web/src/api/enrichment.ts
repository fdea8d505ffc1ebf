import type { Success } from '@callwright/contracts'

type StatusWire = Success<'screener.enrichmentStatus'>

/** A stock with missing figures, and the reason. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

/** Progress of the current enrichment run, or the result of the last one. */
export interface Enrichment {
  readonly state: 'idle' | 'running' | 'stopping'
  readonly startedBy: 'platform' | 'user' | null
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly perSecond: number | null
  readonly secondsLeft: number | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly workers: number | null
  /**
   * Current stage of a two-stage run, which gets price history for all stocks and then option chains for the best ones.
   * Null if the run has one stage.
   */
  readonly stage: 'survey' | 'chains' | null
  /** Symbol of the last stock processed. */
  readonly lastSymbol: string | null
  /** Stocks counted in `failed`. */
  readonly failures: readonly Shortfall[]
  /** Stocks that are counted in `done` although some of their figures are missing. */
  readonly incomplete: readonly Shortfall[]
  readonly message: string | null
}

export function readEnrichment(wire: StatusWire): Enrichment {
  return {
    state: wire.state,
    startedBy: wire.started_by,
    total: wire.total,
    done: wire.done,
    failed: wire.failed,
    perSecond: wire.rate_per_second,
    secondsLeft: wire.eta_seconds,
    startedAt: wire.started_at,
    finishedAt: wire.finished_at,
    workers: wire.workers,
    stage: wire.stage,
    lastSymbol: wire.last_symbol,
    failures: wire.failures,
    incomplete: wire.incomplete,
    message: wire.message,
  }
}

export const isUnderway = ({ state }: Enrichment) => state !== 'idle'
