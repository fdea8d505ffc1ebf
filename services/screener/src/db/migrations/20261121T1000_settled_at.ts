import { type Kysely, sql } from 'kysely'

/** Adds the time of a run's last result, which shows whether a run has stalled and when a finished run ended. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table enrichment_run add column settled_at timestamptz`.execute(database)
}
