import { SCORE_HISTORY_SESSIONS } from '@callwright/contracts'
import { RATING_VERSION } from '@callwright/scoring'
import { translateErrors } from '@callwright/service'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PackedCalls } from '../calls/packed-calls.ts'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { OPTIONS_NOT_READ, type StockRow, toStoredRow } from './build-row.ts'
import { AVERAGE_SESSIONS, type SymbolPast, type SymbolSession } from './figures.ts'
import type { ChainChoice, Market, RunState, Stage, SurveyedSymbol } from './run-rules.ts'

export interface JobContext extends Market {
  readonly runId: string
  readonly runSequence: number
  readonly runState: RunState
  readonly stage: Stage | null
  readonly withoutVendorRanks: boolean
  readonly past: SymbolPast
}

/** One attempt at a symbol's job. Of two writers in the same run, the later attempt wins. */
interface Writer {
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
const takeVersion: Fragment = sql`relaxed as (
    select set_config('synchronous_commit', 'off', true)
  ), taken as (
    update snapshot_version set version = version + 1 from relaxed returning version
  )`

/**
 * First part of a job's statement. `next` holds the version if the run is active and in the job's stage, and is empty
 * otherwise. The run is locked too, so that a writer that waited for the version sees the run's current state, not the
 * one at the start of its statement.
 */
function beginWrite({ runId, stage }: JobContext): Fragment {
  return sql`${takeVersion}, next as (
    select taken.version from taken, enrichment_run run
    where run.id = ${runId}::uuid and run.state in ('running', 'stopping') and run.stage is not distinct from ${stage}
    for no key update of run
  )`
}

/** Inserts a symbol's row, or replaces it if `onConflict` holds. Writes nothing if `from` is empty. */
function insertRow(
  { context, attempt }: Writer,
  { row, calls }: { readonly row: StockRow; readonly calls: PackedCalls | null },
  parts: { readonly surveyedOnly: boolean; readonly from: Fragment; readonly onConflict: Fragment },
): Fragment {
  const { runId, runSequence, source, dataClass, asOf } = context
  return sql`
    insert into screener_row (
      symbol, run_id, run_sequence, attempt, version, format, source, data_class, as_of, missing_reason, surveyed_only,
      enriched_at, "row", calls
    )
    select ${row.symbol}, ${runId}::uuid, ${runSequence}::bigint, ${attempt}::int, next.version, ${ROW_FORMAT}::smallint,
      ${source}, ${dataClass}, ${asOf}::timestamptz, ${row.missingReason}, ${parts.surveyedOnly}, clock_timestamp(),
      ${JSON.stringify(toStoredRow(row))}::jsonb, ${calls === null ? null : JSON.stringify(calls)}::jsonb
    from ${parts.from}
    on conflict (symbol) do update set
      run_id = excluded.run_id, run_sequence = excluded.run_sequence, attempt = excluded.attempt,
      version = excluded.version, format = excluded.format, source = excluded.source,
      data_class = excluded.data_class, as_of = excluded.as_of, missing_reason = excluded.missing_reason,
      surveyed_only = excluded.surveyed_only, enriched_at = excluded.enriched_at, "row" = excluded."row",
      calls = excluded.calls
    where ${parts.onConflict}`
}

/**
 * Last part of a job's statement: deletes an earlier failure of the symbol and updates the run's counts. Requires a
 * part named `written` that contains the symbol if its row was written, and `is_new`: 1 unless this run already had a
 * result for the symbol.
 */
function finishWrite(runId: string): Fragment {
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

export type RowStore = ReturnType<typeof createRowStore>

export interface RowToSave extends Writer {
  readonly row: StockRow
  readonly calls: PackedCalls | null
  readonly session: SymbolSession
}

export function createRowStore(database: Kysely<Tables>) {
  return translateErrors({
    async findJobContext(runId: string, symbol: string): Promise<JobContext | null> {
      const result = await sql<JobContext>`
        select run.id as run_id, run.sequence as run_sequence, run.state as run_state, run.stage,
          run.without_vendor_ranks,
          run.source, run.data_class, run.as_of, json_build_object(
            'callVolumes', coalesce((
              select json_agg(json_build_object('date', session_date, 'callVolume', call_volume) order by session_date)
              from (
                select session_date, call_volume from symbol_session
                where source = run.source and symbol = ${symbol} and call_volume is not null
                  and session_date <= run.market_day
                order by session_date desc limit ${AVERAGE_SESSIONS}
              ) recent
            ), '[]'),
            'ratings', coalesce((
              select json_agg(json_build_object('date', session_date, 'score', score) order by session_date)
              from (
                select session_date, score from symbol_session
                where source = run.source and symbol = ${symbol} and score is not null
                  and session_date <= run.market_day and score_version = ${RATING_VERSION}
                order by session_date desc limit ${SCORE_HISTORY_SESSIONS}
              ) recent
            ), '[]')
          ) as past
        from (
          select *, (as_of at time zone 'America/New_York')::date as market_day from enrichment_run
        ) run
        where run.id = ${runId}`.execute(database)
      return result.rows[0] ?? null
    },

    /**
     * Writes a symbol's row, its session, the run's counts and the new version in one statement. Returns null and
     * writes nothing if a newer run or a later attempt has already written the row, or if the run is over.
     */
    async save({ context, attempt, row, calls, session }: RowToSave): Promise<{ version: number } | null> {
      const { runId, source } = context
      const result = await sql<{ version: number }>`
        with ${beginWrite(context)}, written as (
          ${insertRow(
            { context, attempt },
            { row, calls },
            {
              surveyedOnly: false,
              from: sql`next`,
              onConflict: sql`(
                screener_row.run_sequence, screener_row.format, not screener_row.surveyed_only, screener_row.attempt
              ) <= (excluded.run_sequence, excluded.format, true, excluded.attempt)`,
            },
          )}
          returning new.symbol, new.version,
            ((old.run_id, old.format, old.surveyed_only) is distinct from (new.run_id, new.format, false))::int as is_new
        ), ${finishWrite(runId)}, remembered as (
          insert into symbol_session (source, symbol, session_date, call_volume, score, score_version)
          select ${source}, written.symbol, ${session.date}::date, ${session.callVolume}::float8,
            ${session.score}::float8, ${row.scoreVersion}
          from written
          on conflict (source, symbol, session_date) do update set
            call_volume = coalesce(excluded.call_volume, symbol_session.call_volume),
            score = coalesce(excluded.score, symbol_session.score),
            score_version = case when excluded.score is null then symbol_session.score_version
              else excluded.score_version end
        )
        select version from written`.execute(database)
      return result.rows[0] ?? null
    },
  })
}

export type SurveyStore = ReturnType<typeof createSurveyStore>

/** Rows per update statement; all other writers wait while one runs. */
const ROWS_PER_UPDATE = 100

interface SurveyToSave extends Writer {
  readonly row: StockRow
  readonly points: number
}

export function createSurveyStore(database: Kysely<Tables>) {
  return translateErrors({
    /**
     * Writes a symbol's survey result and, if its chain has never been read, a row to show until then. Returns null if
     * a later attempt has already written one, or if the run is over or in its second stage.
     */
    async save({ context, attempt, row, points }: SurveyToSave): Promise<{ version: number } | null> {
      const { runId, runSequence } = context
      const result = await sql<{ version: number }>`
        with ${beginWrite(context)}, written as (
          insert into symbol_survey (symbol, run_id, run_sequence, attempt, points)
          select ${row.symbol}, ${runId}::uuid, ${runSequence}::bigint, ${attempt}::int, ${points}::float8
          from next
          on conflict (symbol) do update set
            run_id = excluded.run_id, run_sequence = excluded.run_sequence, attempt = excluded.attempt,
            points = excluded.points
          where (symbol_survey.run_sequence, symbol_survey.attempt) <= (excluded.run_sequence, excluded.attempt)
          returning new.symbol, (old.run_id is distinct from new.run_id)::int as is_new
        ), shown as (
          ${insertRow(
            { context, attempt },
            { row, calls: null },
            {
              surveyedOnly: true,
              from: sql`next, written`,
              onConflict: sql`screener_row.surveyed_only`,
            },
          )}
        ), ${finishWrite(runId)}
        select version from next, written`.execute(database)
      return result.rows[0] ?? null
    },

    /** Lists a run's survey results, each with the last run that requested the symbol's chain. */
    async listSurveyed(runId: string): Promise<SurveyedSymbol[]> {
      const result = await sql<SurveyedSymbol>`
        select surveyed.symbol, surveyed.points, greatest(whole.run_sequence, failure.sequence) as last_turn
        from symbol_survey surveyed
        left join screener_row whole on whole.symbol = surveyed.symbol and not whole.surveyed_only
        left join (
          select symbol, max(sequence) as sequence
          from enrichment_failure join enrichment_run on id = run_id group by symbol
        ) failure on failure.symbol = surveyed.symbol
        where surveyed.run_id = ${runId}`.execute(database)
      return result.rows
    },

    /** Moves a run from its survey to the chosen chains. Returns false if it is no longer in its survey. */
    startChains(runId: string, chosen: ChainChoice['chosen']): Promise<boolean> {
      return database.transaction().execute(async (transaction) => {
        await sql`update snapshot_version set version = version + 1`.execute(transaction)
        const failures = sql`(select count(*) from enrichment_failure where run_id = ${runId})`
        const { numAffectedRows } = await sql`
          update enrichment_run set stage = 'chains', chain_symbols = ${[...chosen]}, done = 0, failed = ${failures},
            survey_failed = ${failures}, last_symbol = null, stage_started_at = clock_timestamp()
          where id = ${runId} and state = 'running' and stage = 'survey'`.execute(transaction)
        return numAffectedRows === 1n
      })
    },

    /** Adds to each waiting row's reason when its chain will be read. */
    async updateWaitReasons(runId: string, waiting: ChainChoice['waiting']): Promise<void> {
      for (let start = 0; start < waiting.length; start += ROWS_PER_UPDATE) {
        const part = waiting.slice(start, start + ROWS_PER_UPDATE)
        const reason = sql`replace(stock.missing_reason, ${OPTIONS_NOT_READ}, waiting.reason)`
        await sql`
          with ${takeVersion}
          update screener_row stock set version = taken.version, missing_reason = ${reason},
            "row" = stock."row" || jsonb_build_object('missing_reason', ${reason})
          from taken, unnest(${part.map(({ symbol }) => symbol)}::text[], ${part.map(describeWait)}::text[])
            as waiting (symbol, reason)
          where stock.symbol = waiting.symbol and stock.surveyed_only and stock.run_id = ${runId}`.execute(database)
      }
    },
  })
}

function describeWait({ runs }: ChainChoice['waiting'][number]): string {
  if (runs === null) return `${OPTIONS_NOT_READ}. They load once this stock ranks higher`
  if (runs === 1) return `${OPTIONS_NOT_READ}. They load with the next refresh`
  return `${OPTIONS_NOT_READ}. They load within the next ${runs} refreshes`
}
