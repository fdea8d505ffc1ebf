import type { IsoDate } from '@callwright/scoring'

/** Last rating of a symbol in a session. */
export interface SessionRating {
  readonly date: IsoDate
  readonly score: number
}

export interface SessionCallVolume {
  readonly date: IsoDate
  /** Mean contracts per listed call of at most 60 days (D15). */
  readonly callVolume: number
}

/** History of a symbol for its next row; both lists are ascending. */
export interface SymbolPast {
  readonly callVolumes: readonly SessionCallVolume[]
  /** Ratings of the current version only, since other versions are not comparable. */
  readonly ratings: readonly SessionRating[]
}

/** Stored figures of a symbol in a session. */
export interface SymbolSession {
  readonly date: IsoDate
  readonly callVolume: number | null
  readonly score: number | null
}
