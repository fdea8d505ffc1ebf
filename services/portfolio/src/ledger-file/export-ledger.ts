import { type EventResult, type LedgerRecord, newYorkDate, toShareCount, toUsd } from '@callwright/scoring'
import Papa from 'papaparse'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import { RUNS_AS_FORMULA } from '../statement/reader.ts'
import type { ChainCopy } from './ledger-details.ts'
import { NO_DETAILS } from './read-ledger-file.ts'

/** Columns of an exported ledger. The last one holds everything that an import needs; the others are for reading. */
const ledgerColumns = [
  ...['event_id', 'kind', 'occurred_on', 'ticker', 'account', 'chain_id', 'position_id', 'contracts', 'shares'],
  ...['price', 'fees_usd', 'cash_usd', 'source', 'note', 'voided_by', 'details'],
] as const

/** Everything about a user's ledger that a file can hold. */
export interface LedgerCopy {
  readonly ledger: Ledger
  readonly chains: readonly ChainSettings[]
  /** The user's notes on calls, by the call's id. */
  readonly callNotes: ReadonlyMap<string, string>
}

/** All recorded events, in order. A voided or corrected event has `none` for details. */
export function writeLedgerCsv({ ledger, chains, callNotes }: LedgerCopy): string {
  const settings = new Map(chains.map((chain) => [chain.id, chain]))
  const context = { ledger, settings, callNotes, described: new Set<string>() }
  const rows = ledger.events.map((stored, index) => toRow({ stored, order: index + 1 }, context))
  return Papa.unparse({ fields: [...ledgerColumns], data: rows }, { escapeFormulae: RUNS_AS_FORMULA })
}

interface Context {
  readonly ledger: Ledger
  readonly settings: ReadonlyMap<string, ChainSettings>
  readonly callNotes: ReadonlyMap<string, string>
  /** Chains whose settings are in an earlier row. */
  readonly described: Set<string>
}

interface Place {
  readonly stored: StoredEvent
  readonly order: number
}

function toRow({ stored, order }: Place, context: Context): (string | number | null)[] {
  const { ledger, settings } = context
  const { replayed } = ledger
  const { record, source, note } = stored
  const result = findResult(record, ledger)
  const chainId = result?.chainId ?? replayed.ledger.joinedTo.get(stored.chainId) ?? stored.chainId
  const chain = settings.get(chainId)
  const event = result?.event
  const details = toDetails({ stored, order }, { result, chainId, context })
  return [
    event?.eventId ?? record.eventId,
    event?.kind ?? record.kind,
    event?.occurredOn ?? dayOf(stored),
    result?.symbol ?? chain?.symbol ?? '',
    chain?.account ?? '',
    chainId,
    'positionId' in record && event?.kind !== 'buy_shares' ? (record.positionId ?? '') : '',
    result?.contracts ?? null,
    result?.shares == null ? null : toShareCount(result.shares),
    event?.kind === 'open' ? event.terms.premium : event !== undefined && 'price' in event ? event.price : null,
    event?.feesUsd ?? record.feesUsd,
    result === undefined ? null : toUsd(result.cash),
    source,
    note ?? '',
    replayed.ledger.voidedBy.get(record.eventId) ?? '',
    details === null ? NO_DETAILS : JSON.stringify(details),
  ]
}

/** Remarks have no day of their own. */
const dayOf = ({ record, recordedAt }: StoredEvent): string => record.occurredOn || newYorkDate(recordedAt.getTime())

/**
 * Whether a spreadsheet saves a text as it is: a long one that starts with a word and has no line breaks or invisible
 * characters is neither a number, a date nor a formula.
 */
const isStable = (text: string): boolean => text.length > LONGEST_DATE && /^\p{L}{2}\P{C}*$/u.test(text)
const LONGEST_DATE = 60

