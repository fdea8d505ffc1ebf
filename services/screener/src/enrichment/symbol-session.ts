import type { IsoDate } from '@callwright/scoring'

/** The rating a symbol ended a session with. */
export interface SessionRating {
  readonly date: IsoDate
  readonly score: number
}

export interface SessionCallVolume {
  readonly date: IsoDate
  /** Mean contracts per listed call of at most 60 days (D15). */
  readonly callVolume: number
}

/** The sessions of a symbol that its next row looks back on: each list ascending. */
export interface SymbolPast {
  readonly callVolumes: readonly SessionCallVolume[]
  /** Of today's version of the rating alone: those of another are no measure of a move. */
  readonly ratings: readonly SessionRating[]
}

/** What is kept of a symbol and session. */
export interface SymbolSession {
  readonly date: IsoDate
  readonly callVolume: number | null
  readonly score: number | null
}
