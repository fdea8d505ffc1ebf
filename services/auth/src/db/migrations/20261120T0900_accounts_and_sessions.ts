import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table account (
      id uuid primary key,
      username text not null,
      username_key text not null constraint account_username_key unique,
      email text not null,
      email_key text not null constraint account_email_key unique,
      full_name text,
      password_hash text not null,
      created_at timestamptz not null
    )`,
    `create table session (
      id uuid primary key,
      account_id uuid not null references account (id) on delete cascade,
      user_agent text,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      idle_expires_at timestamptz not null,
      absolute_expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text,
      constraint session_revoked_with_reason check ((revoked_at is null) = (revoked_reason is null))
    )`,
    'create index session_account on session (account_id)',
    'create index session_idle_expiry on session (idle_expires_at)',
    'create index session_revoked on session (revoked_at) where revoked_at is not null',
    `create table refresh_token (
      token_hash bytea primary key,
      session_id uuid not null references session (id) on delete cascade,
      issued_at timestamptz not null,
      used_at timestamptz,
      sealed_successor bytea
    )`,
    'create index refresh_token_session on refresh_token (session_id)',
    'create index refresh_token_sealed on refresh_token (used_at) where sealed_successor is not null',
    `create table revocation (
      id bigint generated always as identity primary key,
      sid uuid not null,
      revoked_at timestamptz not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
