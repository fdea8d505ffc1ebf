import { type RawBuilder, sql } from 'kysely'
import { ROW_FORMAT } from '../db/schema.ts'
import type { Market, RunState, Stage } from './run-rules.ts'
import { type StockRow, toStoredRow } from './stock-row.ts'
import type { SymbolPast } from './symbol-session.ts'

/** What a job needs to know of its run and of the past of its symbol, in the run's market only. */
export interface JobContext extends Market {
  readonly runId: string
  readonly runSequence: number
  readonly runState: RunState
  readonly stage: Stage | null
  readonly past: SymbolPast
}

/** Who writes: the job of a symbol in a run, at its nth start. Of two writers of one run the later start wins. */
export interface Writer {
  readonly context: JobContext
  readonly attempt: number
}

type Fragment = RawBuilder<unknown>

/**
 * How every writer of rows begins: `taken` holds the version, whose lock all of them take first, so that versions become
 * visible in their order. The commit does not wait for the disk, which would make that lock the pace of all workers: a
 * crash of PostgreSQL may cost the last rows of a run under way, and those are outstanding again. The end of a run waits,
 * and makes all its rows durable.
 */
export const takeVersion: Fragment = sql`relaxed as (
    select set_config('synchronous_commit', 'off', true)
  ), taken as (
    update snapshot_version set version = version + 1 from relaxed returning version
  )`

/**
 * How a job begins: `next` holds the version while its run goes on, in the stage that the job is of, and nothing
 * otherwise. The run is locked too: a writer that waited for the version sees the run as it is then, not as it was when
 * its statement began.
 */
export function takeTurn({ runId, stage }: JobContext): Fragment {
  return sql`${takeVersion}, next as (
    select taken.version from taken, enrichment_run run
    where run.id = ${runId}::uuid and run.state in ('running', 'stopping') and run.stage is not distinct from ${stage}
    for no key update of run
  )`
}

/** Writes the row of a symbol, or what `onConflict` says where there is one; `source` says whence and on what condition. */
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
 * How every writer ends: a failure noted before is forgiven, and the run counts what is new of it. `written` is the
 * statement's own part that holds the symbol, where it was written, and `is_new`: 1 unless this run had it already.
 */
export function settle(runId: string): Fragment {
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
