import type { IsoDate } from '@callwright/scoring'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Deleted rows remain, because a deletion can be undone and the ledger references them. */
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

/** The ledger (D28). A trigger prevents changes and deletion of rows, except when a user is erased. */
export interface PositionEventTable {
  sequence: GeneratedAlways<number>
  userId: string
  positionId: string
  kind: EventKind
  /** Terms of the position after this event; null if the event does not change them. */
  terms: JSONColumnType<Record<string, unknown>> | null
  /** Number of contracts that are closed or rolled. */
  contracts: Generated<number | null>
  /** Price at which the event happened, in dollars per share. */
  price: Generated<number | null>
  feesUsd: Generated<number | null>
  occurredOn: Generated<IsoDate | null>
  /** The position created by a roll. */
  linkedPositionId: Generated<string | null>
  recordedAt: Generated<Date>
}

/** Response to a write with an Idempotency-Key, stored for retries. */
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
