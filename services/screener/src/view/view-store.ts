import type { ScreenerRow } from '@callwright/contracts'
import { type Kysely, sql } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { translateErrors } from '../db/translate-errors.ts'

export type ViewStore = ReturnType<typeof createViewStore>

/** The newest run as the view needs it. */
export interface RunSight {
  readonly active: boolean
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly source: string
  readonly dataClass: ScreenerRow['data_class']
}

export interface SnapshotState {
  readonly version: number
  readonly removedVersion: number
  readonly run: RunSight | null
}

export interface VersionedRow {
  readonly version: number
  readonly row: ScreenerRow
}

/** What the view reads: the version and the newest run, and the rows that moved since a version. */
export function createViewStore(database: Kysely<Tables>) {
  return translateErrors({
    async readState(): Promise<SnapshotState> {
      const result = await sql<{ version: number; removedVersion: number } & (RunSight | Record<keyof RunSight, null>)>`
        select v.version, v.removed_version, run.active, run.total, run.done, run.failed, run.source, run.data_class
        from snapshot_version v
        left join lateral (
          select state in ('running', 'stopping') as active, cardinality(symbols) as total, source, data_class,
            (select count(*) from screener_row where run_id = id) as done,
            (select count(*) from enrichment_failure where run_id = id) as failed
          from enrichment_run order by sequence desc limit 1
        ) run on true`.execute(database)
      const found = result.rows[0]
      if (found === undefined) throw new Error('snapshot_version has no row')
      const { version, removedVersion, ...run } = found
      return { version, removedVersion, run: run.source === null ? null : run }
    },

    async listChangedRows(sinceVersion: number): Promise<VersionedRow[]> {
      const rows = await database
        .selectFrom('screenerRow')
        .select(['version', 'enrichedAt', 'row'])
        .where('version', '>', sinceVersion)
        .where('format', '=', ROW_FORMAT)
        .orderBy('version')
        .execute()
      return rows.map(({ version, enrichedAt, row }) => ({
        version,
        row: { ...row, enriched_at: enrichedAt.toISOString() } as ScreenerRow,
      }))
    },
  })
}
