import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    'alter table account add column disabled_at timestamptz',
    `create table activity (
      id bigint generated always as identity primary key,
      account_id uuid not null references account (id) on delete cascade,
      at timestamptz not null,
      kind text not null,
      client_address text,
      user_agent text
    )`,
    'create index activity_of_account on activity (account_id, id)',
    'create index activity_age on activity (at)',
    // Only the hash of a code is stored, as of a password.
    `create table invitation (
      code_hash bytea primary key,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
