import type { PositionMetrics, Recommendation } from '@callwright/scoring'
import type { ApiError } from '../../../api/api-error.ts'
import type { Position } from '../../../api/position.ts'

/**
 * Where a position stands: with the server; on its way there; kept on this device until the server can be reached; kept on
 * this device because the server refused it.
 */
export type SyncState = 'synced' | 'saving' | 'unsynced' | 'refused'

/** A position with everything the page shows of it. */
export interface PositionRow {
  readonly position: Position
  /** SPEC section 3's figures; P&L of the server's where it gave one. Unknown is null. */
  readonly metrics: PositionMetrics
  readonly recommendation: Recommendation
  /** Of the call, dollars per share. */
  readonly bid: number | null
  readonly ask: number | null
  /** Why it has no figures of the market; null where it has, or nobody knows. */
  readonly missingReason: string | null
  readonly sync: SyncState
  /** Why the server refused it, or why it could not be reached. */
  readonly syncReason: string | null
}

/** What became of a change. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** The server could not be reached: kept on this device, and sent when it can be. */
  | { readonly kind: 'unsynced' }
  /** The server refused it, and nothing was stored. `fields` names what it refused, in the names of the wire. */
  | { readonly kind: 'refused'; readonly detail: string; readonly fields: ApiError['fields'] }
  /** The server could not be reached, and this device could not keep it either. */
  | { readonly kind: 'failed'; readonly detail: string }
