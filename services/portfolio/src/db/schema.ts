import type { IsoDate } from '@callwright/scoring'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Deleted rows stay in the table, because a deletion can be undone and the ledger refers to them. */
interface PositionTable {
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

/** The ledger (D28). A trigger keeps its rows from being changed or deleted, except when a user is erased. */
interface PositionEventTable {
  sequence: GeneratedAlways<number>
  userId: string
  positionId: string
  kind: EventKind
  /** The position's terms after this event; null if the event doesn't change them. */
  terms: JSONColumnType<Record<string, unknown>> | null
  contracts: Generated<number | null>
  /** Price of the event, in dollars per share. */
  price: Generated<number | null>
  feesUsd: Generated<number | null>
  occurredOn: Generated<IsoDate | null>
  /** The position that a roll created. */
  linkedPositionId: Generated<string | null>
  recordedAt: Generated<Date>
}

/** The stored response to a write with an Idempotency-Key, for retries. */
interface KeptAnswerTable {
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
