import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table rating_weights (
      user_id text primary key,
      version bigint not null,
      weights jsonb
    )`.execute(database)
  await sql`create index rating_weights_version_index on rating_weights (version)`.execute(database)
  await sql`
    create table rating_weights_version (
      singleton boolean primary key default true check (singleton),
      version bigint not null
    )`.execute(database)
  await sql`insert into rating_weights_version (version) values (0)`.execute(database)
  await sql`
    create table saved_screen (
      user_id text not null,
      id text not null,
      name text not null,
      name_key text not null,
      query text not null,
      updated_at timestamptz not null,
      primary key (user_id, id),
      unique (user_id, name_key)
    )`.execute(database)
}
