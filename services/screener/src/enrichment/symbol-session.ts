import type { IsoDate } from '@callwright/scoring'

/** The at-the-money volatility of one session. */
export interface SessionVolatility {
  readonly date: IsoDate
  readonly impliedVolatility: number
}

/** What is kept of every symbol and session (D12, D15). */
export interface SymbolSession {
  readonly date: IsoDate
  readonly impliedVolatility: number | null
  /** Mean contracts per listed call of at most 60 days. */
  readonly callVolume: number | null
}
