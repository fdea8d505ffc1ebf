import type { IsoDate } from '@callwright/scoring'

export interface SessionRating {
  readonly date: IsoDate
  readonly score: number
}

export interface SessionCallVolume {
  readonly date: IsoDate
  /** Mean number of contracts traded per listed call with at most 60 days to expiration (D15). */
  readonly callVolume: number
}

/** History of a symbol for its next row; both lists start with the oldest session. */
export interface SymbolPast {
  readonly callVolumes: readonly SessionCallVolume[]
  /** Only ratings from the current rating version; those from other versions are not comparable. */
  readonly ratings: readonly SessionRating[]
}

export interface SymbolSession {
  readonly date: IsoDate
  readonly callVolume: number | null
  readonly score: number | null
}
