import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table enrichment_run (
      id uuid primary key,
      sequence bigint not null unique,
      started_by text not null check (started_by in ('platform', 'user')),
      user_id text,
      state text not null check (state in ('running', 'stopping', 'finished', 'stopped')),
      source text not null,
      data_class text not null,
      as_of timestamptz not null,
      symbols text[] not null,
      done integer not null default 0,
      failed integer not null default 0,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      check ((started_by = 'user') = (user_id is not null))
    )`.execute(database)
  await sql`
    create unique index enrichment_run_one_at_a_time on enrichment_run ((true))
    where state in ('running', 'stopping')`.execute(database)
  await sql`
    create table enrichment_failure (
      run_id uuid not null references enrichment_run (id) on delete cascade,
      symbol text not null,
      reason text not null,
      failed_at timestamptz not null default clock_timestamp(),
      primary key (run_id, symbol)
    )`.execute(database)
  await sql`
    create table screener_row (
      symbol text primary key,
      run_id uuid not null,
      run_sequence bigint not null,
      attempt integer not null,
      version bigint not null,
      format smallint not null,
      source text not null,
      data_class text not null,
      as_of timestamptz not null,
      missing_reason text,
      enriched_at timestamptz not null,
      "row" jsonb not null
    )`.execute(database)
  await sql`create index screener_row_run on screener_row (run_id)`.execute(database)
  await sql`create index screener_row_version on screener_row (version)`.execute(database)
  await sql`
    create table snapshot_version (
      singleton boolean primary key default true check (singleton),
      version bigint not null,
      removed_version bigint not null
    )`.execute(database)
  await sql`insert into snapshot_version (version, removed_version) values (0, 0)`.execute(database)
  await sql`
    create table symbol_session (
      source text not null,
      symbol text not null,
      session_date date not null,
      atm_iv double precision,
      call_volume double precision,
      primary key (source, symbol, session_date)
    )`.execute(database)
}
