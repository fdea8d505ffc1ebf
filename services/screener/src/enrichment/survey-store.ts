import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { ChainChoice, SurveyedSymbol } from './rotation.ts'
import { beginWrite, finishWrite, insertRow, takeVersion, type Writer } from './row-statement.ts'
import type { StockRow } from './stock-row.ts'
import { OPTIONS_NOT_READ } from './survey-row.ts'

export type SurveyStore = ReturnType<typeof createSurveyStore>

/** Rows per update statement; all other writers wait while one runs. */
const ROWS_PER_UPDATE = 100

export interface SurveyToSave extends Writer {
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
          ${insertRow({ context, attempt }, row, {
            surveyedOnly: true,
            source: sql`next, written`,
            onConflict: sql`screener_row.surveyed_only`,
          })}
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
