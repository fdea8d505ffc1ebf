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
const SESSION_DAYS_KEPT = 400

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
     * Stores the next run after the last one that the caller saw, and deletes rows from other markets. Returns false if
     * another process has stored a run since.
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

    /** Returns false if the run is no longer running. */
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
     * Ends a run. `finished` deletes old sessions and the rows of stocks that left the universe; `stopped` deletes
     * nothing. Returns null if the run had already ended.
     */
    close(runId: string, state: 'finished' | 'stopped'): Promise<ClosedRun | null> {
      return database.transaction().execute(async (transaction) => {
        await takeVersion(transaction)
        const row = await transaction
          .updateTable('enrichmentRun')
          .set({
            state,
            ...countSettled(runId),
            // Use the time of the last result, not the time at which the supervisor noticed that the run was over.
            finishedAt: state === 'stopped' ? sql`clock_timestamp()` : sql`coalesce(settled_at, clock_timestamp())`,
          })
          .where('id', '=', runId)
          .where('state', 'in', state === 'finished' ? ['running'] : ['running', 'stopping'])
          .returning([...runColumns, ...derivedColumns])
          .executeTakeFirst()
        if (row === undefined) return null
        const run = toRun(row)
        if (state === 'stopped') return { ...run, removedRows: 0 }
        await removeOldSessions(transaction, run)
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
     * Runs `work` unless another replica holds the lock. The lock is released with its transaction, and a connection
     * that cannot roll back is closed, so that no pooled connection keeps the lock.
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

/** All writers lock the version first, which prevents deadlocks between them. */
async function takeVersion(transaction: Transaction<Tables>): Promise<void> {
  await sql`update snapshot_version set version = version + 1`.execute(transaction)
}

/** Deletes rows and records the version of the deletion, because replicas cannot read deleted rows. */
async function removeRows(transaction: Transaction<Tables>, which: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from screener_row where ${which}`.execute(transaction)
  if (numAffectedRows > 0n) await sql`update snapshot_version set removed_version = version`.execute(transaction)
  return Number(numAffectedRows)
}

/** Measures age by the market's own clock, so that a recorded market's sessions are kept. */
async function removeOldSessions(transaction: Transaction<Tables>, { source, asOf }: Market): Promise<void> {
  await sql`
    delete from symbol_session
    where source = ${source} and session_date < ${asOf}::timestamptz::date - ${SESSION_DAYS_KEPT}::int`.execute(
    transaction,
  )
}
