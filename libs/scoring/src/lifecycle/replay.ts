import type { IsoDate } from '../calendar/iso-date.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { lastSessionBy } from '../position/expiration-outcome.ts'
import { usDate } from '../wording.ts'
import { adjustChain } from './adjust-chain.ts'
import {
  type CallState,
  type ChainState,
  countCalls,
  countOpen,
  countShares,
  type EndKind,
  type Leaving,
  laterOf,
  listOpenCalls,
  sharesCovered,
  sharesHeld,
  takeContracts,
  takeShares,
} from './chain-state.ts'
import {
  type AssignEvent,
  type BuySharesEvent,
  type CloseEvent,
  type DividendEvent,
  type ExpireEvent,
  type LedgerRecord,
  LedgerRefusal,
  type MoneyEvent,
  type OpenEvent,
  type RollEvent,
  type SellSharesEvent,
  type WriteMoreEvent,
} from './ledger-event.ts'
import { takePart, toMicros, toUnits, type Units } from './ledger-money.ts'
import { type ResolvedLedger, resolveLedger } from './resolve-ledger.ts'

/** Result of an event. Money in units of $0.0001, shares in millionths. */
export interface EventResult {
  readonly event: MoneyEvent
  readonly chainId: string
  readonly symbol: string
  readonly cash: Units
  readonly realizedOptions: Units
  readonly realizedStock: Units
  readonly premiumReceived: Units
  readonly paidToClose: Units
  readonly optionFees: Units
  readonly dividends: Units
  readonly contracts: number | null
  readonly shares: number | null
  readonly leaving: Leaving | null
}

export interface Replayed {
  readonly ledger: ResolvedLedger
  readonly chains: ReadonlyMap<string, ChainState>
  readonly calls: ReadonlyMap<string, CallState>
  /** The chain of each call. */
  readonly chainOf: ReadonlyMap<string, ChainState>
  /** In the order in which the events happened. */
  readonly results: readonly EventResult[]
}

type Change = Partial<Omit<EventResult, 'event' | 'chainId' | 'symbol'>>

interface Book {
  readonly chains: Map<string, ChainState>
  readonly calls: Map<string, CallState>
  readonly chainOf: Map<string, ChainState>
  readonly joinedTo: ReadonlyMap<string, string>
}

/**
 * Replays a ledger (L1): applies corrections, puts the events in order, and yields every chain, call and realized amount.
 * Pure; the same records give the same result. Throws LedgerRefusal for the first event that cannot have happened, such
 * as a purchase of more contracts than are open. Source: LIFECYCLE 1. Verified by examples E1 to E12 (`examples.test.ts`)
 * and by the laws of `laws.test.ts` over random histories.
 */
export function replay(records: readonly LedgerRecord[]): Replayed {
  const ledger = resolveLedger(records)
  const book: Book = { chains: new Map(), calls: new Map(), chainOf: new Map(), joinedTo: ledger.joinedTo }
  const results = ledger.events.map((event) => applyEvent(book, event))
  return { ledger, chains: book.chains, calls: book.calls, chainOf: book.chainOf, results }
}

function applyEvent(book: Book, event: MoneyEvent): EventResult {
  const chain = findChain(book, event)
  chain.lastEventOn = laterOf(chain.lastEventOn, event.occurredOn)
  const change = applyTo(book, chain, event)
  const result: EventResult = {
    ...{ event, chainId: chain.chainId, symbol: chain.symbol, cash: 0, realizedOptions: 0, realizedStock: 0 },
    ...{
      premiumReceived: 0,
      paidToClose: 0,
      optionFees: 0,
      dividends: 0,
      contracts: null,
      shares: null,
      leaving: null,
    },
    ...change,
  }
  chain.cash += result.cash
  chain.realizedOptions += result.realizedOptions
  chain.realizedStock += result.realizedStock
  chain.premiumReceived += result.premiumReceived
  chain.paidToClose += result.paidToClose
  chain.optionFees += result.optionFees
  chain.dividends += result.dividends
  chain.history.push({ day: event.occurredOn, shares: sharesHeld(chain) })
  return result
}

function applyTo(book: Book, chain: ChainState, event: MoneyEvent): Change {
  switch (event.kind) {
    case 'open':
      return applyOpen(book, chain, event)
    case 'write_more':
      return applyWriteMore(chain, callOf(chain, event), event)
    case 'close':
      return applyClose(chain, callOf(chain, event), event)
    case 'expire':
      return applyExpire(chain, callOf(chain, event), event)
    case 'assign':
      return applyAssign(chain, callOf(chain, event), event)
    case 'roll':
      return applyRoll(book, chain, callOf(chain, event), event)
    case 'buy_shares':
      return applyBuy(chain, event)
    case 'sell_shares':
      return applySell(chain, event)
    case 'dividend':
      return applyDividend(chain, event)
    default:
      return adjustChain(chain, event)
  }
}

