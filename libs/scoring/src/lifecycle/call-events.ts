import type { IsoDate } from '../calendar/iso-date.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { lastSessionBy } from '../position/expiration-outcome.ts'
import { usDate } from '../wording.ts'
import {
  type CallState,
  type ChainState,
  countCalls,
  countOpen,
  type EndKind,
  sharesCovered,
  takeContracts,
} from './chain-state.ts'
import {
  type AssignEvent,
  type CloseEvent,
  type ExpireEvent,
  LedgerRefusal,
  type MoneyEvent,
  type OpenEvent,
  type RollEvent,
  type WriteMoreEvent,
} from './ledger-event.ts'
import { toMicros, toUnits, type Units } from './ledger-money.ts'
import { addLot, costOf, type EventChange, removeShares, requireCovered } from './share-events.ts'

/** Calls by id, and the chain of each. */
export interface OpenCalls {
  readonly calls: Map<string, CallState>
  readonly chainOf: Map<string, ChainState>
}

export const beforeEntry = ({ occurredOn }: MoneyEvent): string =>
  `Nothing was held on ${usDate(occurredOn)}: the entry is later.`

type CallEvent = WriteMoreEvent | CloseEvent | ExpireEvent | AssignEvent | RollEvent

/** The call of an event on it. Throws `before_entry`, `after_expiry`, `not_expired_yet`, `already_ended`, `more_than_open`. */
export function callOf(chain: ChainState, event: CallEvent): CallState {
  const call = chain.calls.get(event.positionId)
  if (call === undefined) throw new LedgerRefusal(event, 'before_entry', beforeEntry(event))
  const { occurredOn } = event
  const lastDay = lastSessionBy(call.expiration)
  if (occurredOn < call.openedOn) {
    const detail = `The call was opened on ${usDate(call.openedOn)}, after ${usDate(occurredOn)}.`
    throw new LedgerRefusal(event, 'before_entry', detail, 'occurred_on')
  }
  if (event.kind === 'expire' && occurredOn < lastDay) {
    const detail = `The call expires on ${usDate(call.expiration)}; it cannot have expired on ${usDate(occurredOn)}.`
    throw new LedgerRefusal(event, 'not_expired_yet', detail, 'occurred_on')
  }
  if (occurredOn > call.expiration) {
    const detail = `The call expired on ${usDate(call.expiration)}, before ${usDate(occurredOn)}.`
    throw new LedgerRefusal(event, 'after_expiry', detail, 'occurred_on')
  }
  const open = countOpen(call)
  if (open === 0 && event.kind !== 'write_more') {
    throw new LedgerRefusal(event, 'already_ended', `No call was open on ${usDate(occurredOn)}: all have ended.`)
  }
  if (event.kind !== 'write_more' && (event.contracts ?? open) > open) {
    const verb = VERBS[event.kind]
    const detail = `${countCalls(event.contracts ?? open)} cannot ${verb}: ${open} ${open === 1 ? 'is' : 'are'} open on ${usDate(occurredOn)}.`
    throw new LedgerRefusal(event, 'more_than_open', detail, 'contracts')
  }
  call.hasEvents = true
  return call
}

const VERBS = { close: 'be closed', expire: 'expire', assign: 'be assigned', roll: 'be rolled' } as const

/** Throws `after_expiry` for a sale after the call's own expiration, and what `requireCovered` throws. */
export function applyOpen(book: OpenCalls, chain: ChainState, event: OpenEvent): EventChange {
  const { positionId, terms, details, occurredOn, feesUsd } = event
  const { contracts, entryPrice } = terms
  if (terms.expiration < occurredOn) {
    const detail = `The call expired on ${usDate(terms.expiration)}, before it was sold on ${usDate(occurredOn)}.`
    throw new LedgerRefusal(event, 'after_expiry', detail, 'occurred_on')
  }
  if (details.sharesFrom === 'new') {
    const shares = contracts * SHARES_PER_CONTRACT
    addLot(chain, { ...details, lotId: positionId, positionId, shares, price: entryPrice, feesUsd: 0, day: occurredOn })
  }
  const { expiration, strike, premium } = terms
  const opened = { positionId, openedOn: occurredOn, expiration, strike, contracts, premium, feesUsd, entryPrice }
  const received = addCall(book, chain, { ...opened, sharesFrom: details.sharesFrom, rolledFrom: null })
  if (details.sharesFrom === 'held')
    requireCovered(chain, event, contracts * toMicros(SHARES_PER_CONTRACT), details.acceptUncovered)
  const cost = details.sharesFrom === 'new' ? toUnits(entryPrice * contracts * SHARES_PER_CONTRACT) : 0
  const fees = toUnits(feesUsd)
  return { cash: received - fees - cost, premiumReceived: received, optionFees: fees, contracts }
}

interface NewCall {
  readonly positionId: string
  readonly openedOn: IsoDate
  readonly expiration: IsoDate
  readonly strike: number
  readonly contracts: number
  readonly premium: number
  readonly feesUsd: number
  readonly entryPrice: number
  readonly sharesFrom: 'new' | 'held'
  readonly rolledFrom: string | null
}

