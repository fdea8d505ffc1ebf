import type { ScreenerRow } from '@callwright/contracts'
import { type Logger, translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import { type CallIndex, createCallIndex } from '../calls/call-index.ts'
import type { StockCalls } from '../calls/call-table.ts'
import type { PackedCalls } from '../calls/packed-calls.ts'
import { ROW_FORMAT, type Tables } from '../db/schema.ts'
import { createLoop, type Loop } from '../loop.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'
import { type PreparedRow, prepareRow, type Stamp } from './rows.ts'
import type { SharedRows } from './shared-rows.ts'

export type Snapshot = ReturnType<typeof createSnapshot>

/** Origin of the rows in memory: the database, or the shared cache if the database was unavailable at startup. */
type Origin = 'none' | 'database' | 'cache'

interface Summary {
  readonly count: number
  /** Number of rows with missing data. */
  readonly incomplete: number
  /** Write time of the newest row, UTC milliseconds. */
  readonly newestEnrichedMs: number | null
  readonly newestEnrichedAt: string | null
  /** Stamp of the newest figures. */
  readonly stamp: Stamp | null
}

const ROWS_AT_ONCE = 250
const EMPTY_SUMMARY: Summary = { count: 0, incomplete: 0, newestEnrichedMs: null, newestEnrichedAt: null, stamp: null }

/**
 * In-memory copy of the screener's rows (PERFORMANCE section 3). PostgreSQL is the source of truth: when its version
 * changes, the changed rows are read. While PostgreSQL is unavailable, the last rows remain and `reachable` is false. A
 * process that has never reached PostgreSQL reads the rows from the shared cache.
 */
export function createSnapshot(deps: {
  readonly store: SnapshotStore
  readonly shared: Pick<SharedRows, 'read'>
  readonly pollMs: number
  readonly log: Logger
}) {
  const { store, shared } = deps
  let rowIndex = createRowIndex()
  let callIndex = createCallIndex(rowIndex)
  let summary = EMPTY_SUMMARY
  let origin: Origin = 'none'
  let version = -1
  let removedVersion = 0
  let run: RunProgress | null = null
  let reachable = false
  let reloads = 0

  async function reload(): Promise<void> {
    try {
      const state = await store.readState()
      if (origin !== 'database' || state.version !== version || state.removedVersion !== removedVersion) {
        await readRows(state.version, state.removedVersion)
      }
      run = state.run
      reachable = true
    } catch (error) {
      reachable = false
      if (origin === 'none') await readShared()
      throw error
    } finally {
      reloads += 1
    }
  }

  /**
   * Reading up to a version misses nothing: writers lock it until they commit, so no lower version can appear later.
   */
  async function readRows(newVersion: number, newRemovedVersion: number): Promise<void> {
    const readsAll = origin !== 'database' || newRemovedVersion !== removedVersion || newVersion < version
    const changed: PreparedRow[] = []
    const calls: StockCalls[] = []
    let mark = { version: readsAll ? -1 : version, symbol: '' }
    for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
      const rows = await store.listChangedRows(mark, ROWS_AT_ONCE)
      for (const { row, calls: packed } of rows) {
        changed.push(prepareRow(row))
        calls.push({ symbol: row.symbol, calls: packed })
      }
      const last = rows.at(-1)
      if (last !== undefined) mark = { version: last.version, symbol: last.row.symbol }
      found = rows.length
    }
    apply(changed, readsAll, calls)
    version = Math.max(newVersion, mark.version)
    removedVersion = newRemovedVersion
    origin = 'database'
  }

  async function readShared(): Promise<void> {
    const found = await shared.read()
    if (found === null || origin !== 'none') return
    apply(found.rows, true, [])
    version = found.version
    origin = 'cache'
    deps.log.info({ rows: found.rows.length, version }, 'snapshot.read_from_cache')
  }

  /** Applies all rows at once, so that a version always has the same content. */
  function apply(rows: readonly PreparedRow[], isAll: boolean, calls: readonly StockCalls[]): void {
    if (isAll) {
      rowIndex = createRowIndex()
      callIndex = createCallIndex(rowIndex)
    }
    rowIndex.put(rows)
    callIndex.put(calls)
    const { table } = rowIndex
    const newestEnrichedMs = table.findNewestEnrichedMs()
    summary = {
      count: table.size,
      incomplete: table.countIncomplete(),
      newestEnrichedMs,
      newestEnrichedAt: newestEnrichedMs === null ? null : new Date(newestEnrichedMs).toISOString(),
      stamp: table.findStamp(),
    }
  }

  const loop = createLoop({ name: 'snapshot', intervalMs: deps.pollMs, log: deps.log, work: reload })

  return {
    start: () => loop.start(),
    stop: () => loop.stop(),
    /** Reads the changed rows now. Never throws; a failure sets `reachable` to false. */
    nudge: () => loop.nudge(),
    /** Do not store this: the index is replaced when rows are deleted. */
    get rowIndex(): RowIndex {
      return rowIndex
    },
    /** Do not store this, either. Empty if the rows are from the shared cache. */
    get callIndex(): CallIndex {
      return callIndex
    },
    get summary(): Summary {
      return summary
    },
    get origin(): Origin {
      return origin
    },
    /** Version of the rows in memory; -1 before the first read. */
    get version() {
      return version
    },
    get run() {
      return run
    },
    get reachable() {
      return reachable
    },
    /** Number of reloads so far. While it is unchanged, so is the snapshot. */
    get reloads() {
      return reloads
    },
  }
}

