import type { PositionMetrics, Recommendation } from '@callwright/scoring'
import type { ApiError } from '../../../api/api-error.ts'
import type { Position } from '../../../api/position.ts'

/**
 * A position's sync state: stored on the server; being sent; stored on this device until the server is reachable;
 * stored on this device because the server rejected it.
 */
export type SyncState = 'synced' | 'saving' | 'unsynced' | 'refused'

/** A position with all the figures that the page shows. */
export interface PositionRow {
  readonly position: Position
  /** Figures from SPEC section 3, with the server's P&L if it sent one. Unknown values are null. */
  readonly metrics: PositionMetrics
  readonly recommendation: Recommendation
  /** The call's bid, in dollars per share. */
  readonly bid: number | null
  readonly ask: number | null
  /** Why market data is missing; null if it isn't missing or the reason is unknown. */
  readonly missingReason: string | null
  readonly sync: SyncState
  /** Why the server rejected the change or the sync failed. */
  readonly syncReason: string | null
}

/** Outcome of saving a change. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** The server was unreachable, so the change was stored on this device and will be sent later. */
  | { readonly kind: 'unsynced' }
  /** The server rejected the change, and nothing was stored. `fields` has the rejected fields by wire name. */
  | { readonly kind: 'refused'; readonly detail: string; readonly fields: ApiError['fields'] }
  /** The server was unreachable, and this device could not store the change either. */
  | { readonly kind: 'failed'; readonly detail: string }
