import {
  Chain,
  createWireWriter,
  Holding,
  type LedgerEvent,
  IncomeBucket as WireBucket,
  UncoveredShares as WireUncovered,
} from '@callwright/contracts'
import {
  type CallQualification,
  type CallState,
  type ChainFigures,
  countOpen,
  describeEvent,
  describeRollResult,
  type EventResult,
  findLotDifferences,
  type IncomeBucket,
  type IsoDate,
  type LedgerRecord,
  type Lot,
  missUpsideOf,
  type Holding as ScoredHolding,
  toShareCount,
  toUsd,
} from '@callwright/scoring'
import { openQualifications, toWireQualification } from '../tax/qualify-calls.ts'
import type { UncoveredShares, ValuedChain } from '../valuation/chains.ts'
import type { Ledger } from './ledger-book.ts'
import type { StoredEvent } from './ledger-rows.ts'

const symbolName = { ticker: 'symbol' } as const
const writeChain = createWireWriter(Chain, {
  ...symbolName,
  presumed: 'isPresumed',
  breakeven_above_strike: 'isBreakevenAboveStrike',
})
const writeHolding = createWireWriter(Holding, { ...symbolName, current_price: 'price' })
const writeBucket = createWireWriter(WireBucket)
const writeUncovered = createWireWriter(WireUncovered, symbolName)

export const toWireBucket = (bucket: IncomeBucket) => writeBucket(bucket)
export const toWireUncovered = (shares: UncoveredShares) => writeUncovered(shares)

export function toWireHolding(holding: ScoredHolding) {
  return writeHolding({ ...holding, lots: holding.lots.map(toWireLot) })
}

function toWireLot({ lotId, acquiredOn, shares, cost, taxCost }: Lot) {
  return {
    lot_id: lotId,
    acquired_on: acquiredOn,
    shares: toShareCount(shares),
    cost_usd: toUsd(cost),
    tax_cost_usd: toUsd(taxCost),
  }
}

/** Creates the function that converts a chain to its wire form. `chains` lists every chain that it will convert. */
export function openChainWriter(ledger: Ledger, chains: readonly ValuedChain[]): (valued: ValuedChain) => Chain {
  const context = { differs: findLotsThatDiffer(ledger, chains), qualify: openQualifications(ledger, chains) }
  return (valued) => toWireChain(valued, context)
}

/** Chains whose shares left in another order than for tax. */
function findLotsThatDiffer(ledger: Ledger, chains: readonly Pick<ValuedChain, 'chain' | 'settings'>[]) {
  const accounts = new Map(chains.map(({ settings }) => [settings.id, settings.account]))
  return findLotDifferences(ledger.replayed, {
    accountOf: (id) => accounts.get(id) ?? null,
    wanted: new Set(chains.map(({ chain }) => chain.chainId)),
  })
}

interface ChainContext {
  readonly differs: ReadonlySet<string>
  readonly qualify: ReturnType<typeof openQualifications>
}

function toWireChain(valued: ValuedChain, { differs, qualify }: ChainContext) {
  const { chain, settings, figures } = valued
  const { chainId, symbol, startedOn, calls, lots } = chain
  const { account, taxDeferred, intent, note } = settings
  const flags = differs.has(chainId) ? (['lots_differ_for_tax', ...figures.flags] as const) : figures.flags
  return writeChain({
    ...figures,
    chainId,
    symbol,
    account,
    taxDeferred,
    intent,
    note,
    startedOn,
    flags,
    calls: [...calls.values()].map((call) => toWireCall(call, qualify(valued, call.positionId))),
    lots: lots.map(toWireLot),
    bridge: figures.bridge.map(toWireLine),
  })
}

function toWireLine({ label, eventId, positionId, amountUsd, perShare }: ChainFigures['bridge'][number]) {
  return { label, event_id: eventId, position_id: positionId, amount_usd: amountUsd, per_share: perShare }
}

function toWireCall(call: CallState, qualification: CallQualification) {
  const { positionId, strike, expiration, openedOn, multiplier, deliverable, written, premiumWritten, endings } = call
  const open = countOpen(call)
  const kinds = new Set(endings.map(({ kind }) => kind))
  const [kind] = kinds
  const realized = endings.reduce((sum, end) => sum + end.premium - end.openingFees - end.paid - end.fees, 0)
  return {
    position_id: positionId,
    strike_price: strike,
    expiry_date: expiration,
    opened_on: openedOn,
    multiplier,
    deliverable_shares: toShareCount(deliverable),
    contracts_written: written,
    contracts_open: open,
    premium_usd: toUsd(premiumWritten),
    realized_usd: toUsd(realized),
    ended_on: open > 0 ? null : (endings.at(-1)?.day ?? null),
    end: open > 0 || kind === undefined ? null : kinds.size > 1 ? ('mixed' as const) : kind,
    rolled_to: call.rolledTo,
    ...toWireQualification(qualification),
  }
}

