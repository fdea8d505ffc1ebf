import { type Kysely, sql } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { translateErrors } from '../db/translate-errors.ts'
import type { Market, RunState } from './run-rules.ts'
import { type StockRow, toStoredRow } from './stock-row.ts'
import type { SymbolSession } from './symbol-session.ts'

export type RowStore = ReturnType<typeof createRowStore>

/** What a job needs to know of its run and of the past of its symbol. */
export interface JobContext extends Market {
  readonly runId: string
  readonly runSequence: number
  readonly runState: RunState
  /** Ascending, at most a year of sessions, of the run's market only. */
  readonly sessions: readonly SymbolSession[]
}

export interface RowToSave {
  readonly context: JobContext
  /** How often the job was started: of two writers of one run the later start wins. */
  readonly attempt: number
  readonly row: StockRow
  readonly session: SymbolSession
}

const SESSIONS_KEPT = 252

export function createRowStore(database: Kysely<Tables>) {
  return translateErrors({
    async findJobContext(runId: string, symbol: string): Promise<JobContext | null> {
      const result = await sql<JobContext>`
        select run.id as run_id, run.sequence as run_sequence, run.state as run_state,
          run.source, run.data_class, run.as_of, coalesce(past.sessions, '[]') as sessions
        from enrichment_run run
        left join lateral (
          select json_agg(json_build_object(
            'date', session_date, 'impliedVolatility', atm_iv, 'callVolume', call_volume
          ) order by session_date) as sessions
          from (
            select session_date, atm_iv, call_volume from symbol_session
            where source = run.source and symbol = ${symbol}
            order by session_date desc limit ${SESSIONS_KEPT}
          ) recent
        ) past on true
        where run.id = ${runId}`.execute(database)
      return result.rows[0] ?? null
    },

    /**
     * Writes a symbol's row, its session and the new version in one statement. A row of a newer run, or of
     * a later start of the same job, is never replaced, and a run that is over writes no more: the answer is null.
     * Every writer takes the version's lock first, so versions become visible in their order. The commit does not wait
     * for the disk, which would make that lock the pace of all workers: a crash of PostgreSQL may cost the last rows of a
     * run under way, and those are outstanding again. The end of a run waits, and makes all its rows durable.
     */
    async save({ context, attempt, row, session }: RowToSave): Promise<{ version: number } | null> {
      const { runId, runSequence, source, dataClass, asOf } = context
      const { symbol, missingReason } = row
      const result = await sql<{ version: number }>`
        with relaxed as (
          select set_config('synchronous_commit', 'off', true)
        ), next as (
          update snapshot_version set version = version + 1 from relaxed returning version
        ), written as (
          insert into screener_row (
            symbol, run_id, run_sequence, attempt, version, format, source, data_class, as_of, missing_reason,
            enriched_at, "row"
          )
          select ${symbol}, ${runId}::uuid, ${runSequence}::bigint, ${attempt}::int, next.version, ${ROW_FORMAT}::smallint,
            ${source}, ${dataClass}, ${asOf}::timestamptz, ${missingReason}, clock_timestamp(),
            ${JSON.stringify(toStoredRow(row))}::jsonb
          from next
          where exists (
            select 1 from enrichment_run where id = ${runId}::uuid and state in ('running', 'stopping')
          )
          on conflict (symbol) do update set
            run_id = excluded.run_id, run_sequence = excluded.run_sequence, attempt = excluded.attempt,
            version = excluded.version, format = excluded.format, source = excluded.source,
            data_class = excluded.data_class, as_of = excluded.as_of, missing_reason = excluded.missing_reason,
            enriched_at = excluded.enriched_at, "row" = excluded."row"
          where (screener_row.run_sequence, screener_row.attempt) <= (excluded.run_sequence, excluded.attempt)
          returning symbol, version
        ), forgiven as (
          delete from enrichment_failure using written
          where enrichment_failure.run_id = ${runId}::uuid and enrichment_failure.symbol = written.symbol
        ), remembered as (
          insert into symbol_session (source, symbol, session_date, atm_iv, call_volume)
          select ${source}, written.symbol, ${session.date}::date, ${session.impliedVolatility}::float8,
            ${session.callVolume}::float8
          from written
          on conflict (source, symbol, session_date) do update set
            atm_iv = coalesce(excluded.atm_iv, symbol_session.atm_iv),
            call_volume = coalesce(excluded.call_volume, symbol_session.call_volume)
        )
        select version from written`.execute(database)
      return result.rows[0] ?? null
    },
  })
}
