import { SHORTFALLS_LISTED } from '@callwright/contracts'
import { readUniqueViolation } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { translateErrors } from '../db/translate-errors.ts'
import { derivedColumns, runColumns, toRun } from './run-record.ts'
import { isPinned, type Market, type Run, type RunProgress, type RunStarter, type StoredRows } from './run-rules.ts'

export type RunStore = ReturnType<typeof createRunStore>
/** A symbol without a row, or with a row that lacks something, and why. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}
export type ClosedRun = Run & { readonly removedRows: number }

const SUPERVISOR_LOCK = 'callwright.screener.supervisor'
const KEPT_RUNS = 100

/** All SQL about runs: their states, what they have done, what they still owe. */
export function createRunStore(database: Kysely<Tables>) {
  return translateErrors({
    async findLatest(): Promise<Run | null> {
      const row = await database
        .selectFrom('enrichmentRun')
        .select([...runColumns, ...derivedColumns])
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : toRun(row)
    },

    /**
     * Starts the successor of the run the caller saw last, and takes rows of another market off the screen with it.
     * False when somebody else was quicker.
     */
    async insert(
      run: Market &
        RunStarter & { readonly id: string; readonly sequence: number; readonly symbols: readonly string[] },
    ): Promise<boolean> {
      const { id, sequence, startedBy, userId, source, dataClass, asOf } = run
      try {
        await database.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('enrichmentRun')
            .values({
              ...{ id, sequence, startedBy, userId, source, dataClass, asOf },
              state: 'running',
              symbols: [...run.symbols],
            })
            .execute()
          await removeRows(transaction, ofOtherMarkets(run))
          await sql`delete from enrichment_run where sequence <= ${sequence - KEPT_RUNS}`.execute(transaction)
        })
        return true
      } catch (error) {
        if (readUniqueViolation(error) !== null) return false
        throw error
      }
    },

    async countProgress(runId: string): Promise<RunProgress> {
      const result = await sql<RunProgress>`
        select
          (select count(*) from screener_row where run_id = ${runId}) as done,
          (select count(*) from enrichment_failure where run_id = ${runId}) as failed`.execute(database)
      return result.rows[0] ?? { done: 0, failed: 0 }
    },

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
        select symbol, missing_reason as reason from screener_row where run_id = ${runId} and missing_reason is not null
        order by symbol collate "C" limit ${SHORTFALLS_LISTED}`.execute(database)
      return result.rows
    },

    /** The symbols of a run that have neither a row of that run nor a failure. */
    async listOutstanding(runId: string): Promise<string[]> {
      const result = await sql<{ symbol: string }>`
        select wanted.symbol from enrichment_run run, unnest(run.symbols) as wanted (symbol)
        where run.id = ${runId}
          and not exists (select 1 from screener_row r where r.symbol = wanted.symbol and r.run_id = run.id)
          and not exists (select 1 from enrichment_failure f where f.symbol = wanted.symbol and f.run_id = run.id)
        order by wanted.symbol collate "C"`.execute(database)
      return result.rows.map(({ symbol }) => symbol)
    },

    /** False when the run is no longer running. */
    async markStopping(runId: string): Promise<boolean> {
      const result = await database
        .updateTable('enrichmentRun')
        .set({ state: 'stopping' })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /**
     * Ends a run: `finished` takes stocks that left the universe off the screen, `stopped` keeps what there is.
     * Null when it had ended already.
     */
    close(runId: string, state: 'finished' | 'stopped'): Promise<ClosedRun | null> {
      return database.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('enrichmentRun')
          .set({
            state,
            done: sql`(select count(*) from screener_row where run_id = ${runId})`,
            failed: sql`(select count(*) from enrichment_failure where run_id = ${runId})`,
            finishedAt: state === 'stopped' ? sql`clock_timestamp()` : lastEventOf(runId),
          })
          .where('id', '=', runId)
          .where('state', 'in', state === 'finished' ? ['running'] : ['running', 'stopping'])
          .returning([...runColumns, ...derivedColumns])
          .executeTakeFirst()
        if (row === undefined) return null
        const run = toRun(row)
        const left = sql<boolean>`symbol <> all (select unnest(symbols) from enrichment_run where id = ${runId})`
        const gone = state === 'finished' ? sql<boolean>`${left} or ${ofOtherMarkets(run)}` : sql<boolean>`false`
        return { ...run, removedRows: await removeRows(transaction, gone) }
      })
    },

    /** Notes that a symbol of a run could not be worked out; a row that made it after all wins. */
    async recordFailure(runId: string, symbol: string, reason: string): Promise<void> {
      await sql`
        insert into enrichment_failure (run_id, symbol, reason)
        select ${runId}, ${symbol}, ${reason}
        where not exists (select 1 from screener_row where symbol = ${symbol} and run_id = ${runId})
        on conflict (run_id, symbol) do nothing`.execute(database)
    },

    async summarizeRows(market: Market): Promise<StoredRows> {
      const pinnedAt = isPinned(market) ? market.asOf : null
      const result = await sql<StoredRows>`
        select count(*) as count, max(as_of) as newest_as_of
        from screener_row
        where source = ${market.source} and format = ${ROW_FORMAT}
          and (${pinnedAt}::timestamptz is null or as_of = ${pinnedAt})`.execute(database)
      return result.rows[0] ?? { count: 0, newestAsOf: null }
    },

    /**
     * Runs `work` unless another replica does so at this moment. The lock ends with its transaction, and a connection
     * that cannot even roll back is thrown away: no connection of the pool ever keeps it.
     */
    async withSupervisorLock(work: () => Promise<void>): Promise<boolean> {
      return database.transaction().execute(async (transaction) => {
        const lock = sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext(${SUPERVISOR_LOCK})) as held`
        const { rows } = await lock.execute(transaction)
        if (rows[0]?.held !== true) return false
        await work()
        return true
      })
    },
  })
}

function ofOtherMarkets(market: Market) {
  const { source, asOf } = market
  return isPinned(market)
    ? sql<boolean>`(source <> ${source} or format <> ${ROW_FORMAT} or as_of <> ${asOf})`
    : sql<boolean>`(source <> ${source} or format <> ${ROW_FORMAT})`
}

/** When the last of a run's symbols was settled: the end of its work, not of somebody noticing. */
function lastEventOf(runId: string) {
  return sql<Date>`coalesce(greatest(
    (select max(enriched_at) from screener_row where run_id = ${runId}),
    (select max(failed_at) from enrichment_failure where run_id = ${runId})), clock_timestamp())`
}

/**
 * Rows that disappear leave nothing to read, so the version says when it happened. The version is taken first, as every
 * writer of rows does: two writers then wait for each other in one order.
 */
async function removeRows(transaction: Transaction<Tables>, which: ReturnType<typeof sql<boolean>>): Promise<number> {
  await sql`update snapshot_version set version = version + 1`.execute(transaction)
  const { numAffectedRows = 0n } = await sql`delete from screener_row where ${which}`.execute(transaction)
  if (numAffectedRows > 0n) await sql`update snapshot_version set removed_version = version`.execute(transaction)
  return Number(numAffectedRows)
}
