import { readUniqueViolation, translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { countSettled } from './progress-store.ts'
import { derivedColumns, runColumns, toRun } from './run-record.ts'
import { isPinned, type Market, type Run, type RunStarter, type Stage, type StoredRows } from './run-rules.ts'

export type RunStore = ReturnType<typeof createRunStore>
export type ClosedRun = Run & { readonly removedRows: number }
export type NewRun = Market &
  RunStarter & {
    readonly id: string
    readonly sequence: number
    readonly symbols: readonly string[]
    readonly stage: Stage | null
  }

const SUPERVISOR_LOCK = 'callwright.screener.supervisor'
const KEPT_RUNS = 100
/** A year of sessions, whatever holidays fall into it, and some. */
const SESSION_DAYS_KEPT = 400

/** All SQL about runs: how they begin and end, and what they leave behind. */
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
    async insert(run: NewRun): Promise<boolean> {
      const { id, sequence, startedBy, userId, source, dataClass, asOf, stage } = run
      try {
        await database.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('enrichmentRun')
            .values({
              ...{ id, sequence, startedBy, userId, source, dataClass, asOf, stage },
              state: 'running',
              symbols: [...run.symbols],
            })
            .execute()
          await takeVersion(transaction)
          await removeRows(transaction, ofOtherMarkets(run))
          await sql`delete from enrichment_run where sequence <= ${sequence - KEPT_RUNS}`.execute(transaction)
        })
        return true
      } catch (error) {
        if (readUniqueViolation(error) !== null) return false
        throw error
      }
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
     * Ends a run: `finished` takes stocks that left the universe off the screen and forgets sessions of long ago,
     * `stopped` keeps what there is. Null when it had ended already.
     */
    close(runId: string, state: 'finished' | 'stopped'): Promise<ClosedRun | null> {
      return database.transaction().execute(async (transaction) => {
        await takeVersion(transaction)
        const row = await transaction
          .updateTable('enrichmentRun')
          .set({
            state,
            ...countSettled(runId),
            // The end of its work, not of somebody noticing.
            finishedAt: state === 'stopped' ? sql`clock_timestamp()` : sql`coalesce(settled_at, clock_timestamp())`,
          })
          .where('id', '=', runId)
          .where('state', 'in', state === 'finished' ? ['running'] : ['running', 'stopping'])
          .returning([...runColumns, ...derivedColumns])
          .executeTakeFirst()
        if (row === undefined) return null
        const run = toRun(row)
        if (state === 'stopped') return { ...run, removedRows: 0 }
        await forgetOldSessions(transaction, run)
        const left = sql<boolean>`symbol not in (select unnest(symbols) from enrichment_run where id = ${runId})`
        return { ...run, removedRows: await removeRows(transaction, sql`${left} or ${ofOtherMarkets(run)}`) }
      })
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

/** Every writer of rows takes the version first: two of them then wait for each other in one order. */
async function takeVersion(transaction: Transaction<Tables>): Promise<void> {
  await sql`update snapshot_version set version = version + 1`.execute(transaction)
}

/** Rows that disappear leave nothing to read, so the version says when it happened. */
async function removeRows(transaction: Transaction<Tables>, which: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from screener_row where ${which}`.execute(transaction)
  if (numAffectedRows > 0n) await sql`update snapshot_version set removed_version = version`.execute(transaction)
  return Number(numAffectedRows)
}

/** Old by the market's own clock: a recorded day is not of long ago in its own market. */
async function forgetOldSessions(transaction: Transaction<Tables>, { source, asOf }: Market): Promise<void> {
  await sql`
    delete from symbol_session
    where source = ${source} and session_date < ${asOf}::timestamptz::date - ${SESSION_DAYS_KEPT}::int`.execute(
    transaction,
  )
}
