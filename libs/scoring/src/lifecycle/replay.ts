import type { IsoDate } from '../calendar/iso-date.ts'
import { usDate } from '../wording.ts'
import { adjustChain } from './adjust-chain.ts'
import {
  applyAssign,
  applyClose,
  applyExpire,
  applyOpen,
  applyRoll,
  applyWriteMore,
  beforeEntry,
  callOf,
  type OpenCalls,
} from './call-events.ts'
import { type CallState, type ChainState, type Leaving, laterOf, sharesHeld } from './chain-state.ts'
import { type LedgerRecord, LedgerRefusal, type MoneyEvent } from './ledger-event.ts'
import { type Amounts, addAmounts, NO_AMOUNTS } from './ledger-money.ts'
import { type ResolvedLedger, resolveLedger } from './resolve-ledger.ts'
import { applyBuy, applyDividend, applySell, type EventChange } from './share-events.ts'

/** Result of an event. Money in units of $0.0001, shares in millionths. */
export interface EventResult extends Amounts {
  readonly event: MoneyEvent
  readonly chainId: string
  readonly symbol: string
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
  /** The same by the id of the event. */
  readonly resultOf: ReadonlyMap<string, EventResult>
}

interface Book extends OpenCalls {
  readonly chains: Map<string, ChainState>
  readonly joinedTo: ReadonlyMap<string, string>
  /** Day on which each lot entered, by its id, later ones included. */
  readonly lotDays: ReadonlyMap<string, IsoDate>
}

/**
 * Replays a ledger (L1): applies corrections, puts the events in order, and yields every chain, call and realized amount.
 * Pure; the same records give the same result. Throws LedgerRefusal for the first event that cannot have happened, such
 * as a purchase of more contracts than are open. Source: LIFECYCLE 1. Verified by examples E1 to E12 (`examples.test.ts`)
 * and by the laws of `laws.test.ts` over random histories.
 */
export function replay(records: readonly LedgerRecord[]): Replayed {
  const ledger = resolveLedger(records)
  const { events, joinedTo } = ledger
  const lotDays = new Map(events.flatMap(listLotDays))
  const book: Book = { chains: new Map(), calls: new Map(), chainOf: new Map(), joinedTo, lotDays }
  const results = events.map((event) => applyEvent(book, event))
  const resultOf = new Map(results.map((result) => [result.event.eventId, result]))
  return { ledger, chains: book.chains, calls: book.calls, chainOf: book.chainOf, results, resultOf }
}

/** The lot that an event enters, and its day. */
function listLotDays(event: MoneyEvent): [string, IsoDate][] {
  const { eventId, occurredOn } = event
  if (event.kind === 'open') return [[event.positionId, occurredOn]]
  return event.kind === 'buy_shares' || event.kind === 'write_more' || event.kind === 'dividend'
    ? [[eventId, occurredOn]]
    : []
}

/** Throws `before_entry` if an event takes shares from a lot that was entered later. */
function requireLotsEntered({ lotDays }: Book, event: MoneyEvent): void {
  if (event.kind !== 'assign' && event.kind !== 'sell_shares') return
  for (const { lotId } of event.lots ?? []) {
    const day = lotDays.get(lotId)
    if (day === undefined || day <= event.occurredOn) continue
    const detail = `Lot ${lotId} was entered on ${usDate(day)}, after ${usDate(event.occurredOn)}.`
    throw new LedgerRefusal(event, 'before_entry', detail, 'lots')
  }
}

function applyEvent(book: Book, event: MoneyEvent): EventResult {
  const chain = findChain(book, event)
  requireLotsEntered(book, event)
  chain.lastEventOn = laterOf(chain.lastEventOn, event.occurredOn)
  const change = applyTo(book, chain, event)
  const result: EventResult = {
    ...NO_AMOUNTS,
    event,
    chainId: chain.chainId,
    symbol: chain.symbol,
    contracts: null,
    shares: null,
    leaving: null,
    ...change,
  }
  addAmounts(chain, result)
  chain.history.push({ day: event.occurredOn, shares: sharesHeld(chain) })
  return result
}

function applyTo(book: Book, chain: ChainState, event: MoneyEvent): EventChange {
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

function openChain(chainId: string, symbol: string, startedOn: IsoDate): ChainState {
  return {
    chainId,
    symbol,
    startedOn,
    lots: [],
    bought: [],
    calls: new Map(),
    leavings: [],
    kept: [],
    ...NO_AMOUNTS,
    stockFees: 0,
    history: [],
    dividendExDates: new Set(),
    adjustedOn: new Set(),
    lastEventOn: startedOn,
  }
}
