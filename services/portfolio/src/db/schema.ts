import type { eventSources, StatementMap } from '@callwright/contracts'
import type { IsoDate, LedgerRecord, SharesFrom } from '@callwright/scoring'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AlertTables } from './alert-schema.ts'

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
  chainId: string
  sharesFrom: Generated<SharesFrom>
  /** Dollars for 1.00 of premium or strike, and shares per contract. */
  multiplier: Generated<number>
  deliverableShares: Generated<number>
  /** Day on which the last contract ended; null while contracts are open. */
  endedOn: IsoDate | null
  hasEvents: Generated<boolean>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  deletedAt: Date | null
}

export type EventKind = LedgerRecord['kind']
export type EventSource = (typeof eventSources)[number]

/** One row per chain: what the user set, and a summary of the replayed ledger, in dollars. */
interface ChainTable {
  userId: string
  id: string
  symbol: string
  account: string | null
  taxDeferred: Generated<boolean>
  intent: 'keep_shares' | 'happy_to_sell' | null
  note: string | null
  /** `empty`: every event of the chain was deleted or voided. */
  state: Generated<'open' | 'ended' | 'empty'>
  shares: Generated<number>
  openContracts: Generated<number>
  costUsd: Generated<number>
  premiumReceivedUsd: Generated<number>
  paidToCloseUsd: Generated<number>
  feesUsd: Generated<number>
  dividendsUsd: Generated<number>
  realizedOptionsUsd: Generated<number>
  realizedStockUsd: Generated<number>
  cashUsd: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** The ledger (D28). A trigger keeps its rows from being changed or deleted, except when a user is erased. */
interface PositionEventTable {
  sequence: GeneratedAlways<number>
  userId: string
  /** Id from the client; null for events that endpoints for positions wrote. */
  eventId: string | null
  /** Null for events on the shares of a chain. */
  positionId: string | null
  /** Null in rows of releases without chains, which are in the chain with the position's id. */
  chainId: string | null
  kind: EventKind
  /** The position's terms after this event; null if the event doesn't change them. */
  terms: JSONColumnType<Record<string, unknown>> | null
  contracts: Generated<number | null>
  /** Price of the event, in dollars per share. */
  price: Generated<number | null>
  feesUsd: Generated<number | null>
  occurredOn: Generated<IsoDate | null>
  occurredAt: Generated<Date | null>
  /** The position that a roll created. */
  linkedPositionId: Generated<string | null>
  /** Everything that only this kind of event has, in the shape of `LedgerRecord` in `@callwright/scoring`. */
  body: JSONColumnType<Record<string, unknown>> | null
  /** Id of the event that this one voids. */
  voids: Generated<string | null>
  note: Generated<string | null>
  source: Generated<EventSource>
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

/** Meaning of a file's columns, as the user said. */
interface ImportMapTable {
  userId: string
  headerKey: string
  header: JSONColumnType<string[]>
  map: JSONColumnType<StatementMap>
  createdAt: Generated<Date>
}

export interface Tables extends AlertTables {
  importMap: ImportMapTable
  chain: ChainTable
  position: PositionTable
  positionEvent: PositionEventTable
  keptAnswer: KeptAnswerTable
}
