import { type Kysely, sql } from 'kysely'

/** Adds the time of a run's last result: a stalled run shows no pace, and a finished run ended at this time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table enrichment_run add column settled_at timestamptz`.execute(database)
}
