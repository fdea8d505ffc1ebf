import { SHARES_PER_CONTRACT, usDate } from '@callwright/scoring'
import type { HeldCall } from './ledger-view.ts'
import { planAdjustment } from './plan-adjustments.ts'
import {
  addEvent,
  countOf,
  dollars,
  keysOf,
  partRef,
  refOf,
  type StockPlanning,
  settle,
  toImportDraft,
} from './planning.ts'
import type { TradeGroup } from './trade-group.ts'

/** Plans a group on shares: purchases, sales, dividends, splits and changed terms. `cost` is that of unpriced shares. */
export function planShareGroup(planning: StockPlanning, group: TradeGroup, cost: number | null): void {
  const { state } = planning
  const isFact = group.trades.length > 0 && isKnown(planning, group)
  if (isFact) return
  switch (group.action) {
    case 'buy':
      planPurchase(planning, group, group.price ?? cost)
      return
    case 'sell':
      planSale(planning, group)
      return
    case 'dividend':
      if (state.isNewChain && planning.events.length === 0) {
        settle(planning, [group], 'ignored', `No ${planning.symbol} shares then.`)
      } else planDividend(planning, group)
      return
    default:
      planAdjustment(planning, group)
      return
  }
}

function isKnown(planning: StockPlanning, group: TradeGroup): boolean {
  const { action, day, quantity, price, amountUsd } = group
  const ref = refOf(group)
  const fact =
    action === 'dividend'
      ? ({ kind: 'dividend', quantity: amountUsd, price: null } as const)
      : action === 'buy' || action === 'sell'
        ? ({ kind: action, quantity, price } as const)
        : ({ kind: 'split', quantity: 0, price: null } as const)
  const isDelivered =
    action === 'sell' && planning.state.takeFact({ kind: 'delivery', contract: null, day, quantity, price })
  if (!isDelivered && !planning.state.takeFact({ ...fact, contract: null, day })) return false
  if (planning.request.choices[ref]?.add === true) return false
  settle(planning, [group], 'known', 'Equals something in your portfolio.', [ref])
  return true
}

const marksOf = ({ remark }: TradeGroup): string[] => (remark === null ? [] : [remark])

function planPurchase(planning: StockPlanning, group: TradeGroup, price: number | null): void {
  const { state, symbol } = planning
  const { quantity: shares, day, via, feesUsd } = group
  if (price === null) {
    settle(planning, [group], 'ignored', 'The shares arrived without a cost, and you gave none.')
    return
  }
  const importKeys = keysOf([group])
  const inferred = group.trades.length === 0 ? { inferred: 'lot' } : {}
  const eventId = state.newId('e', importKeys[0] ?? `${symbol} extra ${day}`)
  addEvent(planning, [group], {
    ref: refOf(group).replace(/^r-extra$/, `r-${eventId}`),
    draft: toImportDraft({
      eventId,
      kind: 'buy_shares',
      chainId: state.chainId,
      occurredOn: day,
      occurredAt: group.at,
      feesUsd,
      body: { ...{ symbol, shares, price, acquiredOn: null, taxCost: null, via, importKeys }, ...inferred },
    }),
    opened: null,
    contracts: null,
    shares,
    price,
    marks: marksOf(group),
    sentence: `Bought ${countOf(shares, `${symbol} share`)} at ${dollars(price)}`,
  })
  state.addShares(shares, shares * price + feesUsd)
}

/** A sale of shares; one that an assignment made, without the line of the option, ends the call too. */
function planSale(planning: StockPlanning, group: TradeGroup): void {
  const { state, symbol } = planning
  const { quantity: shares, price, day, feesUsd } = group
  if (price === null) {
    settle(planning, [group], 'refused', 'The price is missing.')
    return
  }
  const importKeys = keysOf([group])
  const eventId = state.newId('e', importKeys[0] ?? '')
  const call = group.trades[0]?.action === 'deliver' ? findAssigned(planning, group) : null
  if (call !== null) {
    const contracts = shares / SHARES_PER_CONTRACT
    addEvent(planning, [group], {
      ref: refOf(group),
      draft: toImportDraft({
        eventId,
        kind: 'assign',
        chainId: call.chainId,
        positionId: call.positionId,
        feesUsd,
        occurredOn: earlierOf(day, call.expiration),
        body: { contracts, lots: null, stockPrice: null, importKeys, inferred: 'assign' },
      }),
      opened: null,
      contracts,
      shares,
      price,
      sentence: `Assigned: ${countOf(contracts, `${symbol} ${call.strike} call`)} of ${usDate(call.expiration)}`,
      marks: ['The line of the option is not in the file; the assignment follows from the sale of the shares.'],
    })
    call.open -= contracts
    state.removeShares(shares, call.chainId)
    return
  }
  let feesLeft = feesUsd
  const parts = state.divideShares(shares)
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const fees = isLast ? feesLeft : Math.round((feesUsd * part.shares * 10_000) / shares) / 10_000
    feesLeft = Math.round((feesLeft - fees) * 10_000) / 10_000
    addEvent(planning, [group], {
      ref: index === 0 ? refOf(group) : partRef(group, part.chainId),
      draft: toImportDraft({
        eventId: index === 0 ? eventId : state.newId('e', `${importKeys[0]} ${part.chainId}`),
        kind: 'sell_shares',
        chainId: part.chainId,
        occurredOn: day,
        occurredAt: group.at,
        feesUsd: fees,
        body: { shares: part.shares, price, lots: null, acceptUncovered: true, importKeys },
      }),
      opened: null,
      contracts: null,
      shares: part.shares,
      price,
      marks: marksOf(group),
      sentence: `Sold ${countOf(part.shares, `${symbol} share`)} at ${dollars(price)}`,
    })
    state.removeShares(part.shares, part.chainId)
  }
}

const earlierOf = (a: string, b: string): string => (a.localeCompare(b) > 0 ? b : a)

function findAssigned({ state }: StockPlanning, { quantity, price, day }: TradeGroup): HeldCall | null {
  const contracts = quantity / SHARES_PER_CONTRACT
  const found = state.calls.find(
    (call) => call.open >= contracts && call.openedOn <= day && price !== null && Math.abs(call.strike - price) < 1e-6,
  )
  return Number.isInteger(contracts) ? (found ?? null) : null
}

function planDividend(planning: StockPlanning, group: TradeGroup): void {
  const { state, symbol } = planning
  const { amountUsd, withheldUsd, day, isSpecial } = group
  const importKeys = keysOf([group])
  addEvent(planning, [group], {
    ref: refOf(group),
    draft: toImportDraft({
      eventId: state.newId('e', importKeys[0] ?? ''),
      kind: 'dividend',
      chainId: state.chainId,
      occurredOn: day,
      feesUsd: group.feesUsd,
      body: { amountUsd, withheldUsd, exDate: day, special: isSpecial, reinvested: null, importKeys },
    }),
    opened: null,
    contracts: null,
    shares: null,
    price: null,
    marks: [],
    sentence: `Dividend of ${dollars(amountUsd)}${withheldUsd > 0 ? `, ${dollars(withheldUsd)} withheld` : ''} on ${symbol}`,
  })
}
