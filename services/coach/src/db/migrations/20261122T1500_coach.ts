import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table message (
      sequence bigint generated always as identity primary key,
      user_id text not null,
      id text not null,
      role text not null check (role in ('user', 'assistant')),
      content text not null,
      from_link boolean not null default false,
      metadata json,
      sources json,
      grounding json,
      engine json,
      calls json,
      created_at timestamptz not null default clock_timestamp(),
      unique (user_id, id)
    )`,
    'create index message_of_user on message (user_id, sequence)',
    `create table usage (
      user_id text not null,
      day date not null,
      turns integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cost_usd numeric(14, 6) not null,
      primary key (day, user_id)
    )`,
    'create index usage_of_user on usage (user_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
