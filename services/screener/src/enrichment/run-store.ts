import { SHORTFALLS_LISTED } from '@callwright/contracts'
import { readUniqueViolation, translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { isPinned, type Market, type Run, type RunStarter, type Stage, type StoredRows } from './run-rules.ts'

export type RunStore = ReturnType<typeof createRunStore>
type ClosedRun = Run & { readonly removedRows: number }
type NewRun = Market &
  RunStarter & {
    readonly id: string
    readonly sequence: number
    readonly symbols: readonly string[]
    readonly stage: Stage | null
    readonly withoutVendorRanks: boolean
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
      const { id, sequence, startedBy, userId, source, dataClass, asOf, stage, withoutVendorRanks } = run
      try {
        await database.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('enrichmentRun')
            .values({
              id,
              sequence,
              startedBy,
              userId,
              source,
              dataClass,
              asOf,
              stage,
              withoutVendorRanks,
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
            ...countResults(runId),
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

const runColumns = [
  'id',
  'sequence',
  'startedBy',
  'userId',
  'state',
  'stage',
  'withoutVendorRanks',
  'source',
  'dataClass',
  'asOf',
  'done',
  'failed',
  'surveyFailed',
  'lastSymbol',
  'startedAt',
  'finishedAt',
] as const

/** Symbols of the current stage. Symbols that failed in the survey are not part of the second stage. */
const ofStage = sql<string[]>`coalesce(chain_symbols, symbols)`
const until = sql`coalesce(finished_at, clock_timestamp())`

/** Computed columns. They use the database's clock, because the clocks of the processes may differ. */
const derivedColumns = [
  sql<number>`cardinality(symbols)`.as('symbols'),
  sql<number>`cardinality(${ofStage}) + survey_failed`.as('total'),
  sql<number>`extract(epoch from ${until} - started_at)::float8`.as('elapsedSeconds'),
  sql<number>`extract(epoch from ${until} - stage_started_at)::float8`.as('stageSeconds'),
  sql<number>`extract(epoch from ${until} - greatest(stage_started_at, settled_at))::float8`.as('idleSeconds'),
  sql<number>`extract(epoch from clock_timestamp() - coalesce(finished_at, started_at))::float8`.as('ageSeconds'),
  sql<number | null>`case stage when 'survey' then (
    select extract(epoch from past.finished_at - past.stage_started_at)::float8 / cardinality(past.chain_symbols)
    from enrichment_run past
    where past.stage = 'chains' and past.state = 'finished' and cardinality(past.chain_symbols) > 0
    order by past.sequence desc limit 1
  ) end`.as('secondsPerChain'),
] as const

type RunRow = Omit<Run, keyof RunStarter> & { readonly startedBy: 'platform' | 'user'; readonly userId: string | null }

function toRun({ startedBy, userId, ...row }: RunRow): Run {
  return startedBy === 'user' && userId !== null
    ? { ...row, startedBy, userId }
    : { ...row, startedBy: 'platform', userId: null }
}

export type ProgressStore = ReturnType<typeof createProgressStore>

/** A symbol without a row or with an incomplete row, and the reason. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

interface Failure extends Shortfall {
  readonly runId: string
  readonly inSurvey: boolean
}

/** Condition for a complete row. Rows in any other format were written by another release and are not shown. */
const isWhole = (runId: string) => sql`run_id = ${runId} and not surveyed_only and format = ${ROW_FORMAT}`

/** SQL that counts a run's results and failures in its current stage from the tables. */
function countResults(runId: string) {
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
      await database.updateTable('enrichmentRun').set(countResults(runId)).where('id', '=', runId).execute()
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
