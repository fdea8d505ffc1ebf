import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account
      alter column password_hash drop not null,
      add column demo_ends_at timestamptz,
      add column closed_at timestamptz,
      add constraint account_password_unless_demo check ((password_hash is null) = (demo_ends_at is not null))`,
    'create index account_demo_end on account (demo_ends_at) where demo_ends_at is not null and closed_at is null',
    // No foreign key, because the account's row is deleted before the last erasure.
    `create table erasure (
      account_id uuid not null,
      keeper text not null,
      is_repeat boolean not null,
      due_at timestamptz not null,
      primary key (account_id, keeper, is_repeat)
    )`,
    'create index erasure_due on erasure (due_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
