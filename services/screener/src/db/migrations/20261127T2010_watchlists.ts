import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table watchlist (
      user_id text not null,
      id text not null,
      name text not null,
      name_key text not null,
      symbols text[] not null,
      updated_at timestamptz not null,
      primary key (user_id, id),
      unique (user_id, name_key)
    )`.execute(database)
  await sql`alter table saved_screen add column tab text not null default 'stocks'`.execute(database)
}
