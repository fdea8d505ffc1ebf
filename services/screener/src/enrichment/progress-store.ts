import { SHORTFALLS_LISTED } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'

export type ProgressStore = ReturnType<typeof createProgressStore>

/** A symbol without a row, or with a row that lacks something, and why. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

/** Why a symbol of a run came to nothing, and in which kind of job. */
export interface Failure extends Shortfall {
  readonly runId: string
  readonly inSurvey: boolean
}

/** Which rows settle their symbol: one of another format was written by another release, and is not shown. */
const isWhole = (runId: string) => sql`run_id = ${runId} and not surveyed_only and format = ${ROW_FORMAT}`

/** What the stage of a run has settled, counted in the tables. */
export function countSettled(runId: string) {
  return {
    done: sql<number>`case enrichment_run.stage
      when 'survey' then (select count(*) from symbol_survey where run_id = ${runId})
      else (select count(*) from screener_row where ${isWhole(runId)}) end`,
    failed: sql<number>`(select count(*) from enrichment_failure where run_id = ${runId})`,
  }
}

/** All SQL about what a run has settled and what it still owes. */
export function createProgressStore(database: Kysely<Tables>) {
  return translateErrors({
    /** The symbols a run could not work out. */
    async listFailures(runId: string): Promise<Shortfall[]> {
      const result = await sql<Shortfall>`
        select symbol, reason from enrichment_failure where run_id = ${runId}
        order by symbol collate "C" limit ${SHORTFALLS_LISTED}`.execute(database)
      return result.rows
    },

    /** The rows a run wrote that say what they lack. */
    async listIncomplete(runId: string): Promise<Shortfall[]> {
      const result = await sql<Shortfall>`
        select symbol, missing_reason as reason from screener_row
        where run_id = ${runId} and missing_reason is not null and not surveyed_only
        order by symbol collate "C" limit ${SHORTFALLS_LISTED}`.execute(database)
      return result.rows
    },

    /** The symbols that the stage of a run has settled in no way, found in the tables. */
    async listOutstanding(runId: string): Promise<string[]> {
      // By set difference: the planner knows nothing of the length of an array, and its anti joins took a second here.
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

    /** Sets a run's own count to what its tables hold. */
    async recount(runId: string): Promise<void> {
      await database.updateTable('enrichmentRun').set(countSettled(runId)).where('id', '=', runId).execute()
    },

    /**
     * Notes that a symbol of a run could not be worked out. A result that was written after all wins, and a job of
     * another stage than the run's says nothing any more.
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
