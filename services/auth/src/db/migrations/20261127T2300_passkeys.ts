import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table passkey (
      id uuid primary key,
      account_id uuid not null references account (id) on delete cascade,
      name text not null,
      credential_id bytea not null constraint passkey_credential unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`,
    'create index passkey_of_account on passkey (account_id)',
    `create table passkey_challenge (
      challenge_hash bytea primary key,
      account_id uuid not null references account (id) on delete cascade,
      purpose text not null,
      expires_at timestamptz not null
    )`,
    'create index passkey_challenge_account on passkey_challenge (account_id)',
    'create index passkey_challenge_expiry on passkey_challenge (expires_at)',
    // Passkeys and the authenticator app share the recovery codes.
    `alter table recovery_code
      drop constraint recovery_code_account_id_fkey,
      add constraint recovery_code_account foreign key (account_id) references account (id) on delete cascade`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
