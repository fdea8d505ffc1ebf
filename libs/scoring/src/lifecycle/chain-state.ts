import { dayNumber, type IsoDate } from '../calendar/iso-date.ts'
import { usDate } from '../wording.ts'
import { type ChosenLot, LedgerRefusal, type MoneyEvent, type SharesFrom } from './ledger-event.ts'
import { type Sums, sumUnits, takePart, toMicros, toShareCount, type Units } from './ledger-money.ts'

/** Shares bought at once; `shares` in millionths of a share, costs in units of $0.0001. */
export interface Lot {
  readonly lotId: string
  /** The call that was opened together with these shares; null otherwise. */
  readonly positionId: string | null
  readonly acquiredOn: IsoDate
  /** Day on which the shares joined the chain, which can be later than the purchase. */
  readonly enteredOn: IsoDate
  shares: number
  cost: Units
  taxCost: Units
}

/** Contracts of a call that were written at once and are still open, with their premium and opening fees. */
export interface Fill {
  contracts: number
  premium: Units
  fees: Units
}

export type EndKind = 'closed' | 'expired' | 'assigned' | 'rolled'

/** Contracts that ended, with the premium and opening fees that they took along. */
export interface Ending {
  readonly eventId: string
  readonly kind: EndKind
  readonly day: IsoDate
  readonly contracts: number
  readonly premium: Units
  readonly openingFees: Units
  /** Paid to buy them back, and the fees of that. */
  readonly paid: Units
  readonly fees: Units
}

export interface CallState {
  readonly positionId: string
  readonly openedOn: IsoDate
  readonly expiration: IsoDate
  readonly sharesFrom: SharesFrom
  /** Share price of the terms that the call was opened with, dollars per share. */
  readonly entryPrice: number
  readonly rolledFrom: string | null
  strike: number
  /** Dollars for 1.00 of premium or strike. */
  multiplier: number
  /** Shares per contract, in millionths. */
  deliverable: number
  /** Cash per contract, in units. */
  deliverableCash: Units
  fills: Fill[]
  written: number
  premiumWritten: Units
  readonly endings: Ending[]
  rolledTo: string | null
  isAdjusted: boolean
  /** True once anything but the opening happened to the call. */
  hasEvents: boolean
}

export interface LotPart {
  readonly lotId: string
  readonly acquiredOn: IsoDate
  readonly enteredOn: IsoDate
  readonly shares: number
  readonly cost: Units
  readonly taxCost: Units
}

/** Shares that left a chain at once. */
export interface Leaving {
  readonly eventId: string
  readonly day: IsoDate
  readonly how: 'assigned' | 'sold'
  readonly shares: number
  readonly proceeds: Units
  readonly parts: readonly LotPart[]
  readonly hasChosenLots: boolean
  /** Premium of assigned contracts after opening fees, and the price of the stock if it was recorded. */
  readonly netPremium: Units
  readonly stockPrice: number | null
}

/** The part of an ended call's result that still lowers the cost of the shares held (L36). */
export interface KeptResult {
  readonly eventId: string
  readonly positionId: string
  units: Units
}

/** A chain while its events are replayed. Money in units, shares in millionths. */
export interface ChainState extends Sums {
  readonly chainId: string
  symbol: string
  readonly startedOn: IsoDate
  lots: Lot[]
  readonly bought: LotPart[]
  readonly calls: Map<string, CallState>
  readonly leavings: Leaving[]
  kept: KeptResult[]
  stockFees: Units
  /** Shares held after each event, in the terms of that day. */
  readonly history: { readonly day: IsoDate; readonly shares: number }[]
  readonly dividendExDates: Set<IsoDate>
  readonly adjustedOn: Set<IsoDate>
  lastEventOn: IsoDate
}

export const countOpen = ({ fills }: CallState): number => fills.reduce((sum, { contracts }) => sum + contracts, 0)
export const sharesHeld = ({ lots }: ChainState): number => sumUnits(lots, ({ shares }) => shares)
export const costHeld = ({ lots }: ChainState): Units => sumUnits(lots, ({ cost }) => cost)
export const premiumLeft = ({ fills }: CallState): Units => sumUnits(fills, ({ premium, fees }) => premium - fees)
export const grossPremiumLeft = ({ fills }: CallState): Units => sumUnits(fills, ({ premium }) => premium)

/** Shares that the open calls of a chain deliver if they are all assigned. */
export const sharesCovered = ({ calls }: ChainState): number =>
  sumUnits(calls.values(), (call) => countOpen(call) * call.deliverable)

export const listOpenCalls = ({ calls }: ChainState): CallState[] =>
  [...calls.values()].filter((call) => countOpen(call) > 0)

/** Contracts that the shares held cannot deliver, the last ones first. */
export function countUncovered(chain: ChainState): number {
  let missing = sharesCovered(chain) - sharesHeld(chain)
  let uncovered = 0
  for (const call of listOpenCalls(chain).toReversed()) {
    if (missing <= 0) break
    if (call.deliverable <= 0) continue
    const contracts = Math.min(countOpen(call), Math.ceil(missing / call.deliverable))
    uncovered += contracts
    missing -= contracts * call.deliverable
  }
  return uncovered
}

/** An ended chain has neither shares nor open contracts (L11). */
export const isEnded = (chain: ChainState): boolean => sharesHeld(chain) === 0 && listOpenCalls(chain).length === 0

