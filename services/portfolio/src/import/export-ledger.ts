import { type EventResult, toShareCount, toUsd } from '@callwright/scoring'
import Papa from 'papaparse'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import { RUNS_AS_FORMULA } from '../statement/reader.ts'
import { isLedgerKind } from './ledger-file.ts'

/** Columns of an exported ledger. The last one holds everything that an import needs; the others are for reading. */
export const ledgerColumns = [
  ...['event_id', 'kind', 'occurred_on', 'ticker', 'account', 'chain_id', 'position_id', 'contracts', 'shares'],
  ...['price', 'fees_usd', 'cash_usd', 'source', 'note', 'voided_by', 'details'],
] as const

/** All recorded events, in order. A voided or corrected event has no details. */
export function writeLedgerCsv(
  { events, replayed }: Ledger,
  settings: readonly Pick<ChainSettings, 'id' | 'account' | 'symbol'>[],
): string {
  const chains = new Map(settings.map((chain) => [chain.id, chain]))
  const rows = events.map((stored) => toRow(stored, { replayed, chains }))
  return Papa.unparse({ fields: [...ledgerColumns], data: rows }, { escapeFormulae: RUNS_AS_FORMULA })
}

interface Context {
  readonly replayed: Ledger['replayed']
  readonly chains: ReadonlyMap<string, Pick<ChainSettings, 'account' | 'symbol'>>
}

function toRow(stored: StoredEvent, { replayed, chains }: Context): (string | number | null)[] {
  const { record, source, note } = stored
  const result = replayed.resultOf.get(record.eventId)
  const chainId = result?.chainId ?? replayed.ledger.joinedTo.get(stored.chainId) ?? stored.chainId
  const chain = chains.get(chainId)
  const price = result !== undefined && 'price' in result.event ? result.event.price : null
  return [
    record.eventId,
    record.kind,
    record.occurredOn,
    result?.symbol ?? chain?.symbol ?? '',
    chain?.account ?? '',
    chainId,
    'positionId' in record ? (record.positionId ?? '') : '',
    result?.contracts ?? null,
    result?.shares == null ? null : toShareCount(result.shares),
    result?.event.kind === 'open' ? result.event.terms.premium : price,
    record.feesUsd,
    result === undefined ? null : toUsd(result.cash),
    source,
    note ?? '',
    replayed.ledger.voidedBy.get(record.eventId) ?? '',
    result === undefined || !isLedgerKind(result.event.kind) ? '' : JSON.stringify(toDetails(result, stored)),
  ]
}

function toDetails({ event }: EventResult, { importKeys, inferred }: StoredEvent) {
  const own = {
    ...(importKeys.length === 0 ? {} : { importKeys }),
    ...(inferred === null ? {} : { inferred }),
  }
  const { eventId: _id, sequence: _sequence, kind: _kind, ...rest } = event
  if (event.kind !== 'open') {
    const { positionId: _position, chainId: _chain, importId: _import, ...fields } = rest as Record<string, unknown>
    return { ...fields, ...own }
  }
  const { occurredOn, occurredAt, feesUsd, terms, details } = event
  const { sharesFrom, acquiredOn, taxCost, acceptUncovered } = details
  const { symbol, entryDate, expiration, strike, premium, entryPrice, contracts } = terms
  return {
    occurredOn,
    occurredAt,
    feesUsd,
    sharesFrom,
    acquiredOn,
    taxCost,
    acceptUncovered,
    ...own,
    terms: { symbol, entryDate, expiration, strike, premium, entryPrice, contracts },
  }
}
