import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    // An account that a provider's user has created has no password until its owner sets one.
    `alter table account
      drop constraint account_password_unless_demo,
      add constraint account_demo_without_password check (demo_ends_at is null or password_hash is null)`,
    `create table oidc_identity (
      issuer text not null,
      subject text not null,
      account_id uuid not null references account (id) on delete cascade,
      created_at timestamptz not null,
      primary key (issuer, subject)
    )`,
    'create index oidc_identity_of_account on oidc_identity (account_id)',
    `create table oidc_sign_in (
      secret_hash bytea primary key,
      state text not null,
      nonce text not null,
      verifier text not null,
      invitation_hash bytea,
      expires_at timestamptz not null,
      is_answered boolean not null default false,
      issuer text,
      subject text,
      email text,
      username text,
      full_name text
    )`,
    'create index oidc_sign_in_expiry on oidc_sign_in (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
