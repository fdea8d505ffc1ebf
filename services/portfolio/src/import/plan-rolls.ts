import { usDate } from '@callwright/scoring'
import { contractKey, type OptionContract } from '../statement/option-text.ts'
import type { HeldCall } from './ledger-view.ts'
import { addEvent, dollars, keysOf, linesOf, nameCalls, refOf, type StockPlanning, toImportDraft } from './planning.ts'
import type { TradeGroup } from './trade-group.ts'

/** The purchase that ends the older call of a roll. */
export interface Closing {
  readonly group: TradeGroup
  readonly call: HeldCall
}

const ROLL_MINUTES = 10

/** A purchase to close of another call on the same stock, day and order (or within minutes), that this sale replaces. */
export function findRoll(planning: StockPlanning, open: TradeGroup, ofDay: readonly TradeGroup[]): Closing | null {
  if (planning.request.choices[refOf(open)]?.as_roll === false) return null
  if (open.contract !== null && planning.state.findOpen(open.contract, open.day).length > 0) return null
  for (const group of ofDay) {
    const { contract } = group
    if (group.action !== 'close' || contract === null || group.day !== open.day || group.quantity !== open.quantity)
      continue
    if (open.contract !== null && contractKey(contract) === contractKey(open.contract)) continue
    const isOneOrder = group.order !== null && group.order === open.order
    const hasTimes = group.minute !== null && open.minute !== null
    if (!isOneOrder && hasTimes && Math.abs((group.minute ?? 0) - (open.minute ?? 0)) > ROLL_MINUTES) continue
    if (group.price === null || open.price === null) continue
    const [call] = planning.state.findOpen(contract, group.day)
    if (call !== undefined && call.open >= group.quantity && call.openedOn <= group.day && isUnused(planning, group))
      return { group, call }
  }
  return null
}

const isUnused = ({ settled }: StockPlanning, group: TradeGroup): boolean =>
  linesOf([group]).every((line) => !settled.has(line))

export function planRoll(
  planning: StockPlanning,
  { group: closing, call }: Closing,
  { group, contract }: { readonly group: TradeGroup; readonly contract: OptionContract },
): void {
  const { state, symbol } = planning
  const [key = ''] = keysOf([group])
  const positionId = state.newId('c', key)
  const { quantity, price } = group
  const entryPrice = state.averageCost() ?? contract.strike
  const premium = price ?? 0
  const terms = {
    symbol,
    entryDate: group.day,
    expiration: contract.expiration,
    strike: contract.strike,
    premium,
    entryPrice,
    contracts: quantity,
  }
  noteUnusual(planning, group, { premium, entryPrice, strike: contract.strike })
  addEvent(planning, [group, closing], {
    ref: refOf(group),
    draft: toImportDraft({
      eventId: state.newId('e', key),
      kind: 'roll',
      chainId: call.chainId,
      positionId: call.positionId,
      occurredOn: group.day,
      occurredAt: closing.at ?? group.at,
      feesUsd: closing.feesUsd,
      body: {
        contracts: quantity,
        closePrice: closing.price,
        stockPrice: null,
        acceptUncovered: true,
        open: {
          positionId,
          expiration: contract.expiration,
          strike: contract.strike,
          premium,
          contracts: quantity,
          feesUsd: group.feesUsd,
        },
        importKeys: keysOf([group, closing]),
      },
    }),
    opened: { id: positionId, terms: { ...terms, notes: null }, details: { ...HELD, chainId: call.chainId } },
    sentence: `Rolled ${nameCalls(quantity, { symbol, strike: call.strike, expiration: call.expiration })} at ${dollars(closing.price ?? 0)} to ${contract.strike} of ${usDate(contract.expiration)} at ${dollars(premium)}`,
    contracts: quantity,
    shares: null,
    price: premium,
    marks: [],
  })
  call.open -= quantity
  state.openCall({
    positionId,
    chainId: call.chainId,
    expiration: contract.expiration,
    openedOn: group.day,
    strike: contract.strike,
    open: quantity,
  })
}

/** Details of a call on shares that are held. */
export const HELD = {
  feesUsd: 0,
  account: null,
  sharesFrom: 'held',
  acquiredOn: null,
  taxCost: null,
  acceptUncovered: true,
  grant: null,
} as const

/** Notes a premium that no call can have, because it is above the price of the share. */
export function noteUnusual(
  { unusual }: StockPlanning,
  group: TradeGroup,
  { premium, entryPrice, strike }: { readonly premium: number; readonly entryPrice: number; readonly strike: number },
): void {
  const price = Math.max(entryPrice, strike)
  if (premium > price) unusual.push({ ref: refOf(group), line: Math.min(...linesOf([group])), premium, price })
}