interface EventContext {
  readonly ledger: Ledger
  readonly closeOn: (day: IsoDate) => number | null
}

/** The events of a chain or of one call, oldest first; voided ones are marked. */
export function toWireEvents(
  { ledger, closeOn }: EventContext,
  { chainId, positionId }: { readonly chainId: string; readonly positionId: string | null },
): LedgerEvent[] {
  const { joinedTo } = ledger.replayed.ledger
  const isWanted = ({ record, chainId: own }: StoredEvent): boolean => {
    if (record.kind === 'dismiss') return false
    if (positionId !== null) return isAbout(record, positionId)
    const home = joinedTo.get(own) ?? own
    return home === chainId || own === chainId
  }
  return ledger.events
    .filter(isWanted)
    .map((event) => toWireEvent(event, { ledger, closeOn }))
    .toSorted((a, b) =>
      a.occurred_on < b.occurred_on ? -1 : a.occurred_on > b.occurred_on ? 1 : a.sequence - b.sequence,
    )
}

const isAbout = (record: LedgerRecord, positionId: string): boolean =>
  ('positionId' in record && record.positionId === positionId) ||
  (record.kind === 'roll' && record.open.positionId === positionId)

export function toWireEvent(event: StoredEvent, { ledger, closeOn }: EventContext): LedgerEvent {
  const { record, recordedAt, source, note } = event
  const { replayed } = ledger
  const result = replayed.resultOf.get(record.eventId) ?? null
  const { joinedTo, voidedBy } = replayed.ledger
  const leaving = result?.leaving ?? null
  const missed = leaving?.how === 'assigned' ? missUpsideOf(leaving, closeOn) : null
  const roll = result === null ? null : describeRollResult(result, replayed, closeOn)
  return {
    event_id: record.eventId,
    sequence: record.sequence,
    kind: record.kind === 'dismiss' ? 'note' : record.kind,
    position_id: ('positionId' in record ? record.positionId : null) ?? null,
    chain_id: joinedTo.get(event.chainId) ?? event.chainId,
    occurred_on: record.occurredOn || recordedAt.toISOString().slice(0, 'YYYY-MM-DD'.length),
    occurred_at: record.occurredAt,
    recorded_at: recordedAt.toISOString(),
    contracts: contractsOf(record, result),
    shares: sharesOf(record),
    price: priceOf(record),
    fees_usd: record.feesUsd + (record.kind === 'roll' ? record.open.feesUsd : 0),
    ...toAmounts(result),
    linked_position_id: record.kind === 'roll' ? record.open.positionId : null,
    roll:
      roll === null
        ? null
        : {
            net_credit: roll.netCredit,
            net_credit_usd: roll.netCreditUsd,
            days_added: roll.daysAdded,
            strike_change: roll.strikeChange,
            bought_up_value: roll.boughtUpValue,
            roll_return_pct: roll.rollReturnPct,
          },
    missed_upside_usd: missed === null ? null : toUsd(missed),
    sentence: describeRecord(record, note),
    voided_by: voidedBy.get(record.eventId) ?? null,
    source,
    note,
  }
}

function toAmounts(result: EventResult | null) {
  return {
    cash_usd: toUsd(result?.cash ?? 0),
    realized_options_usd: toUsd(result?.realizedOptions ?? 0),
    realized_stock_usd: toUsd(result?.realizedStock ?? 0),
  }
}

function contractsOf(record: LedgerRecord, result: EventResult | null): number | null {
  if (result !== null) return result.contracts
  if (record.kind === 'open' || record.kind === 'edit' || record.kind === 'restore') return record.terms.contracts
  return 'contracts' in record ? (record.contracts ?? null) : null
}

const sharesOf = (record: LedgerRecord): number | null => ('shares' in record ? record.shares : null)

function priceOf(record: LedgerRecord): number | null {
  if (record.kind === 'open' || record.kind === 'edit' || record.kind === 'restore') return record.terms.premium
  if (record.kind === 'roll') return record.closePrice
  return 'price' in record ? record.price : null
}

function describeRecord(record: LedgerRecord, note: string | null): string {
  switch (record.kind) {
    case 'edit':
      return 'Edited the terms.'
    case 'delete':
      return 'Deleted the position.'
    case 'restore':
      return 'Restored the position.'
    case 'join':
      return 'Joined two chains.'
    case 'void':
      return 'Voided an event.'
    case 'note':
    case 'dismiss':
      return note ?? ''
    default:
      return describeEvent(record)
  }
}
