import { SHORTFALLS_LISTED } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'

export type ProgressStore = ReturnType<typeof createProgressStore>

/** A symbol without a row or with an incomplete row, and the reason. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

export interface Failure extends Shortfall {
  readonly runId: string
  readonly inSurvey: boolean
}

/** Condition for a complete row. Rows in any other format were written by another release and are not shown. */
const isWhole = (runId: string) => sql`run_id = ${runId} and not surveyed_only and format = ${ROW_FORMAT}`

/** SQL that counts a run's results and failures in its current stage from the tables. */
export function countSettled(runId: string) {
  return {
    done: sql<number>`case enrichment_run.stage
      when 'survey' then (select count(*) from symbol_survey where run_id = ${runId})
      else (select count(*) from screener_row where ${isWhole(runId)}) end`,
    failed: sql<number>`(select count(*) from enrichment_failure where run_id = ${runId})`,
  }
}

export function createProgressStore(database: Kysely<Tables>) {
  return translateErrors({
    async listFailures(runId: string): Promise<Shortfall[]> {
      const result = await sql<Shortfall>`
        select symbol, reason from enrichment_failure where run_id = ${runId}
        order by symbol collate "C" limit ${SHORTFALLS_LISTED}`.execute(database)
      return result.rows
    },

    async listIncomplete(runId: string): Promise<Shortfall[]> {
      const result = await sql<Shortfall>`
        select symbol, missing_reason as reason from screener_row
        where run_id = ${runId} and missing_reason is not null and not surveyed_only
        order by symbol collate "C" limit ${SHORTFALLS_LISTED}`.execute(database)
      return result.rows
    },

    /** Lists the symbols without a result in the run's stage, according to the tables. */
    async listOutstanding(runId: string): Promise<string[]> {
      // The planner can't estimate the length of an array: the anti joins that it chose instead of this set difference
      // took a second.
      const result = await sql<{ symbol: string }>`
        select symbol from (
          select unnest(coalesce(chain_symbols, symbols)) as symbol from enrichment_run where id = ${runId}
          except select symbol from enrichment_failure where run_id = ${runId}
          except select symbol from screener_row where ${isWhole(runId)}
          except select symbol from symbol_survey where run_id = ${runId}
            and exists (select 1 from enrichment_run where id = ${runId} and stage = 'survey')
        ) outstanding order by symbol collate "C"`.execute(database)
      return result.rows.map(({ symbol }) => symbol)
    },

    async recount(runId: string): Promise<void> {
      await database.updateTable('enrichmentRun').set(countSettled(runId)).where('id', '=', runId).execute()
    },

    /**
     * Records that a symbol failed. Does nothing if the symbol already has a result, or if the job does not belong to
     * the run's current stage.
     */
    async recordFailure({ runId, symbol, reason, inSurvey }: Failure): Promise<void> {
      await sql`
        with noted as (
          insert into enrichment_failure (run_id, symbol, reason)
          select id, ${symbol}, ${reason} from enrichment_run
          where id = ${runId} and state in ('running', 'stopping')
            and (stage is not distinct from 'survey') = ${inSurvey}
            and not exists (select 1 from screener_row where symbol = ${symbol} and ${isWhole(runId)})
            and not (${inSurvey} and exists (select 1 from symbol_survey where symbol = ${symbol} and run_id = ${runId}))
          on conflict (run_id, symbol) do nothing
          returning symbol
        )
        update enrichment_run set failed = enrichment_run.failed + 1, last_symbol = noted.symbol,
          settled_at = clock_timestamp()
        from noted where enrichment_run.id = ${runId}`.execute(database)
    },
  })
}