type SnapshotStore = ReturnType<typeof createSnapshotStore>

const MINUTE_MS = 60_000
/** Interval at which unchanged rows are rewritten, well before the cache expires them. */
const SETTLED_MS = 6 * 3_600_000

/** Shares the rows when a run ends, and once a minute during a run. Only one replica writes each time. */
export function createSharing(deps: {
  readonly snapshot: Snapshot
  readonly shared: Pick<SharedRows, 'write'>
  readonly everyMs: number
  readonly log: Logger
}): Loop {
  const { snapshot, shared } = deps
  return createLoop({
    name: 'sharing',
    intervalMs: deps.everyMs,
    log: deps.log,
    async work() {
      const { rowIndex, version, run, origin, reachable } = snapshot
      if (origin !== 'database' || !reachable || rowIndex.table.size === 0) return
      const lock = run?.active
        ? { name: 'changing', holdMs: MINUTE_MS }
        : { name: `version-${version}`, holdMs: SETTLED_MS }
      await shared.write(lock, version, rowIndex.table.listTexts)
    },
  })
}

export interface RunProgress {
  readonly active: boolean
  readonly symbols: number
  readonly stage: 'survey' | 'chains' | null
  readonly total: number
  /** Number of symbols done in the current stage. */
  readonly done: number
  readonly failed: number
  readonly source: string
  readonly dataClass: ScreenerRow['data_class']
}

export interface SnapshotState {
  readonly version: number
  readonly removedVersion: number
  readonly run: RunProgress | null
}

/** Position in the rows' order, which is by version and symbol. */
export interface RowMark {
  readonly version: number
  readonly symbol: string
}

export interface VersionedRow {
  readonly version: number
  readonly row: ScreenerRow
  readonly calls: PackedCalls | null
}

export function createSnapshotStore(database: Kysely<Tables>) {
  return translateErrors({
    async readState(): Promise<SnapshotState> {
      const result = await sql<
        { version: number; removedVersion: number } & (RunProgress | Record<keyof RunProgress, null>)
      >`
        select v.version, v.removed_version, run.active, run.symbols, run.stage, run.total, run.done, run.failed,
          run.source, run.data_class
        from snapshot_version v
        left join lateral (
          select state in ('running', 'stopping') as active, cardinality(symbols) as symbols, stage, done, failed,
            cardinality(coalesce(chain_symbols, symbols)) + survey_failed as total, source, data_class
          from enrichment_run order by sequence desc limit 1
        ) run on true`.execute(database)
      const found = result.rows[0]
      if (found === undefined) throw new Error('snapshot_version has no row')
      const { version, removedVersion, ...run } = found
      return { version, removedVersion, run: run.source === null ? null : run }
    },

    /** Lists at most `limit` rows after a mark, in the order in which they were written. */
    async listChangedRows(after: RowMark, limit: number): Promise<VersionedRow[]> {
      const rows = await database
        .selectFrom('screenerRow')
        .select(['version', 'enrichedAt', 'row', 'calls'])
        .where(sql<boolean>`(version, symbol collate "C") > (${after.version}::bigint, ${after.symbol} collate "C")`)
        .where('format', '=', ROW_FORMAT)
        .orderBy('version')
        .orderBy(sql`symbol collate "C"`)
        .limit(limit)
        .execute()
      return rows.map(({ version, enrichedAt, row, calls }) => ({
        version,
        calls,
        row: { ...row, enriched_at: enrichedAt.toISOString() } as ScreenerRow,
      }))
    },
  })
}
