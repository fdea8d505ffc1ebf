import type { IsoDate } from '../calendar/iso-date.ts'
import { usDate } from '../wording.ts'
import {
  type ChainState,
  countCalls,
  countOpen,
  countShares,
  type Leaving,
  listOpenCalls,
  sharesCovered,
  sharesHeld,
  takeShares,
} from './chain-state.ts'
import {
  type AssignEvent,
  type BuySharesEvent,
  type DividendEvent,
  LedgerRefusal,
  type MoneyEvent,
  type SellSharesEvent,
} from './ledger-event.ts'
import { type Amounts, takePart, toMicros, toUnits, type Units } from './ledger-money.ts'

/** Effect of an event on its chain; omitted amounts are 0. Money in units of $0.0001, shares in millionths. */
export interface EventChange extends Partial<Amounts> {
  readonly contracts?: number | null
  readonly shares?: number | null
  readonly leaving?: Leaving | null
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

export function addLot(
  chain: ChainState,
  { lotId, positionId, shares, price, feesUsd, day, acquiredOn, taxCost }: NewLot,
): Units {
  const cost = toUnits(price * shares) + toUnits(feesUsd)
  const lot = {
    lotId,
    positionId,
    acquiredOn: acquiredOn ?? day,
    enteredOn: day,
    shares: toMicros(shares),
    cost,
    taxCost: taxCost === null ? cost : toUnits(taxCost * shares),
  }
  chain.lots.push(lot)
  const { positionId: _call, ...part } = lot
  chain.bought.push(part)
  return cost
}

/** Throws `shares_are_covering` if an event takes shares from open calls, unless the user accepted that. */
export function requireCovered(chain: ChainState, event: MoneyEvent, change: number, isAccepted: boolean): void {
  if (change <= 0 || isAccepted) return
  if (sharesCovered(chain) <= sharesHeld(chain)) return
  const calls = listOpenCalls(chain).reduce((sum, call) => sum + countOpen(call), 0)
  const detail = `${countCalls(calls)} need ${countShares(sharesCovered(chain))}, but ${countShares(sharesHeld(chain))} would be held on ${usDate(event.occurredOn)}.`
  throw new LedgerRefusal(event, 'shares_are_covering', detail, event.kind === 'sell_shares' ? 'shares' : 'contracts')
}

export const costOf = ({ parts }: Leaving): Units => parts.reduce((sum, { cost }) => sum + cost, 0)

export function removeShares(
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

export function applyBuy(chain: ChainState, event: BuySharesEvent): EventChange {
  const { eventId, shares, price, feesUsd, occurredOn, acquiredOn, taxCost } = event
  const lot = { lotId: eventId, positionId: null, shares, price, feesUsd, day: occurredOn, acquiredOn, taxCost }
  const cost = addLot(chain, lot)
  chain.stockFees += toUnits(feesUsd)
  return { cash: 0 - cost, shares: toMicros(shares) }
}

export function applySell(chain: ChainState, event: SellSharesEvent): EventChange {
  const fees = toUnits(event.feesUsd)
  const proceeds = toUnits(event.price * event.shares) - fees
  const shares = toMicros(event.shares)
  const sold = { shares, lots: event.lots, how: 'sold' as const, proceeds, netPremium: 0, stockPrice: null }
  const leaving = removeShares(chain, event, sold)
  requireCovered(chain, event, shares, event.acceptUncovered)
  chain.stockFees += fees
  return { cash: proceeds, realizedStock: proceeds - costOf(leaving), shares, leaving }
}

export function applyDividend(chain: ChainState, event: DividendEvent): EventChange {
  const { eventId, amountUsd, withheldUsd, feesUsd, exDate, occurredOn, reinvested } = event
  const received = toUnits(amountUsd) - toUnits(withheldUsd) - toUnits(feesUsd)
  chain.dividendExDates.add(exDate)
  if (reinvested === null) return { cash: received, dividends: received }
  const lot = { lotId: eventId, positionId: null, ...reinvested, feesUsd: 0, day: occurredOn }
  const cost = addLot(chain, { ...lot, acquiredOn: null, taxCost: null })
  return { cash: received - cost, dividends: received, shares: toMicros(reinvested.shares) }
}
