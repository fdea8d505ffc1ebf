import type { PositionMetrics, Recommendation } from '@callwright/scoring'
import type { ApiError } from '../../../api/api-error.ts'
import type { Position } from '../../../api/position.ts'

/**
 * Sync state of a position: stored on the server; being sent; stored on this device until the server is reachable; stored on
 * this device because the server rejected it.
 */
export type SyncState = 'synced' | 'saving' | 'unsynced' | 'refused'

/** Position with all figures that the page shows. */
export interface PositionRow {
  readonly position: Position
  /** Figures of SPEC section 3, with the server's P&L if it sent one. Unknown values are null. */
  readonly metrics: PositionMetrics
  readonly recommendation: Recommendation
  /** Bid of the call, dollars per share. */
  readonly bid: number | null
  readonly ask: number | null
  /** Reason for missing market data; null if there is data or no known reason. */
  readonly missingReason: string | null
  readonly sync: SyncState
  /** Reason for the server's rejection, or for the failed sync. */
  readonly syncReason: string | null
}

/** Outcome of a change. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** The server was unreachable: stored on this device and sent later. */
  | { readonly kind: 'unsynced' }
  /** The server rejected it, and nothing was stored. `fields` holds the rejected fields by wire name. */
  | { readonly kind: 'refused'; readonly detail: string; readonly fields: ApiError['fields'] }
  /** The server was unreachable, and this device could not store it either. */
  | { readonly kind: 'failed'; readonly detail: string }
