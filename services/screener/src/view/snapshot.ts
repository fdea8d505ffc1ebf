import type { Logger } from '@callwright/service'
import { createLoop } from '../loop.ts'
import { type PreparedRow, prepareRow } from './prepared-row.ts'
import type { Stamp } from './row-table.ts'
import { createScreen, type Screen } from './screen.ts'
import type { SharedRows } from './shared-rows.ts'
import type { RunSight, ViewStore } from './view-store.ts'

export type Snapshot = ReturnType<typeof createSnapshot>

/** Where the rows in memory come from; the shared cache stands in for a database that was away from the start. */
export type Origin = 'nowhere' | 'database' | 'cache'

/** What the rows say as a whole. */
export interface Summary {
  readonly count: number
  /** Of them those that lack something. */
  readonly incomplete: number
  /** When the youngest row was written, UTC milliseconds. */
  readonly newestEnrichedMs: number | null
  /** The same, as it goes over the wire. */
  readonly newestEnrichedAt: string | null
  /** Source, class and time of the youngest figures. */
  readonly stamp: Stamp | null
}

const ROWS_AT_ONCE = 250
const NOTHING: Summary = { count: 0, incomplete: 0, newestEnrichedMs: null, newestEnrichedAt: null, stamp: null }

/**
 * The screener's rows in this process's memory (PERFORMANCE section 3). PostgreSQL stays the truth: when its version has
 * moved, the rows that changed are read again. While PostgreSQL is away the last rows stay, and `reachable` says so; a
 * process that never saw it takes the rows that another one left in the shared cache.
 */
export function createSnapshot(deps: {
  readonly store: ViewStore
  readonly shared: Pick<SharedRows, 'read'>
  readonly pollMs: number
  readonly log: Logger
}) {
  const { store, shared } = deps
  let screen = createScreen()
  let summary = NOTHING
  let origin: Origin = 'nowhere'
  let version = -1
  let removedVersion = 0
  let run: RunSight | null = null
  let reachable = false
  let readings = 0

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
      if (origin === 'nowhere') await readShared()
      throw error
    } finally {
      readings += 1
    }
  }

  /** Writers hold the version's lock until they commit, so no row of a lower version appears later. */
  async function readRows(newVersion: number, newRemovedVersion: number): Promise<void> {
    const readsAll = origin !== 'database' || newRemovedVersion !== removedVersion || newVersion < version
    const changed: PreparedRow[] = []
    let mark = { version: readsAll ? -1 : version, symbol: '' }
    for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
      const rows = await store.listChangedRows(mark, ROWS_AT_ONCE)
      for (const { row } of rows) changed.push(prepareRow(row))
      const last = rows.at(-1)
      if (last !== undefined) mark = { version: last.version, symbol: last.row.symbol }
      found = rows.length
    }
    take(changed, readsAll)
    version = Math.max(newVersion, mark.version)
    removedVersion = newRemovedVersion
    origin = 'database'
  }

  async function readShared(): Promise<void> {
    const found = await shared.read()
    if (found === null || origin !== 'nowhere') return
    take(found.rows, true)
    version = found.version
    origin = 'cache'
    deps.log.info({ rows: found.rows.length, version }, 'snapshot.read_from_cache')
  }

  /** All at once, so that one version is one content. */
  function take(rows: readonly PreparedRow[], isAll: boolean): void {
    if (isAll) screen = createScreen()
    screen.put(rows)
    const { table } = screen
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
    /** Reads what has changed now; never throws, `reachable` tells. */
    nudge: () => loop.nudge(),
    /** Not to be kept: another one takes its place when rows disappear. */
    get screen(): Screen {
      return screen
    },
    get summary(): Summary {
      return summary
    },
    get origin(): Origin {
      return origin
    },
    /** Of the rows in memory; -1 while there are none. */
    get version() {
      return version
    },
    get run() {
      return run
    },
    get reachable() {
      return reachable
    },
    /** Moves whenever anything here may have moved. */
    get readings() {
      return readings
    },
  }
}
