import { type Kysely, sql } from 'kysely'

/** Adds the column maps of imported files. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table import_map (
    user_id text not null,
    header_key text not null,
    header jsonb not null,
    map jsonb not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (user_id, header_key)
  )`.execute(database)
}
