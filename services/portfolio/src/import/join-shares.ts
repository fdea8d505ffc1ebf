import { type IsoDate, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { contractKey } from '../statement/option-text.ts'
import { average, blank, isNear, type LeftOver, type TradeGroup, toGroup } from './trade-group.ts'
import type { KeyedTrade } from './trade-keys.ts'

/** The rest of a line; each assignment takes a part. */
interface Supply {
  readonly trade: KeyedTrade
  /** Shares or contracts. */
  left: number
  feesLeft: number
}

export const toSupply = (trade: KeyedTrade): Supply => ({ trade, left: trade.quantity, feesLeft: trade.feesUsd })

interface Taken {
  readonly trade: KeyedTrade
  readonly quantity: number
  readonly feesUsd: number
}

const EPSILON = 1e-6
const inCents = (usd: number): number => Math.round(usd * 10_000) / 10_000

/** Takes a quantity from the first lines that fit, each with its part of the fees. */
function take(supplies: readonly Supply[], wanted: number, fits: (trade: KeyedTrade) => boolean): Taken[] {
  let missing = wanted
  return supplies.flatMap((supply): Taken[] => {
    const { trade } = supply
    if (missing <= EPSILON || supply.left <= EPSILON || !fits(trade)) return []
    const quantity = Math.min(missing, supply.left)
    const feesUsd = inCents((supply.feesLeft * quantity) / supply.left)
    missing -= quantity
    supply.left -= quantity
    supply.feesLeft = inCents(supply.feesLeft - feesUsd)
    return [{ trade, quantity, feesUsd }]
  })
}

const isAtStrike = ({ price }: KeyedTrade, strike: number): boolean =>
  price !== null && Math.abs(price - strike) < EPSILON

const sum = (taken: readonly Taken[], amount: (one: Taken) => number): number =>
  taken.reduce((total, one) => total + amount(one), 0)

/** Takes the sale of the shares at the strike, within days of the assignment. */
export function addDelivery(group: TradeGroup, sales: readonly Supply[]): TradeGroup {
  const { contract, quantity } = group
  if (contract === null) return group
  const shares = quantity * SHARES_PER_CONTRACT
  const delivered = take(sales, shares, (trade) => isAtStrike(trade, contract.strike) && isNear(trade.day, group.day))
  const isDelivered = sum(delivered, (one) => one.quantity) >= shares - EPSILON
  return {
    ...group,
    trades: [...group.trades, ...delivered.map(({ trade }) => trade)],
    feesUsd: inCents(group.feesUsd + sum(delivered, (one) => one.feesUsd)),
    remark: isDelivered ? null : 'The sale of the shares is not in the file and follows from the assignment.',
    isDelivered,
  }
}

/** Shares that an assigned put brought, at the strike less the premium of the put. */
export function joinPuts(
  assigned: readonly KeyedTrade[],
  {
    sold,
    purchases,
    left,
  }: { readonly sold: readonly KeyedTrade[]; readonly purchases: readonly Supply[]; readonly left: LeftOver[] },
): TradeGroup[] {
  const puts = sold.map(toSupply)
  const isSaleBefore = (sale: KeyedTrade, contract: string, day: IsoDate): boolean =>
    sale.contract !== null && contractKey(sale.contract) === contract && sale.day <= day
  const groups = assigned.flatMap((trade): TradeGroup[] => {
    const { contract, quantity, day } = trade
    if (contract === null) return []
    const key = contractKey(contract)
    const sales = take(puts, quantity, (sale) => isSaleBefore(sale, key, day))
    const premium = sum(sales, (one) => (one.trade.price ?? 0) * one.quantity) / quantity
    const shares = quantity * SHARES_PER_CONTRACT
    const bought = take(purchases, shares, (line) => isAtStrike(line, contract.strike) && isNear(line.day, day))
    const others = [...bought, ...sales]
    return [
      {
        ...blank,
        ...{ action: 'buy', day, at: null, quantity: shares, via: 'put_assigned' },
        trades: [trade, ...others.map((one) => one.trade)],
        price: average(Math.max(0, contract.strike - premium), 1),
        feesUsd: inCents(trade.feesUsd + sum(others, (one) => one.feesUsd)),
        remark: `An assigned put: the cost is its strike${premium > 0 ? ' less its premium' : ''}.`,
      },
    ]
  })
  for (const { trade, left: unused } of puts) {
    if (unused === trade.quantity) left.push({ trade, reason: 'A put: only covered calls are tracked.' })
  }
  return groups
}

/** Shares bought or sold: fills of one order of a day together, and what an assignment left of a line alone. */
export function mergeShares(action: 'buy' | 'sell', lines: readonly Supply[]): TradeGroup[] {
  const rest = lines.filter(({ left }) => left > EPSILON)
  const whole = rest.filter(({ trade, left }) => left === trade.quantity)
  const parts = rest.filter(({ trade, left }) => left < trade.quantity)
  const orders = Map.groupBy(whole, ({ trade }) =>
    JSON.stringify([trade.day, trade.order, trade.action, trade.price === null]),
  )
  return [
    ...[...orders.values()].map((fills) =>
      toShares(
        action,
        fills.map(({ trade }) => trade),
      ),
    ),
    ...parts.map(({ trade, left, feesLeft }) => ({ ...toShares(action, [trade]), quantity: left, feesUsd: feesLeft })),
  ]
}

function toShares(action: 'buy' | 'sell', trades: readonly KeyedTrade[]): TradeGroup {
  const kind = trades[0]?.action
  return {
    ...toGroup(action, trades),
    contract: null,
    via: kind === 'reinvest' || kind === 'transfer' ? kind : 'trade',
  }
}
