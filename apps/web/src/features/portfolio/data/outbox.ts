import type { LocalPositions, PendingChange } from './pending-change.ts'

/** A change that the server accepted, shown until a list requested afterward contains it. */
interface AcceptedChange {
  readonly change: PendingChange
  readonly atMs: number
}

export interface OutboxState {
  readonly changes: readonly PendingChange[]
  readonly accepted: readonly AcceptedChange[]
  /** Ids of the positions whose changes this tab is sending. */
  readonly sending: ReadonlySet<string>
  /** Whether some anonymous positions could not be read. */
  readonly hasUnreadable: boolean
}

/** A user's unsynced changes: those in localStorage, plus those that only this tab has. */
export interface Outbox {
  readonly read: () => OutboxState
  readonly subscribe: (onChange: () => void) => () => void
  readonly find: (id: string) => PendingChange | null
  /** Displays the change and stores it. Returns false if localStorage rejected it; the change is displayed anyway. */
  readonly keep: (change: PendingChange) => boolean
  readonly forget: (id: string) => void
  /** Marks a change as accepted by the server. A later change to the same position remains pending. */
  readonly markAccepted: (change: PendingChange) => void
  readonly markSending: (id: string, isSending: boolean) => void
  /** Assigns anonymous positions to the user. */
  readonly adopt: () => void
  /** Loads changes that other tabs stored. Returns true if another tab has sent some. */
  readonly reload: () => boolean
}

interface OutboxParts {
  readonly positions: LocalPositions
  readonly newKey: () => string
  readonly nowMs: () => number
}

export function createOutbox({ positions, newKey, nowMs }: OutboxParts): Outbox {
  const listeners = new Set<() => void>()
  /** Changes that localStorage rejected, kept in memory. */
  const memoryOnly = new Map<string, PendingChange>()
  let state: OutboxState = { changes: positions.list(), accepted: [], sending: new Set(), hasUnreadable: false }

  const set = (next: Partial<OutboxState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const list = () => [...positions.list(), ...memoryOnly.values()]
  const find = (id: string) => memoryOnly.get(id) ?? positions.find(id)
  const addAccepted = (changes: readonly PendingChange[]) => {
    const ids = new Set(changes.map(({ position }) => position.id))
    const others = state.accepted.filter(({ change }) => !ids.has(change.position.id))
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
      const isStored = positions.keep(change)
      if (isStored) memoryOnly.delete(id)
      else memoryOnly.set(id, change)
      set({ changes: list() })
      return isStored
    },
    forget: (id) => {
      memoryOnly.delete(id)
      positions.forget(id)
      set({ changes: list() })
    },
    markAccepted: (change) => {
      const { id } = change.position
      if (find(id)?.key === change.key) {
        memoryOnly.delete(id)
        positions.forget(id)
      }
      set({ changes: list(), accepted: addAccepted([change]) })
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
      // If a change is missing from storage, another tab has sent it.
      const gone = state.changes.filter(({ position }) => !left.has(position.id))
      set({ changes, accepted: addAccepted(gone) })
      return gone.length > 0
    },
  }
}
