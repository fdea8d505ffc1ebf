import type { PortfolioTotals } from '@callwright/scoring'
import type { ApiError } from '../../../api/api-error.ts'
import type { MissingStock } from '../../../api/portfolio-endpoints.ts'
import type { Position, PositionTerms } from '../../../api/position.ts'
import type { Freshness } from '../../../api/screen.ts'
import type { Attempt } from './attempt.ts'
import type { PositionRow, SaveOutcome } from './position.ts'

/**
 * `loading`: nothing is there yet. `ready`: the server's list, with what this device has yet to send. `local`: the list could
 * not be loaded; the rows are what this device has yet to send. `failed`: as `local`, and this device has nothing.
 */
export type PortfolioState = 'loading' | 'ready' | 'local' | 'failed'

/** What is seen from the rows of the moment, of a change that is still on its way included. */
export interface PortfolioView {
  readonly state: PortfolioState
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly freshness: Freshness | null
  /** The market's clock, ms; null until it is known. Days and dates count from it. */
  readonly marketTimeMs: number | null
  readonly missing: readonly MissingStock[]
  /** What the server has to say of the market. */
  readonly message: string | null
  /** Why the list could not be loaded (anew). */
  readonly failure: ApiError | null
  /** Positions of the list that have yet to be sent, or were refused. */
  readonly unsyncedCount: number
  /** Positions were found in this browser that cannot be read. */
  readonly hasUnreadable: boolean
}

/** The reader's covered calls, and everything that can be done to them. */
export interface Portfolio extends PortfolioView {
  /** Whether the list is being asked for. */
  readonly busy: boolean
  readonly refresh: () => void
  /** Shown at once; the outcome follows. */
  readonly add: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly edit: (position: Position, terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly remove: (position: Position) => Promise<SaveOutcome>
  /** Brings back what was removed, under its own id. */
  readonly restore: (position: Position) => Promise<SaveOutcome>
  /** Sends what waits on this device now. */
  readonly syncNow: () => Promise<void>
  /** Gives up a change that the server refused. */
  readonly discard: (id: string) => void
}
