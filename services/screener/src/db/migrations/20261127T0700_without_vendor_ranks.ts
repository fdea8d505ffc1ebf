import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table enrichment_run add column without_vendor_ranks boolean not null default false`.execute(database)
}
