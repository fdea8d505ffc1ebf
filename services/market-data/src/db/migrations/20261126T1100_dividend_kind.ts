import { type Kysely, sql } from 'kysely'

/** The new column is null if the source does not report the kind. Existing lists are refetched within a day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table cash_dividend add column kind text check (kind in ('regular', 'special'))`.execute(database)
}
