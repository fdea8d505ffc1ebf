import type { RatingWeights } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import type { Generated, JSONColumnType } from 'kysely'

/** The shape of `screener_row.row`; raise it when that shape changes: rows of another format are not shown (F10). */
export const ROW_FORMAT = 3

export interface EnrichmentRunTable {
  id: string
  sequence: number
  startedBy: 'platform' | 'user'
  userId: string | null
  state: 'running' | 'stopping' | 'finished' | 'stopped'
  source: string
  dataClass: string
  asOf: Date
  symbols: string[]
  /** Null of a run in one stage. */
  stage: 'survey' | 'chains' | null
  /** Whose chains are read; null before it is chosen, and of a run in one stage. */
  chainSymbols: string[] | null
  /** Kept by those who write rows and failures, for the stage under way; `failed` is of the whole run. */
  done: Generated<number>
  failed: Generated<number>
  surveyFailed: Generated<number>
  lastSymbol: string | null
  /** When the last of its symbols was written or given up. */
  settledAt: Date | null
  startedAt: Generated<Date>
  stageStartedAt: Generated<Date>
  finishedAt: Date | null
}

export interface EnrichmentFailureTable {
  runId: string
  symbol: string
  reason: string
  failedAt: Generated<Date>
}

export interface ScreenerRowTable {
  symbol: string
  runId: string
  runSequence: number
  attempt: number
  version: number
  format: number
  /** The market of the run, which may differ from the source that a row's own stamp names. */
  source: string
  dataClass: string
  asOf: Date
  missingReason: string | null
  /** Its chain has never been read: a row of the survey's figures alone. */
  surveyedOnly: Generated<boolean>
  enrichedAt: Date
  row: JSONColumnType<Record<string, unknown>>
}

export interface SnapshotVersionTable {
  singleton: Generated<boolean>
  version: number
  /** The version at which rows last disappeared: who knows less must read everything again. */
  removedVersion: number
}

/** What the survey of the newest run found of a symbol. */
export interface SymbolSurveyTable {
  symbol: string
  runId: string
  runSequence: number
  attempt: number
  /** Of the parts of the rating that need no chain. */
  points: number
}

export interface SymbolSessionTable {
  source: string
  symbol: string
  sessionDate: IsoDate
  callVolume: number | null
  score: number | null
  scoreVersion: string | null
}

export interface RatingWeightsTable {
  userId: string
  version: number
  /** Null for a user who is back on the rating's own. */
  weights: JSONColumnType<RatingWeights> | null
}

export interface RatingWeightsVersionTable {
  singleton: Generated<boolean>
  version: number
  /** The version at which somebody's weights last disappeared: who knows less must read everything again. */
  removedVersion: Generated<number>
}

export interface SavedScreenTable {
  userId: string
  id: string
  name: string
  /** The name as it is compared: no two screens of a user have the same. */
  nameKey: string
  query: string
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
}