/** Result of an event. The shares of a deleted call that other calls use remain as a purchase. */
function findResult(record: LedgerRecord, { replayed: { resultOf } }: Ledger): EventResult | undefined {
  const own = resultOf.get(record.eventId)
  return own === undefined && record.kind === 'open' ? resultOf.get(record.positionId) : own
}

interface DetailFacts {
  readonly result: EventResult | undefined
  readonly chainId: string
  readonly context: Context
}

/** The details of an event; null if it was corrected, or if it is a correction. */
function toDetails({ stored, order }: Place, { result, chainId, context }: DetailFacts): object | null {
  const fields = result === undefined ? toRemark(stored, chainId, context) : toFields(result, context)
  if (fields === null) return null
  const { importKeys, inferred, note, source } = stored
  return {
    order,
    ...fields,
    ...(importKeys.length === 0 ? {} : { importKeys }),
    ...(inferred === null ? {} : { inferred }),
    // The column has it too, where a spreadsheet leaves it as it is.
    ...(note === null || isStable(note) ? {} : { note }),
    source,
    ...describeChain(chainId, context),
    ...listFragileIds(stored, { result, chainId }),
  }
}

/** A note, or the dismissal of a suggestion, on a chain that exists. */
function toRemark(stored: StoredEvent, chainId: string, { ledger: { replayed } }: Context): object | null {
  const { record, suggestionId } = stored
  if (replayed.ledger.voidedBy.has(record.eventId) || !replayed.chains.has(chainId)) return null
  const { occurredAt, feesUsd } = record
  const base = { occurredOn: dayOf(stored), occurredAt, feesUsd }
  if (record.kind === 'note') return base
  return record.kind === 'dismiss' && suggestionId !== null ? { ...base, suggestionId } : null
}

function toFields({ event }: EventResult, { callNotes }: Context): object {
  const notesOn = (positionId: string) => {
    const callNote = callNotes.get(positionId)
    return callNote === undefined ? {} : { callNotes: callNote }
  }
  if (event.kind !== 'open') {
    const { eventId: _id, sequence: _sequence, kind: _kind, grant, ...rest }: Record<string, unknown> = { ...event }
    const { positionId: _position, chainId: _chain, importId: _import, ...fields } = rest
    return {
      ...fields,
      ...(grant == null ? {} : { grant }),
      ...(event.kind === 'roll' ? notesOn(event.open.positionId) : {}),
    }
  }
  const { occurredOn, occurredAt, feesUsd, terms, details } = event
  const { sharesFrom, acquiredOn, taxCost, acceptUncovered, grant } = details
  const { symbol, entryDate, expiration, strike, premium, entryPrice, contracts } = terms
  return {
    ...{ occurredOn, occurredAt, feesUsd, sharesFrom, acquiredOn, taxCost, acceptUncovered },
    ...(grant == null ? {} : { grant }),
    ...notesOn(event.positionId),
    terms: { symbol, entryDate, expiration, strike, premium, entryPrice, contracts },
  }
}

// A spreadsheet takes these for a number or a date, and saves them in another form.
const FRAGILE = /^[\d.eE+-]+$|^\d{0,4}[-/]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/]?\d{0,4}$/i

/** Ids that a spreadsheet would change, by their column. */
function listFragileIds({ record }: StoredEvent, { result, chainId }: Omit<DetailFacts, 'context'>) {
  const eventId = result?.event.eventId ?? record.eventId
  const positionId = 'positionId' in record ? (record.positionId ?? '') : ''
  const ids = Object.entries({ eventId, chainId, positionId }).filter(([, id]) => FRAGILE.test(id))
  return ids.length === 0 ? {} : { ids: Object.fromEntries(ids) }
}

function describeChain(chainId: string, { settings, described }: Context): { readonly chain?: ChainCopy } {
  const chain = settings.get(chainId)
  if (chain === undefined || described.has(chainId)) return {}
  described.add(chainId)
  const { account, taxDeferred, intent, note } = chain
  return { chain: { account, taxDeferred, intent, note } }
}
