import type { ScreenerRow, SortColumn } from '@callwright/contracts'
import type { Logger } from '@callwright/service'
import { createLoop } from '../loop.ts'
import { type SortOrder, sortRows } from './sort.ts'
import type { RunSight, ViewStore } from './view-store.ts'

export type Snapshot = ReturnType<typeof createSnapshot>
export type Stamp = Pick<ScreenerRow, 'source' | 'data_class' | 'as_of'>

/**
 * The screener's rows in this process's memory (PERFORMANCE section 3). PostgreSQL stays the truth: when its version has
 * moved, the rows that changed are read again. While PostgreSQL is away the last rows stay, and `reachable` says so.
 */
export function createSnapshot(deps: { readonly store: ViewStore; readonly pollMs: number; readonly log: Logger }) {
  const { store } = deps
  const rows = new Map<string, ScreenerRow>()
  const orders = new Map<string, readonly ScreenerRow[]>()
  let version = -1
  let removedVersion = 0
  let run: RunSight | null = null
  let reachable = false
  let newestEnrichedAt: string | null = null
  let stamp: Stamp | null = null

  async function reload(): Promise<void> {
    try {
      const state = await store.readState()
      if (state.version !== version || state.removedVersion !== removedVersion)
        await readRows(state.version, state.removedVersion)
      run = state.run
      reachable = true
    } catch (error) {
      reachable = false
      throw error
    }
  }

  /** Writers hold the version's lock until they commit, so no row of a lower version appears later. */
  async function readRows(newVersion: number, newRemovedVersion: number): Promise<void> {
    const rowsWereRemoved = newRemovedVersion !== removedVersion || newVersion < version
    const changed = await store.listChangedRows(rowsWereRemoved ? -1 : version)
    if (rowsWereRemoved) rows.clear()
    for (const { row } of changed) rows.set(row.symbol, row)
    version = Math.max(newVersion, changed.at(-1)?.version ?? 0)
    removedVersion = newRemovedVersion
    orders.clear()
    newestEnrichedAt = findNewest(rows.values())
    stamp = findStamp(rows.values())
  }

  const loop = createLoop({ name: 'snapshot', intervalMs: deps.pollMs, log: deps.log, work: reload })

  return {
    start: () => loop.start(),
    stop: () => loop.stop(),
    /** Reads what has changed now; never throws, `reachable` tells. */
    nudge: () => loop.nudge(),
    /** All rows in the order of a column; sorted once per version. */
    list(column: SortColumn, order: SortOrder): readonly ScreenerRow[] {
      const key = `${column} ${order}`
      const ready = orders.get(key)
      if (ready !== undefined) return ready
      const sorted = sortRows([...rows.values()], column, order)
      orders.set(key, sorted)
      return sorted
    },
    rows: () => rows.values(),
    get count() {
      return rows.size
    },
    /** -1 until PostgreSQL was read once. */
    get version() {
      return version
    },
    get run() {
      return run
    },
    get reachable() {
      return reachable
    },
    get newestEnrichedAt() {
      return newestEnrichedAt
    },
    /** Source, class and time of the youngest figures among the rows. */
    get stamp() {
      return stamp
    },
  }
}

function findNewest(rows: Iterable<ScreenerRow>): string | null {
  let newest: string | null = null
  for (const { enriched_at } of rows) if (newest === null || enriched_at > newest) newest = enriched_at
  return newest
}

function findStamp(rows: Iterable<ScreenerRow>): Stamp | null {
  let youngest: Stamp | null = null
  for (const { source, data_class, as_of } of rows) {
    if (youngest === null || (as_of ?? '') > (youngest.as_of ?? '')) youngest = { source, data_class, as_of }
  }
  return youngest
}
