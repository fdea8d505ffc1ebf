import type { KnownSum, PortfolioTotals, PositionMetrics, Recommendation } from '@callwright/scoring'
import type { ApiError } from '../../../api/http.ts'
import type { Freshness } from '../../../api/market.ts'
import type { MissingStock, Position, PositionLife, PositionTerms, UncoveredShares } from '../../../api/portfolio.ts'
import type { Attempt } from './pending-change.ts'

/**
 * A position's sync state: stored on the server; being sent; stored on this device until the server is reachable;
 * stored on this device because the server rejected it.
 */
export type SyncState = 'synced' | 'saving' | 'unsynced' | 'rejected'

/** A position with all the figures that the page shows. */
export interface PositionRow {
  readonly position: Position
  /** Figures from SPEC section 3, with the server's P&L if it sent one. Unknown values are null. */
  readonly metrics: PositionMetrics
  readonly recommendation: Recommendation
  /** The call's bid, in dollars per share. */
  readonly bid: number | null
  readonly ask: number | null
  /** Its place in its chain; null while the server's list does not have it. */
  readonly life: PositionLife | null
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
  | {
      readonly kind: 'rejected'
      readonly detail: string
      readonly fields: ApiError['fields']
      /** Whether the server asks if equal terms are meant to be added again. */
      readonly isQuestion?: true
    }
  /** The server was unreachable, and this device could not store the change either. */
  | { readonly kind: 'failed'; readonly detail: string }

/**
 * `loading`: no response yet. `ready`: the server's list with this device's pending changes applied. `local`: the list
 * failed to load, so the rows are those last loaded, with this device's pending changes applied. `failed`: the list
 * failed to load, and there are no rows.
 */
export type PortfolioState = 'loading' | 'ready' | 'local' | 'failed'

/** The portfolio's rows, including pending changes, and the figures derived from them. */
interface PortfolioView {
  readonly state: PortfolioState
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly uncovered: readonly UncoveredShares[]
  /** Fee of the user's last option trade that has one; null if none has or the list has not loaded. */
  readonly lastFeePerContractUsd: number | null
  /** P&L of all chains, with rolls and realized results; null until the list has loaded. */
  readonly chainsPnl: KnownSum | null
  readonly freshness: Freshness | null
  /** Market time in ms, on which dates and days left are based; null until known. */
  readonly marketTimeMs: number | null
  readonly missing: readonly MissingStock[]
  /** Message from the server about the market. */
  readonly message: string | null
  /** Error from the last attempt to load the list. */
  readonly failure: ApiError | null
  /** Number of changes that are unsent or were rejected. */
  readonly unsyncedCount: number
  /** Whether some positions stored in this browser could not be read. */
  readonly hasUnreadable: boolean
  /** Whether the rows are those last loaded, because the list failed to load. */
  readonly isLastLoaded: boolean
}

/** The user's covered calls, and the actions on them. */
export interface Portfolio extends PortfolioView {
  /** Whether the list is being fetched. */
  readonly busy: boolean
  readonly refresh: () => void
  /** Displays the position immediately; resolves to the outcome. */
  readonly add: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly edit: (position: Position, terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly remove: (position: Position) => Promise<SaveOutcome>
  /** Restores a removed position under its own id. */
  readonly restore: (position: Position) => Promise<SaveOutcome>
  /** Sends pending changes now. */
  readonly syncNow: () => Promise<void>
  /** Discards a change that the server rejected. */
  readonly discard: (id: string) => void
}
