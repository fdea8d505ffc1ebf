import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { ChainChoice, SurveyedSymbol } from './rotation.ts'
import { insertRow, settle, takeTurn, takeVersion, type Writer } from './row-statement.ts'
import type { StockRow } from './stock-row.ts'
import { OPTIONS_NOT_READ } from './survey-row.ts'

export type SurveyStore = ReturnType<typeof createSurveyStore>

/** In one statement, which every writer of rows waits for. */
const TOLD_AT_ONCE = 100

export interface SurveyToSave extends Writer {
  readonly row: StockRow
  readonly points: number
}

/** All SQL of a run's first stage, and of the step to its second. */
export function createSurveyStore(database: Kysely<Tables>) {
  return translateErrors({
    /**
     * Writes what the survey found of a symbol and, where its chain has never been read, the row to show until then. Null
     * where a later start of the job was first, or the run is over or in its second stage.
     */
    async save({ context, attempt, row, points }: SurveyToSave): Promise<{ version: number } | null> {
      const { runId, runSequence } = context
      const result = await sql<{ version: number }>`
        with ${takeTurn(context)}, written as (
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
        ), ${settle(runId)}
        select version from next, written`.execute(database)
      return result.rows[0] ?? null
    },

    /** What the survey of a run found, and when each chain was last asked for. */
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

    /** Takes a run from its survey to the chains chosen. False when it is no longer in its survey. */
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

    /** Lets the rows whose chains wait say for how long. */
    async tellWaits(runId: string, waiting: ChainChoice['waiting']): Promise<void> {
      for (let start = 0; start < waiting.length; start += TOLD_AT_ONCE) {
        const part = waiting.slice(start, start + TOLD_AT_ONCE)
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
  if (runs === null) return `${OPTIONS_NOT_READ}: they are once it ranks among the best`
  if (runs === 1) return `${OPTIONS_NOT_READ}: the next refresh reads them`
  return `${OPTIONS_NOT_READ}: one of the next ${runs} refreshes reads them`
}
