import type { CallTermsEntered, IsoDate, LedgerRecord, OpenDetails } from '@callwright/scoring'
import type { Selectable } from 'kysely'
import type { EventKind, EventSource, Tables } from '../db/schema.ts'

export type EventRow = Selectable<Tables['positionEvent']>

/**
 * Parts of an imported event that its file did not have: one half of an assignment, or, from the user's answer, the sale of
 * a call or a lot of shares.
 */
export const inferences = ['assign', 'delivery', 'open', 'lot'] as const
export type Inferred = (typeof inferences)[number]

/** A ledger record with what only the service needs. */
export interface StoredEvent {
  readonly record: LedgerRecord
  /** The chain at the time of recording; joins may have moved its events to another chain since. */
  readonly chainId: string
  readonly recordedAt: Date
  readonly source: EventSource
  readonly note: string | null
  /** Id of the dismissed suggestion. */
  readonly suggestionId: string | null
  /** Keys of the lines of a file that the event was imported from, and the import. */
  readonly importKeys: readonly string[]
  readonly importId: string | null
  readonly inferred: Inferred | null
}

/** An event before it is stored and has a sequence number. */
export interface EventDraft {
  readonly eventId: string | null
  readonly kind: EventKind
  readonly positionId: string | null
  readonly chainId: string
  readonly occurredOn: IsoDate | null
  readonly occurredAt: string | null
  readonly feesUsd: number
  readonly note: string | null
  readonly source: EventSource
  readonly voids: string | null
  readonly terms: CallTermsEntered | null
  /** Fields that only this kind has. */
  readonly body: Readonly<Record<string, unknown>>
}

export const blankDraft = {
  eventId: null,
  positionId: null,
  occurredOn: null,
  occurredAt: null,
  feesUsd: 0,
  note: null,
  source: 'manual',
  voids: null,
  terms: null,
  body: {},
} as const satisfies Omit<EventDraft, 'kind' | 'chainId'>

/** Id of an event that an endpoint for positions wrote. */
const ownId = (sequence: number): string => `s${sequence}`

/** Reads a row of the ledger, including rows of releases that had no chains. */
export function toStoredEvent(row: EventRow): StoredEvent {
  const chainId = row.chainId ?? row.positionId ?? ''
  const draft: EventDraft = {
    ...row,
    chainId,
    feesUsd: row.feesUsd ?? 0,
    occurredAt: row.occurredAt?.toISOString() ?? null,
    terms: row.terms === null ? null : readTerms(row.terms),
    body: row.body ?? {},
  }
  const { body } = draft
  return {
    record: toRecord(draft, row.sequence),
    chainId,
    recordedAt: row.recordedAt,
    source: row.source,
    note: row.note,
    suggestionId: typeof body.suggestionId === 'string' ? body.suggestionId : null,
    importKeys: Array.isArray(body.importKeys) ? body.importKeys : [],
    importId: typeof body.importId === 'string' ? body.importId : null,
    inferred: inferences.find((inference) => inference === body.inferred) ?? null,
  }
}

/** The ledger record of a draft, as if it were stored with this sequence number. */
export function toRecord(draft: EventDraft, sequence: number): LedgerRecord {
  const { kind, positionId, chainId, occurredAt, feesUsd, voids, terms, body } = draft
  const occurredOn = draft.occurredOn ?? terms?.entryDate ?? ''
  const base = { eventId: draft.eventId ?? ownId(sequence), sequence, occurredOn, occurredAt, feesUsd }
  const details = { ...DEFAULT_DETAILS, chainId, feesUsd, ...body }
  switch (kind) {
    case 'open':
      return { ...base, ...body, kind, chainId, positionId, terms, details } as LedgerRecord
    case 'restore':
      return { ...base, kind, positionId, terms, details: 'sharesFrom' in body ? details : null } as LedgerRecord
    case 'edit':
      return { ...base, kind, positionId, terms } as LedgerRecord
    case 'delete':
      return { ...base, kind, positionId, keepLot: body.keepLot === true } as LedgerRecord
    case 'void':
      return { ...base, kind, positionId, chainId, voids } as LedgerRecord
    case 'note':
    case 'dismiss':
      return { ...base, kind, positionId, chainId } as LedgerRecord
    default:
      // The body was validated when the event was recorded, by the schema and the rules of its kind.
      return { ...base, ...body, kind, ...(positionId === null ? { chainId } : { positionId }) } as LedgerRecord
  }
}

const DEFAULT_DETAILS: Omit<OpenDetails, 'chainId' | 'feesUsd'> = {
  sharesFrom: 'new',
  acquiredOn: null,
  taxCost: null,
  acceptUncovered: false,
}

/** Terms in the ledger have the names of their columns. */
function readTerms(terms: Readonly<Record<string, unknown>>): CallTermsEntered {
  const { ticker, entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts } = terms
  return {
    symbol: ticker,
    entryDate,
    expiration: expiryDate,
    strike: strikePrice,
    premium: entryPremium,
    entryPrice,
    contracts,
  } as CallTermsEntered
}

/** The columns of an event. Terms are written by the book of positions, which knows the notes too. */
export function toColumns(userId: string, draft: EventDraft, terms: Readonly<Record<string, unknown>> | null) {
  const { body, feesUsd } = draft
  const { contracts, price, open } = body as {
    contracts?: number | null
    price?: number
    open?: { positionId: string }
  }
  return {
    userId,
    eventId: draft.eventId,
    positionId: draft.positionId,
    chainId: draft.chainId,
    kind: draft.kind,
    occurredOn: draft.occurredOn,
    occurredAt: toInstant(draft.occurredAt),
    voids: draft.voids,
    note: draft.note,
    source: draft.source,
    contracts: contracts ?? null,
    price: price ?? null,
    feesUsd,
    linkedPositionId: open?.positionId ?? null,
    terms: terms === null ? null : JSON.stringify(terms),
    body: JSON.stringify(body),
  }
}

const toInstant = (text: string | null): Date | null => (text === null ? null : new Date(text))