/** Takes contracts out of a call, first in, first out (L3). */
export function takeContracts(call: CallState, contracts: number): { readonly premium: Units; readonly fees: Units } {
  let left = contracts
  let premium = 0
  let fees = 0
  for (const fill of call.fills) {
    const taken = Math.min(left, fill.contracts)
    const part = {
      premium: takePart(fill.premium, taken, fill.contracts),
      fees: takePart(fill.fees, taken, fill.contracts),
    }
    fill.contracts -= taken
    fill.premium -= part.premium
    fill.fees -= part.fees
    premium += part.premium
    fees += part.fees
    left -= taken
  }
  call.fills = call.fills.filter((fill) => fill.contracts > 0)
  return { premium, fees }
}

/**
 * Takes shares out of a chain: the chosen lots, or the oldest ones first. Throws LedgerRefusal `more_than_held` if the
 * chain or a chosen lot holds fewer.
 */
export function takeShares(
  chain: ChainState,
  shares: number,
  chosen: readonly ChosenLot[] | null,
  event: MoneyEvent,
): LotPart[] {
  const held = sharesHeld(chain)
  if (shares > held) {
    throw new LedgerRefusal(
      event,
      'more_than_held',
      `${countShares(shares)} cannot leave: ${countShares(held)} ${held === toMicros(1) ? 'is' : 'are'} held on ${usDate(event.occurredOn)}.`,
      event.kind === 'sell_shares' ? 'shares' : 'contracts',
    )
  }
  return chosen === null ? takeOldest(chain, shares) : takeChosen(chain, shares, chosen, event)
}

function takeOldest(chain: ChainState, shares: number): LotPart[] {
  const parts: LotPart[] = []
  let left = shares
  for (const lot of chain.lots.toSorted((a, b) =>
    a.acquiredOn < b.acquiredOn ? -1 : a.acquiredOn > b.acquiredOn ? 1 : 0,
  )) {
    if (left <= 0) break
    const taken = Math.min(left, lot.shares)
    parts.push(takeFromLot(lot, taken))
    left -= taken
  }
  chain.lots = chain.lots.filter((lot) => lot.shares > 0)
  return parts
}

function takeChosen(chain: ChainState, shares: number, chosen: readonly ChosenLot[], event: MoneyEvent): LotPart[] {
  const total = sumUnits(chosen, (lot) => toMicros(lot.shares))
  if (total !== shares) {
    const detail = `The lots add up to ${countShares(total)}, but ${countShares(shares)} leave.`
    throw new LedgerRefusal(event, 'validation', detail, 'lots')
  }
  const parts = chosen.map(({ lotId, shares: count }) => {
    const lot = chain.lots.find((held) => held.lotId === lotId)
    const taken = toMicros(count)
    if (lot === undefined || lot.shares < taken) {
      const held = countShares(lot?.shares ?? 0)
      throw new LedgerRefusal(event, 'more_than_held', `Lot ${lotId} holds ${held}, not ${countShares(taken)}.`, 'lots')
    }
    return takeFromLot(lot, taken)
  })
  chain.lots = chain.lots.filter((lot) => lot.shares > 0)
  return parts
}

function takeFromLot(lot: Lot, taken: number): LotPart {
  const { lotId, acquiredOn, enteredOn } = lot
  const cost = takePart(lot.cost, taken, lot.shares)
  const taxCost = takePart(lot.taxCost, taken, lot.shares)
  lot.shares -= taken
  lot.cost -= cost
  lot.taxCost -= taxCost
  return { lotId, acquiredOn, enteredOn, shares: taken, cost, taxCost }
}

/** "200 shares", "1 share", "37.5 shares". */
export function countShares(micros: number): string {
  const count = toShareCount(micros)
  return `${count.toLocaleString('en-US', { maximumFractionDigits: 6 })} ${count === 1 ? 'share' : 'shares'}`
}

export const countCalls = (contracts: number): string =>
  `${contracts.toLocaleString('en-US')} ${contracts === 1 ? 'call' : 'calls'}`

/** Cost of shares over a period, for capital-days (L40). */
interface CapitalPeriod {
  readonly cost: Units
  readonly from: IsoDate
  readonly to: IsoDate
}

/** How long and how much capital was tied up: capital-days in unit-days, and days on which shares were held. */
export function measureCapital(
  chain: ChainState,
  today: IsoDate,
): { readonly unitDays: number; readonly days: number } {
  const gone = chain.leavings.flatMap(({ day, parts }) =>
    parts.map(({ cost, enteredOn }): CapitalPeriod => ({ cost, from: enteredOn, to: day })),
  )
  const held = chain.lots.map(({ cost, enteredOn }): CapitalPeriod => ({ cost, from: enteredOn, to: today }))
  const periods = [...gone, ...held]
  const unitDays = sumUnits(periods, ({ cost, from, to }) => cost * daysIn(from, to))
  const days = countDays(periods)
  return days > 0
    ? { unitDays, days }
    : { unitDays: sumUnits(periods, ({ cost }) => cost), days: Math.min(1, periods.length) }
}

const daysIn = (from: IsoDate, to: IsoDate): number => Math.max(0, dayNumber(to) - dayNumber(from))

/** Days covered by at least one period, one end of each counted. */
function countDays(periods: readonly CapitalPeriod[]): number {
  let days = 0
  let reached = Number.NEGATIVE_INFINITY
  for (const { from, to } of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const [start, end] = [Math.max(dayNumber(from), reached), dayNumber(to)]
    if (end <= start) continue
    days += end - start
    reached = end
  }
  return days
}

export const laterOf = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b)

/** Shares held at the close of the last day before `day`, in millionths and in the terms of that time. */
export const sharesBefore = ({ history }: ChainState, day: IsoDate): number =>
  history.findLast((entry) => entry.day < day)?.shares ?? 0