function findChain(book: Book, event: MoneyEvent): ChainState {
  if (!('chainId' in event)) {
    const chain = book.chainOf.get(event.positionId)
    if (chain === undefined) throw new LedgerRefusal(event, 'before_entry', beforeEntry(event))
    return chain
  }
  const chainId = book.joinedTo.get(event.chainId) ?? event.chainId
  const known = book.chains.get(chainId)
  const symbol = event.kind === 'open' ? event.terms.symbol : event.kind === 'buy_shares' ? event.symbol : null
  if (known !== undefined) {
    if (symbol !== null && symbol !== known.symbol && event.kind !== 'adjust') {
      throw new LedgerRefusal(event, 'other_stock', `This chain is on ${known.symbol}, not ${symbol}.`, 'chain_id')
    }
    return known
  }
  if (symbol === null) throw new LedgerRefusal(event, 'before_entry', beforeEntry(event))
  const chain = openChain(chainId, symbol, event.occurredOn)
  book.chains.set(chainId, chain)
  return chain
}

const beforeEntry = ({ occurredOn }: MoneyEvent): string =>
  `Nothing was held on ${usDate(occurredOn)}: the entry is later.`

function openChain(chainId: string, symbol: string, startedOn: IsoDate): ChainState {
  return {
    ...{ chainId, symbol, startedOn, lots: [], bought: [], calls: new Map(), leavings: [], kept: [] },
    ...{ premiumReceived: 0, paidToClose: 0, optionFees: 0, stockFees: 0, dividends: 0 },
    ...{ realizedOptions: 0, realizedStock: 0, cash: 0 },
    ...{ history: [], dividendExDates: new Set(), adjustedOn: new Set(), lastEventOn: startedOn },
  }
}

type CallEvent = WriteMoreEvent | CloseEvent | ExpireEvent | AssignEvent | RollEvent

