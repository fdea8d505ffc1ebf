import type { Success } from '@callwright/contracts'

type StatusWire = Success<'screener.enrichmentStatus'>

/** A stock that fell short, and why. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

/** The run that makes the figures of the screen: how far it is, or how the last one ended. */
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
  /** Of a run in two stages: the price history of all, then the chains of the best; null for a run in one. */
  readonly stage: 'survey' | 'chains' | null
  /** The stock worked out last. */
  readonly lastSymbol: string | null
  /** Stocks that `failed` counts. */
  readonly failures: readonly Shortfall[]
  /** Stocks that lack figures although they are `done`. */
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
