import type { IsoDate } from '@callwright/scoring'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Deleted rows stay: a deletion can be undone, and the ledger speaks of them. */
export interface PositionTable {
  userId: string
  id: string
  ticker: string
  entryDate: IsoDate
  expiryDate: IsoDate
  strikePrice: number
  entryPremium: number
  entryPrice: number
  contracts: number
  notes: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  deletedAt: Date | null
}

export type EventKind = 'open' | 'edit' | 'delete' | 'restore' | 'close' | 'expire' | 'assign' | 'roll'

/** The ledger (D28): a trigger refuses to change or delete its rows, but for a user who is erased as a whole. */
export interface PositionEventTable {
  sequence: GeneratedAlways<number>
  userId: string
  positionId: string
  kind: EventKind
  /** What the user says of the position from this event on; null where the event does not change it. */
  terms: JSONColumnType<Record<string, unknown>> | null
  /** Of the part that ends or moves. */
  contracts: Generated<number | null>
  /** Dollars per share. */
  price: Generated<number | null>
  feesUsd: Generated<number | null>
  occurredOn: Generated<IsoDate | null>
  /** The position a roll leads to. */
  linkedPositionId: Generated<string | null>
  recordedAt: Generated<Date>
}

/** The answer to a write under an Idempotency-Key, for who asks again. */
export interface KeptAnswerTable {
  userId: string
  key: string
  fingerprint: string
  answer: JSONColumnType<Record<string, unknown>>
  createdAt: Generated<Date>
}

export interface Tables {
  position: PositionTable
  positionEvent: PositionEventTable
  keptAnswer: KeptAnswerTable
}
