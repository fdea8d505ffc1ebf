import { type Kysely, sql } from 'kysely'

/** Null where the source does not tell; the lists that are kept are asked for again within the day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table cash_dividend add column kind text check (kind in ('regular', 'special'))`.execute(database)
}
