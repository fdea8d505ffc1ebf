import type { IsoDate } from '@callwright/scoring'

/** Last rating of a symbol in a session. */
export interface SessionRating {
  readonly date: IsoDate
  readonly score: number
}

export interface SessionCallVolume {
  readonly date: IsoDate
  /** Mean number of contracts traded per listed call with at most 60 days to expiration (D15). */
  readonly callVolume: number
}

/** A symbol's history, used for its next row; both lists start with the oldest session. */
export interface SymbolPast {
  readonly callVolumes: readonly SessionCallVolume[]
  /** Ratings from the current rating version only, since those from other versions are not comparable. */
  readonly ratings: readonly SessionRating[]
}

/** Figures stored for a symbol in a session. */
export interface SymbolSession {
  readonly date: IsoDate
  readonly callVolume: number | null
  readonly score: number | null
}
