import type { IsoDate } from '../calendar/iso-date.ts'
import type { ChosenLot } from '../lifecycle/ledger-event.ts'
import { takePart, toMicros, type Units } from '../lifecycle/ledger-money.ts'

/** Shares bought at once. `shares` in millionths of a share, cost in units of $0.0001. */
export interface TaxLot {
  readonly lotId: string
  /** Event that bought the shares. */
  readonly eventId: string
  readonly acquiredOn: IsoDate
  /** Chain that holds the shares in money; in tax, the shares of all chains of a stock are one queue. */
  chainId: string
  shares: number
  cost: Units
}

/** Shares of one lot that left. */
export interface TaxLotPart {
  readonly lotId: string
  readonly eventId: string
  readonly acquiredOn: IsoDate
  readonly shares: number
  readonly cost: Units
}

const UNITS_PER_CENT = 100

/** amount × part / whole to the cent, so that the rows of a form add up; the last part takes the rest. */
export function takeCents(amount: Units, part: number, whole: number): Units {
  if (part === whole) return amount
  return Math.round(takePart(amount, part, whole) / UNITS_PER_CENT) * UNITS_PER_CENT
}

/** Inserts a lot by its purchase day, after other lots of that day. */
export function addTaxLot(lots: TaxLot[], lot: TaxLot): void {
  const last = lots.findLastIndex(({ acquiredOn }) => acquiredOn <= lot.acquiredOn)
  lots.splice(last + 1, 0, lot)
}

interface SharesLeaving {
  readonly chainId: string
  readonly shares: number
  /** Lots that the user named; null for the oldest ones. */
  readonly chosen: readonly ChosenLot[] | null
}

/**
 * Takes shares out of the lots of one stock in one account (L3): those of the chosen lots as far as they are still there,
 * then the oldest ones of all chains, as brokers do. Changes `lots`. A chain that gave a lot to another chain gets as many
 * of its remaining shares, so that every chain keeps the count that it has in money.
 */
export function takeTaxShares(lots: TaxLot[], { chainId, shares, chosen }: SharesLeaving): TaxLotPart[] {
  const parts: TaxLotPart[] = []
  let left = shares
  const take = (find: () => TaxLot | undefined, most: number) => {
    let wanted = Math.min(most, left)
    for (let lot = find(); lot !== undefined && wanted > 0; lot = find()) {
      const taken = Math.min(wanted, lot.shares)
      const owner = lot.chainId
      parts.push(takeFromLot(lot, taken))
      if (lot.shares === 0) lots.splice(lots.indexOf(lot), 1)
      if (owner !== chainId) handOver(lots, { from: chainId, to: owner, shares: taken })
      wanted -= taken
      left -= taken
    }
  }
  for (const { lotId, shares: count } of chosen ?? []) {
    take(() => lots.find((lot) => lot.lotId === lotId), toMicros(count))
  }
  take(() => lots[0], left)
  return parts
}

function takeFromLot(lot: TaxLot, taken: number): TaxLotPart {
  const cost = takeCents(lot.cost, taken, lot.shares)
  const { lotId, eventId, acquiredOn } = lot
  lot.shares -= taken
  lot.cost -= cost
  return { lotId, eventId, acquiredOn, shares: taken, cost }
}

function handOver(
  lots: TaxLot[],
  { from, to, shares }: { readonly from: string; readonly to: string; readonly shares: number },
): void {
  for (let left = shares; left > 0; ) {
    const lot = lots.find(({ chainId }) => chainId === from)
    if (lot === undefined) return
    const moved = Math.min(left, lot.shares)
    left -= moved
    if (moved === lot.shares) {
      lot.chainId = to
      continue
    }
    const part = takeFromLot(lot, moved)
    lots.splice(lots.indexOf(lot) + 1, 0, { ...part, chainId: to })
  }
}

/** Restates the shares of a chain for a split; their cost stays. */
export function restateTaxLots(
  lots: readonly TaxLot[],
  chainId: string,
  ratio: { readonly new: number; readonly old: number },
): void {
  for (const lot of lots) if (lot.chainId === chainId) lot.shares = takePart(lot.shares, ratio.new, ratio.old)
}
