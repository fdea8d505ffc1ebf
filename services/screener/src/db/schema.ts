import type { RatingWeights, ScreenTab } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import type { Generated, JSONColumnType } from 'kysely'
import type { PackedCalls } from '../calls/packed-calls.ts'

/**
 * Format version of `screener_row.row`. Increment it when the shape changes: rows in any other format are not shown
 * (F10).
 */
export const ROW_FORMAT = 5

interface EnrichmentRunTable {
  id: string
  sequence: number
  startedBy: 'platform' | 'user'
  userId: string | null
  state: 'running' | 'stopping' | 'finished' | 'stopped'
  source: string
  dataClass: string
  asOf: Date
  symbols: string[]
  /** Null in a one-stage run. */
  stage: 'survey' | 'chains' | null
  /** Symbols whose chains are read; null until they are chosen, and in a one-stage run. */
  chainSymbols: string[] | null
  /** Whether the run leaves out the vendor's IV ranks, which the next run adds. */
  withoutVendorRanks: Generated<boolean>
  /**
   * Symbols done in the current stage; `failed` counts those that failed in the whole run. Every write of a row or a
   * failure also updates these counts.
   */
  done: Generated<number>
  failed: Generated<number>
  surveyFailed: Generated<number>
  lastSymbol: string | null
  /** Time of the run's most recent result or failure. */
  settledAt: Date | null
  startedAt: Generated<Date>
  stageStartedAt: Generated<Date>
  finishedAt: Date | null
}

interface EnrichmentFailureTable {
  runId: string
  symbol: string
  reason: string
  failedAt: Generated<Date>
}

interface ScreenerRowTable {
  symbol: string
  runId: string
  runSequence: number
  attempt: number
  version: number
  format: number
  /**
   * The run's source, data class and time, which say to which market the row belongs. The fields of the same names
   * inside `row` describe the stock's own facts, so they may differ: another provider may have supplied them.
   */
  source: string
  dataClass: string
  asOf: Date
  missingReason: string | null
  /** True if the chain has never been read, so that the row has only the survey's figures. */
  surveyedOnly: Generated<boolean>
  enrichedAt: Date
  row: JSONColumnType<Record<string, unknown>>
  /** Null if the row has no chain. */
  calls: JSONColumnType<PackedCalls> | null
}

interface SnapshotVersionTable {
  singleton: Generated<boolean>
  version: number
  /** Version of the last deletion: replicas at an older version reload all rows. */
  removedVersion: number
}

/** A symbol's survey result from the newest run. */
interface SymbolSurveyTable {
  symbol: string
  runId: string
  runSequence: number
  attempt: number
  /** Points from the rating parts that need no chain. */
  points: number
}

interface SymbolSessionTable {
  source: string
  symbol: string
  sessionDate: IsoDate
  callVolume: number | null
  score: number | null
  scoreVersion: string | null
}

interface RatingWeightsTable {
  userId: string
  version: number
  /** Null for a user who went back to the default weights. */
  weights: JSONColumnType<RatingWeights> | null
}

interface RatingWeightsVersionTable {
  singleton: Generated<boolean>
  version: number
  /** Version of the last deletion: replicas at an older version reload all weights. */
  removedVersion: Generated<number>
}

interface SavedScreenTable {
  userId: string
  id: string
  name: string
  /** Normalized name, unique per user. */
  nameKey: string
  query: string
  tab: Generated<ScreenTab>
  updatedAt: Date
}

interface WatchlistTable {
  userId: string
  id: string
  name: string
  /** Normalized name, unique per user. */
  nameKey: string
  symbols: string[]
  updatedAt: Date
}

export interface Tables {
  enrichmentRun: EnrichmentRunTable
  enrichmentFailure: EnrichmentFailureTable
  screenerRow: ScreenerRowTable
  snapshotVersion: SnapshotVersionTable
  symbolSession: SymbolSessionTable
  symbolSurvey: SymbolSurveyTable
  ratingWeights: RatingWeightsTable
  ratingWeightsVersion: RatingWeightsVersionTable
  savedScreen: SavedScreenTable
  watchlist: WatchlistTable
}
