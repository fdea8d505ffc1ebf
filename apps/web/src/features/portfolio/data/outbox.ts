import type { LocalPositions } from './local-positions.ts'
import type { PendingChange } from './pending-change.ts'

/** A change that the server has taken, shown until a list asked for later has it. */
interface SettledChange {
  readonly change: PendingChange
  readonly atMs: number
}

export interface OutboxState {
  readonly changes: readonly PendingChange[]
  readonly settled: readonly SettledChange[]
  /** Positions of which a change is on its way from this tab. */
  readonly sending: ReadonlySet<string>
  /** Positions of nobody were found that cannot be read. */
  readonly hasUnreadable: boolean
}

/** The changes of one reader on their way to the server: what is stored of them, and what this tab knows of them. */
export interface Outbox {
  readonly read: () => OutboxState
  readonly subscribe: (onChange: () => void) => () => void
  readonly find: (id: string) => PendingChange | null
  /** Shown in any case. Returns whether it outlives the page. */
  readonly keep: (change: PendingChange) => boolean
  readonly forget: (id: string) => void
  /** The server has it. A change that came after it stays. */
  readonly settle: (change: PendingChange) => void
  readonly markSending: (id: string, isSending: boolean) => void
  /** Makes positions of nobody the reader's. */
  readonly adopt: () => void
  /** Follows what other tabs store. Returns whether one of them has sent something. */
  readonly reload: () => boolean
}

interface OutboxParts {
  readonly positions: LocalPositions
  readonly newKey: () => string
  readonly nowMs: () => number
}

export function createOutbox({ positions, newKey, nowMs }: OutboxParts): Outbox {
  const listeners = new Set<() => void>()
  /** Those that the storage does not take. */
  const unkept = new Map<string, PendingChange>()
  let state: OutboxState = { changes: positions.list(), settled: [], sending: new Set(), hasUnreadable: false }

  const set = (next: Partial<OutboxState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const list = () => [...positions.list(), ...unkept.values()]
  const find = (id: string) => unkept.get(id) ?? positions.find(id)
  const addSettled = (changes: readonly PendingChange[]) => {
    const ids = new Set(changes.map(({ position }) => position.id))
    const others = state.settled.filter(({ change }) => !ids.has(change.position.id))
    return [...others, ...changes.map((change) => ({ change, atMs: nowMs() }))]
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    find,
    keep: (change) => {
      const { id } = change.position
      const isKept = positions.keep(change)
      if (isKept) unkept.delete(id)
      else unkept.set(id, change)
      set({ changes: list() })
      return isKept
    },
    forget: (id) => {
      unkept.delete(id)
      positions.forget(id)
      set({ changes: list() })
    },
    settle: (change) => {
      const { id } = change.position
      if (find(id)?.key === change.key) {
        unkept.delete(id)
        positions.forget(id)
      }
      set({ changes: list(), settled: addSettled([change]) })
    },
    markSending: (id, isSending) => {
      const sending = new Set(state.sending)
      if (isSending) sending.add(id)
      else sending.delete(id)
      set({ sending })
    },
    adopt: () => {
      const hasUnreadable = positions.adopt(newKey)
      set({ changes: list(), hasUnreadable })
    },
    reload: () => {
      const changes = list()
      const left = new Set(changes.map(({ position }) => position.id))
      // What another tab has sent is with the server.
      const gone = state.changes.filter(({ position }) => !left.has(position.id))
      set({ changes, settled: addSettled(gone) })
      return gone.length > 0
    },
  }
}
