import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrichment_run
      add column stage text check (stage in ('survey', 'chains')),
      add column chain_symbols text[],
      add column survey_failed integer not null default 0,
      add column stage_started_at timestamptz not null default now(),
      add column last_symbol text,
      add check ((stage is not distinct from 'chains') = (chain_symbols is not null))`.execute(database)
  await sql`update enrichment_run set stage_started_at = started_at`.execute(database)
  await sql`alter table screener_row add column surveyed_only boolean not null default false`.execute(database)
  await sql`drop index screener_row_run`.execute(database)
  await sql`
    create index screener_row_incomplete on screener_row (run_id)
    where missing_reason is not null and not surveyed_only`.execute(database)
  await sql`
    create table symbol_survey (
      symbol text primary key,
      run_id uuid not null,
      run_sequence bigint not null,
      attempt integer not null,
      points double precision not null
    )`.execute(database)
  // Nothing writes symbol_session.atm_iv any longer, but processes from the previous release still use this schema.
  await sql`
    alter table symbol_session
      add column score double precision,
      add column score_version text`.execute(database)
  await sql`create index symbol_session_day on symbol_session (source, session_date)`.execute(database)
}
