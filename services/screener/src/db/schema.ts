import type { IsoDate } from '@callwright/scoring'
import type { Generated, JSONColumnType } from 'kysely'

/** The shape of `screener_row.row`; raise it when that shape changes: rows of another format are not shown (F10). */
export const ROW_FORMAT = 1

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
  done: Generated<number>
  failed: Generated<number>
  startedAt: Generated<Date>
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
  enrichedAt: Date
  row: JSONColumnType<Record<string, unknown>>
}

export interface SnapshotVersionTable {
  singleton: Generated<boolean>
  version: number
  /** The version at which rows last disappeared: who knows less must read everything again. */
  removedVersion: number
}

export interface SymbolSessionTable {
  source: string
  symbol: string
  sessionDate: IsoDate
  atmIv: number | null
  callVolume: number | null
}

export interface Tables {
  enrichmentRun: EnrichmentRunTable
  enrichmentFailure: EnrichmentFailureTable
  screenerRow: ScreenerRowTable
  snapshotVersion: SnapshotVersionTable
  symbolSession: SymbolSessionTable
}
