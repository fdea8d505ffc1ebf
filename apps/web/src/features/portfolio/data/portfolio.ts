import type { PortfolioTotals } from '@callwright/scoring'
import type { ApiError } from '../../../api/api-error.ts'
import type { MissingStock } from '../../../api/portfolio-endpoints.ts'
import type { Position, PositionTerms } from '../../../api/position.ts'
import type { Freshness } from '../../../api/screen.ts'
import type { Attempt } from './attempt.ts'
import type { PositionRow, SaveOutcome } from './position.ts'

/**
 * `loading`: no response yet. `ready`: the server's list with this device's pending changes applied. `local`: the list
 * failed to load, so the rows are this device's pending changes. `failed`: the list failed to load, and there are none.
 */
export type PortfolioState = 'loading' | 'ready' | 'local' | 'failed'

/** The portfolio's rows, including pending changes, and the figures derived from them. */
export interface PortfolioView {
  readonly state: PortfolioState
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
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
