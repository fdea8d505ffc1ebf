import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table second_factor (
      account_id uuid primary key references account (id) on delete cascade,
      sealed_secret bytea not null,
      begun_at timestamptz not null,
      confirmed_at timestamptz,
      last_step integer
    )`,
    // Only hashes of the codes are stored. A used code is deleted.
    `create table recovery_code (
      account_id uuid not null references second_factor (account_id) on delete cascade,
      code_hash bytea not null,
      primary key (account_id, code_hash)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
