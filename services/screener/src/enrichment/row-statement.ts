import { type RawBuilder, sql } from 'kysely'
import { ROW_FORMAT } from '../db/schema.ts'
import type { Market, RunState, Stage } from './run-rules.ts'
import { type StockRow, toStoredRow } from './stock-row.ts'
import type { SymbolPast } from './symbol-session.ts'

export interface JobContext extends Market {
  readonly runId: string
  readonly runSequence: number
  readonly runState: RunState
  readonly stage: Stage | null
  readonly past: SymbolPast
}

/** One attempt at a symbol's job. Of two writers in the same run, the later attempt wins. */
export interface Writer {
  readonly context: JobContext
  readonly attempt: number
}

type Fragment = RawBuilder<unknown>

/**
 * First part of every statement that writes a row. `taken` holds the new version; all writers take its lock first, so
 * that versions become visible in order. The commit doesn't wait for the disk, because every other writer would wait
 * for it too. A PostgreSQL crash can therefore lose an active run's latest rows, and their symbols are then outstanding
 * again. Closing a run does wait for the disk, which makes all its rows durable.
 */
export const takeVersion: Fragment = sql`relaxed as (
    select set_config('synchronous_commit', 'off', true)
  ), taken as (
    update snapshot_version set version = version + 1 from relaxed returning version
  )`

/**
 * First part of a job's statement. `next` holds the version if the run is active and in the job's stage, and is empty
 * otherwise. The run is locked too, so that a writer that waited for the version sees the run's current state, not the
 * one at the start of its statement.
 */
export function beginWrite({ runId, stage }: JobContext): Fragment {
  return sql`${takeVersion}, next as (
    select taken.version from taken, enrichment_run run
    where run.id = ${runId}::uuid and run.state in ('running', 'stopping') and run.stage is not distinct from ${stage}
    for no key update of run
  )`
}

/** Inserts a symbol's row, or replaces it if `onConflict` holds. Writes nothing if `source` is empty. */
export function insertRow(
  { context, attempt }: Writer,
  row: StockRow,
  parts: { readonly surveyedOnly: boolean; readonly source: Fragment; readonly onConflict: Fragment },
): Fragment {
  const { runId, runSequence, source, dataClass, asOf } = context
  return sql`
    insert into screener_row (
      symbol, run_id, run_sequence, attempt, version, format, source, data_class, as_of, missing_reason, surveyed_only,
      enriched_at, "row"
    )
    select ${row.symbol}, ${runId}::uuid, ${runSequence}::bigint, ${attempt}::int, next.version, ${ROW_FORMAT}::smallint,
      ${source}, ${dataClass}, ${asOf}::timestamptz, ${row.missingReason}, ${parts.surveyedOnly}, clock_timestamp(),
      ${JSON.stringify(toStoredRow(row))}::jsonb
    from ${parts.source}
    on conflict (symbol) do update set
      run_id = excluded.run_id, run_sequence = excluded.run_sequence, attempt = excluded.attempt,
      version = excluded.version, format = excluded.format, source = excluded.source,
      data_class = excluded.data_class, as_of = excluded.as_of, missing_reason = excluded.missing_reason,
      surveyed_only = excluded.surveyed_only, enriched_at = excluded.enriched_at, "row" = excluded."row"
    where ${parts.onConflict}`
}

/**
 * Last part of a job's statement: deletes an earlier failure of the symbol and updates the run's counts. Requires a
 * part named `written` that contains the symbol if its row was written, and `is_new`: 1 unless this run already had a
 * result for the symbol.
 */
export function finishWrite(runId: string): Fragment {
  return sql`forgiven as (
    delete from enrichment_failure using written
    where enrichment_failure.run_id = ${runId}::uuid and enrichment_failure.symbol = written.symbol
    returning 1
  ), counted as (
    update enrichment_run run
    set done = run.done + delta.is_new, failed = run.failed - delta.forgiven, last_symbol = delta.symbol,
      settled_at = clock_timestamp()
    from (select symbol, is_new, (select count(*)::int from forgiven) as forgiven from written) delta
    where run.id = ${runId}::uuid
  )`
}