function addCall(book: OpenCalls, chain: ChainState, call: NewCall): Units {
  const { positionId, contracts, premium, feesUsd, ...terms } = call
  const received = toUnits(premium * SHARES_PER_CONTRACT * contracts)
  const state: CallState = {
    positionId,
    ...terms,
    multiplier: SHARES_PER_CONTRACT,
    deliverable: toMicros(SHARES_PER_CONTRACT),
    deliverableCash: 0,
    fills: [{ contracts, premium: received, fees: toUnits(feesUsd) }],
    written: contracts,
    premiumWritten: received,
    endings: [],
    rolledTo: null,
    isAdjusted: false,
    hasEvents: false,
  }
  chain.calls.set(positionId, state)
  book.calls.set(positionId, state)
  book.chainOf.set(positionId, chain)
  return received
}

export function applyWriteMore(chain: ChainState, call: CallState, event: WriteMoreEvent): EventChange {
  const { contracts, price, sharesFrom, sharePrice, feesUsd, eventId, occurredOn, positionId } = event
  const perContract = call.deliverable / toMicros(1)
  const lot = { lotId: eventId, positionId, shares: contracts * perContract, price: sharePrice ?? call.entryPrice }
  const cost =
    sharesFrom === 'new' ? addLot(chain, { ...lot, feesUsd: 0, day: occurredOn, acquiredOn: null, taxCost: null }) : 0
  const received = toUnits(price * call.multiplier * contracts)
  const fees = toUnits(feesUsd)
  call.fills.push({ contracts, premium: received, fees })
  call.written += contracts
  call.premiumWritten += received
  if (sharesFrom === 'held') requireCovered(chain, event, contracts * call.deliverable, event.acceptUncovered)
  return { cash: received - fees - cost, premiumReceived: received, optionFees: fees, contracts }
}

interface Ended {
  readonly premium: Units
  readonly openingFees: Units
  readonly realized: Units
}

function endContracts(
  call: CallState,
  event: CallEvent,
  end: { readonly kind: EndKind; readonly contracts: number; readonly paid: Units; readonly fees: Units },
): Ended {
  const { premium, fees: openingFees } = takeContracts(call, end.contracts)
  call.endings.push({ eventId: event.eventId, day: event.occurredOn, premium, openingFees, ...end })
  return { premium, openingFees, realized: premium - openingFees - end.paid - end.fees }
}

function keep(chain: ChainState, event: CallEvent, units: Units): void {
  chain.kept.push({ eventId: event.eventId, positionId: event.positionId, units })
}

export function applyClose(chain: ChainState, call: CallState, event: CloseEvent): EventChange {
  const { contracts } = event
  const paid = toUnits(event.price * call.multiplier * contracts)
  const fees = toUnits(event.feesUsd)
  const { realized } = endContracts(call, event, { kind: 'closed', contracts, paid, fees })
  keep(chain, event, realized)
  return { cash: -paid - fees, realizedOptions: realized, paidToClose: paid, optionFees: fees, contracts }
}

export function applyExpire(chain: ChainState, call: CallState, event: ExpireEvent): EventChange {
  const contracts = event.contracts ?? countOpen(call)
  const fees = toUnits(event.feesUsd)
  const { realized } = endContracts(call, event, { kind: 'expired', contracts, paid: 0, fees })
  keep(chain, event, realized)
  return { cash: 0 - fees, realizedOptions: realized, optionFees: fees, contracts }
}

export function applyAssign(chain: ChainState, call: CallState, event: AssignEvent): EventChange {
  const { contracts, feesUsd } = event
  const fees = toUnits(feesUsd)
  const { realized } = endContracts(call, event, { kind: 'assigned', contracts, paid: 0, fees: 0 })
  const proceeds = toUnits(call.strike * call.multiplier * contracts) - call.deliverableCash * contracts - fees
  const leaving = removeShares(chain, event, {
    shares: contracts * call.deliverable,
    lots: event.lots,
    how: 'assigned',
    proceeds,
    netPremium: realized,
    stockPrice: event.stockPrice,
  })
  chain.stockFees += fees
  const realizedStock = proceeds - costOf(leaving)
  return { cash: proceeds, realizedOptions: realized, realizedStock, contracts, shares: leaving.shares, leaving }
}

export function applyRoll(book: OpenCalls, chain: ChainState, call: CallState, event: RollEvent): EventChange {
  const { contracts, open, occurredOn, positionId } = event
  if (open.strike === call.strike && open.expiration === call.expiration) {
    throw new LedgerRefusal(event, 'same_call', 'A roll needs a different strike or expiration.', 'open')
  }
  if (open.expiration < occurredOn) {
    const detail = `The new call must not expire before ${usDate(occurredOn)}.`
    throw new LedgerRefusal(event, 'validation', detail, 'open.expiry_date')
  }
  const before = sharesCovered(chain)
  const paid = toUnits(event.closePrice * call.multiplier * contracts)
  const closingFees = toUnits(event.feesUsd)
  const { realized } = endContracts(call, event, { kind: 'rolled', contracts, paid, fees: closingFees })
  keep(chain, event, realized)
  call.rolledTo = open.positionId
  const received = addCall(book, chain, {
    ...open,
    openedOn: occurredOn,
    entryPrice: call.entryPrice,
    sharesFrom: 'held',
    rolledFrom: positionId,
  })
  requireCovered(chain, event, sharesCovered(chain) - before, event.acceptUncovered)
  const fees = closingFees + toUnits(open.feesUsd)
  return {
    cash: received - paid - fees,
    realizedOptions: realized,
    premiumReceived: received,
    paidToClose: paid,
    optionFees: fees,
    contracts,
  }
}
