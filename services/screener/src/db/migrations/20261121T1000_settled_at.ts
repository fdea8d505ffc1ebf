import { type Kysely, sql } from 'kysely'

/** When a run last got somewhere: one that stands still has no pace, and one that is over ended then. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table enrichment_run add column settled_at timestamptz`.execute(database)
}
