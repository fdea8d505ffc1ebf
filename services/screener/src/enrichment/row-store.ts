import { SCORE_HISTORY_SESSIONS } from '@callwright/contracts'
import { RATING_VERSION } from '@callwright/scoring'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { AVERAGE_SESSIONS } from './chain-figures.ts'
import { beginWrite, finishWrite, insertRow, type JobContext, type Writer } from './row-statement.ts'
import type { StockRow } from './stock-row.ts'
import type { SymbolSession } from './symbol-session.ts'

export type RowStore = ReturnType<typeof createRowStore>

export interface RowToSave extends Writer {
  readonly row: StockRow
  readonly session: SymbolSession
}

export function createRowStore(database: Kysely<Tables>) {
  return translateErrors({
    async findJobContext(runId: string, symbol: string): Promise<JobContext | null> {
      const result = await sql<JobContext>`
        select run.id as run_id, run.sequence as run_sequence, run.state as run_state, run.stage,
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
    async save({ context, attempt, row, session }: RowToSave): Promise<{ version: number } | null> {
      const { runId, source } = context
      const result = await sql<{ version: number }>`
        with ${beginWrite(context)}, written as (
          ${insertRow({ context, attempt }, row, {
            surveyedOnly: false,
            source: sql`next`,
            onConflict: sql`(
                screener_row.run_sequence, screener_row.format, not screener_row.surveyed_only, screener_row.attempt
              ) <= (excluded.run_sequence, excluded.format, true, excluded.attempt)`,
          })}
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
