import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table password_reset (
      token_hash bytea primary key,
      account_id uuid not null references account (id) on delete cascade,
      expires_at timestamptz not null
    )`,
    'create index password_reset_account on password_reset (account_id)',
    'create index password_reset_expiry on password_reset (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