/** The call of an event on it. Throws `before_entry`, `after_expiry`, `not_expired_yet`, `already_ended`, `more_than_open`. */
function callOf(chain: ChainState, event: CallEvent): CallState {
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

function applyOpen(book: Book, chain: ChainState, event: OpenEvent): Change {
  const { positionId, terms, details, occurredOn, feesUsd } = event
  const { contracts, entryPrice } = terms
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

function addCall(book: Book, chain: ChainState, call: NewCall): Units {
  const { positionId, contracts, premium, feesUsd, ...terms } = call
  const received = toUnits(premium * SHARES_PER_CONTRACT * contracts)
  const state: CallState = {
    ...{ positionId, ...terms, multiplier: SHARES_PER_CONTRACT, deliverable: toMicros(SHARES_PER_CONTRACT) },
    ...{ deliverableCash: 0, fills: [{ contracts, premium: received, fees: toUnits(feesUsd) }], written: contracts },
    ...{ premiumWritten: received, endings: [], rolledTo: null, isAdjusted: false, hasEvents: false },
  }
  chain.calls.set(positionId, state)
  book.calls.set(positionId, state)
  book.chainOf.set(positionId, chain)
  return received
}

interface NewLot {
  readonly lotId: string
  readonly positionId: string | null
  readonly shares: number
  readonly price: number
  readonly feesUsd: number
  readonly day: IsoDate
  readonly acquiredOn: IsoDate | null
  readonly taxCost: number | null
}

function addLot(
  chain: ChainState,
  { lotId, positionId, shares, price, feesUsd, day, acquiredOn, taxCost }: NewLot,
): Units {
  const cost = toUnits(price * shares) + toUnits(feesUsd)
  const lot = {
    ...{ lotId, positionId, acquiredOn: acquiredOn ?? day, enteredOn: day, shares: toMicros(shares), cost },
    taxCost: taxCost === null ? cost : toUnits(taxCost * shares),
  }
  chain.lots.push(lot)
  const { positionId: _call, ...part } = lot
  chain.bought.push(part)
  return cost
}

/** Throws `shares_are_covering` if an event takes shares from open calls, unless the user accepted that. */
function requireCovered(chain: ChainState, event: MoneyEvent, change: number, isAccepted: boolean): void {
  const missing = sharesCovered(chain) - sharesHeld(chain)
  if (missing <= 0 || change <= 0 || isAccepted) return
  const calls = listOpenCalls(chain).reduce((sum, call) => sum + countOpen(call), 0)
  const detail = `${countCalls(calls)} need ${countShares(sharesCovered(chain))}, but ${countShares(sharesHeld(chain))} would be held on ${usDate(event.occurredOn)}.`
  throw new LedgerRefusal(event, 'shares_are_covering', detail, event.kind === 'sell_shares' ? 'shares' : 'contracts')
}

function applyWriteMore(chain: ChainState, call: CallState, event: WriteMoreEvent): Change {
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

function applyClose(chain: ChainState, call: CallState, event: CloseEvent): Change {
  const { contracts } = event
  const paid = toUnits(event.price * call.multiplier * contracts)
  const fees = toUnits(event.feesUsd)
  const { realized } = endContracts(call, event, { kind: 'closed', contracts, paid, fees })
  keep(chain, event, realized)
  return { cash: -paid - fees, realizedOptions: realized, paidToClose: paid, optionFees: fees, contracts }
}

function applyExpire(chain: ChainState, call: CallState, event: ExpireEvent): Change {
  const contracts = event.contracts ?? countOpen(call)
  const fees = toUnits(event.feesUsd)
  const { realized } = endContracts(call, event, { kind: 'expired', contracts, paid: 0, fees })
  keep(chain, event, realized)
  return { cash: 0 - fees, realizedOptions: realized, optionFees: fees, contracts }
}

function applyAssign(chain: ChainState, call: CallState, event: AssignEvent): Change {
  const { contracts, feesUsd } = event
  const fees = toUnits(feesUsd)
  const { realized } = endContracts(call, event, { kind: 'assigned', contracts, paid: 0, fees: 0 })
  const proceeds = toUnits(call.strike * call.multiplier * contracts) - call.deliverableCash * contracts - fees
  const leaving = removeShares(chain, event, {
    ...{ shares: contracts * call.deliverable, lots: event.lots, how: 'assigned', proceeds },
    ...{ netPremium: realized, stockPrice: event.stockPrice },
  })
  chain.stockFees += fees
  const realizedStock = proceeds - costOf(leaving)
  return { cash: proceeds, realizedOptions: realized, realizedStock, contracts, shares: leaving.shares, leaving }
}

const costOf = ({ parts }: Leaving): Units => parts.reduce((sum, { cost }) => sum + cost, 0)

function removeShares(
  chain: ChainState,
  event: AssignEvent | SellSharesEvent,
  left: Pick<Leaving, 'shares' | 'how' | 'proceeds' | 'netPremium' | 'stockPrice'> & Pick<AssignEvent, 'lots'>,
): Leaving {
  const { lots, ...rest } = left
  const before = sharesHeld(chain)
  const parts = takeShares(chain, left.shares, lots, event)
  for (const result of chain.kept) result.units -= takePart(result.units, left.shares, before)
  const leaving = { eventId: event.eventId, day: event.occurredOn, ...rest, parts, hasChosenLots: lots !== null }
  chain.leavings.push(leaving)
  return leaving
}

function applyRoll(book: Book, chain: ChainState, call: CallState, event: RollEvent): Change {
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
    ...{ ...open, openedOn: occurredOn, entryPrice: call.entryPrice, sharesFrom: 'held', rolledFrom: positionId },
  })
  requireCovered(chain, event, sharesCovered(chain) - before, event.acceptUncovered)
  const fees = closingFees + toUnits(open.feesUsd)
  return {
    ...{ cash: received - paid - fees, realizedOptions: realized, premiumReceived: received, paidToClose: paid },
    ...{ optionFees: fees, contracts },
  }
}

function applyBuy(chain: ChainState, event: BuySharesEvent): Change {
  const { eventId, shares, price, feesUsd, occurredOn, acquiredOn, taxCost } = event
  const lot = { lotId: eventId, positionId: null, shares, price, feesUsd, day: occurredOn, acquiredOn, taxCost }
  const cost = addLot(chain, lot)
  chain.stockFees += toUnits(feesUsd)
  return { cash: 0 - cost, shares: toMicros(shares) }
}

function applySell(chain: ChainState, event: SellSharesEvent): Change {
  const fees = toUnits(event.feesUsd)
  const proceeds = toUnits(event.price * event.shares) - fees
  const shares = toMicros(event.shares)
  const sold = { shares, lots: event.lots, how: 'sold' as const, proceeds, netPremium: 0, stockPrice: null }
  const leaving = removeShares(chain, event, sold)
  requireCovered(chain, event, shares, event.acceptUncovered)
  chain.stockFees += fees
  return { cash: proceeds, realizedStock: proceeds - costOf(leaving), shares, leaving }
}

function applyDividend(chain: ChainState, event: DividendEvent): Change {
  const { eventId, amountUsd, withheldUsd, feesUsd, exDate, occurredOn, reinvested } = event
  const received = toUnits(amountUsd) - toUnits(withheldUsd) - toUnits(feesUsd)
  chain.dividendExDates.add(exDate)
  if (reinvested === null) return { cash: received, dividends: received }
  const lot = { lotId: eventId, positionId: null, ...reinvested, feesUsd: 0, day: occurredOn }
  const cost = addLot(chain, { ...lot, acquiredOn: null, taxCost: null })
  return { cash: received - cost, dividends: received, shares: toMicros(reinvested.shares) }
}
