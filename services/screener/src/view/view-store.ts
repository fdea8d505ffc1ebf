import type { ScreenerRow } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'

export type ViewStore = ReturnType<typeof createViewStore>

export interface RunView {
  readonly active: boolean
  readonly symbols: number
  readonly stage: 'survey' | 'chains' | null
  readonly total: number
  /** Number of symbols done in the current stage. */
  readonly done: number
  readonly failed: number
  readonly source: string
  readonly dataClass: ScreenerRow['data_class']
}

export interface SnapshotState {
  readonly version: number
  readonly removedVersion: number
  readonly run: RunView | null
}

/** Position in the rows' order, which is by version and symbol. */
export interface RowMark {
  readonly version: number
  readonly symbol: string
}

export interface VersionedRow {
  readonly version: number
  readonly row: ScreenerRow
}

export function createViewStore(database: Kysely<Tables>) {
  return translateErrors({
    async readState(): Promise<SnapshotState> {
      const result = await sql<{ version: number; removedVersion: number } & (RunView | Record<keyof RunView, null>)>`
        select v.version, v.removed_version, run.active, run.symbols, run.stage, run.total, run.done, run.failed,
          run.source, run.data_class
        from snapshot_version v
        left join lateral (
          select state in ('running', 'stopping') as active, cardinality(symbols) as symbols, stage, done, failed,
            cardinality(coalesce(chain_symbols, symbols)) + survey_failed as total, source, data_class
          from enrichment_run order by sequence desc limit 1
        ) run on true`.execute(database)
      const found = result.rows[0]
      if (found === undefined) throw new Error('snapshot_version has no row')
      const { version, removedVersion, ...run } = found
      return { version, removedVersion, run: run.source === null ? null : run }
    },

    /** Lists at most `limit` rows after a mark, in the order in which they were written. */
    async listChangedRows(after: RowMark, limit: number): Promise<VersionedRow[]> {
      const rows = await database
        .selectFrom('screenerRow')
        .select(['version', 'enrichedAt', 'row'])
        .where(sql<boolean>`(version, symbol collate "C") > (${after.version}::bigint, ${after.symbol} collate "C")`)
        .where('format', '=', ROW_FORMAT)
        .orderBy('version')
        .orderBy(sql`symbol collate "C"`)
        .limit(limit)
        .execute()
      return rows.map(({ version, enrichedAt, row }) => ({
        version,
        row: { ...row, enriched_at: enrichedAt.toISOString() } as ScreenerRow,
      }))
    },
  })
}
