import { dayNumber, type IsoDate, lastSessionBy, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { contractKey, type OptionContract } from '../statement/option-text.ts'
import type { TradeAction } from '../statement/trade.ts'
import type { KeyedTrade } from './trade-keys.ts'

/** Trades that happened at once to one contract or to the shares: fills of one order, an assignment with its sale of shares. */
export interface TradeGroup {
  readonly action: GroupAction
  readonly day: IsoDate
  readonly minute: number | null
  readonly at: string | null
  readonly order: string | null
  readonly contract: OptionContract | null
  readonly quantity: number
  /** Average, dollars per share, exact; null if the lines have none. */
  readonly price: number | null
  readonly feesUsd: number
  /** Dollars of a dividend, and of the tax on it. */
  readonly amountUsd: number
  readonly withheldUsd: number
  readonly isSpecial: boolean
  readonly via: 'trade' | 'reinvest' | 'put_assigned' | 'transfer'
  readonly trades: readonly KeyedTrade[]
  /** Whether the file has the sale of an assignment's shares. */
  readonly isDelivered: boolean
  /** Facts that were concluded rather than read. */
  readonly remark: string | null
}

export type GroupAction = 'open' | 'close' | 'expire' | 'assign' | 'buy' | 'sell' | 'dividend' | 'split' | 'new_terms'

/** A line that none of the groups has, with the reason. */
export interface LeftOver {
  readonly trade: KeyedTrade
  readonly reason: string
}

const WITHIN_DAYS = 5
const RANK: Readonly<Record<GroupAction, number>> = {
  ...{ split: 0, new_terms: 0, buy: 1, open: 2, close: 3, sell: 4, assign: 5, expire: 6, dividend: 7 },
}

const blank = {
  ...{ minute: null, at: null, order: null, contract: null, price: null, feesUsd: 0, amountUsd: 0, withheldUsd: 0 },
  ...{ isSpecial: false, isDelivered: true, remark: null },
} as const

/**
 * Brings the trades of one stock in one account together (L64, L65): fills of one order, assignments with the shares
 * they deliver, puts with the shares they bring, dividends with the tax on them, splits. In the order of the ledger.
 */
export function groupTrades(
  trades: readonly KeyedTrade[],
  openBefore: (contract: string) => number,
): { readonly groups: readonly TradeGroup[]; readonly left: readonly LeftOver[] } {
  const left: LeftOver[] = []
  const sorted = trades.toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : (a.minute ?? 0) - (b.minute ?? 0) || a.line - b.line,
  )
  const decided = decideEffects(sorted, openBefore, left)
  const of = (...actions: TradeAction[]) => decided.filter(({ action }) => actions.includes(action))
  const sales = of('sell', 'deliver').map((trade) => ({ trade, shares: trade.quantity }))
  const purchases = of('buy', 'reinvest', 'transfer').map((trade) => ({ trade, shares: trade.quantity }))
  const groups = [
    ...mergeFills(of('sell_to_open'), 'open'),
    ...mergeFills(of('buy_to_close'), 'close'),
    ...mergeFills(of('expire'), 'expire'),
    ...mergeFills(of('assign'), 'assign').map((group) => addDelivery(group, sales)),
    ...joinPuts(of('put_assigned'), { sold: of('put_sold'), purchases, left }),
    ...mergeShares('sell', sales),
    ...mergeShares('buy', purchases),
    ...joinDividends(of('dividend', 'special_dividend'), of('withheld'), left),
    ...joinSplits(of('split', 'old_terms', 'new_terms')),
  ]
  return { groups: groups.toSorted(compareGroups), left }
}

const compareGroups = (a: TradeGroup, b: TradeGroup): number =>
  a.day < b.day
    ? -1
    : a.day > b.day
      ? 1
      : RANK[a.action] - RANK[b.action] || (a.minute ?? 0) - (b.minute ?? 0) || firstLine(a) - firstLine(b)

export const firstLine = ({ trades }: TradeGroup): number => Math.min(...trades.map(({ line }) => line))

/** Decides by the running count whether a sale opens and a purchase closes, where the file does not say. */
function decideEffects(
  trades: readonly KeyedTrade[],
  openBefore: (contract: string) => number,
  left: LeftOver[],
): readonly KeyedTrade[] {
  const written = new Map<string, number>()
  const bought = new Map<string, number>()
  return trades.flatMap((trade): KeyedTrade[] => {
    if (trade.contract === null) return [trade]
    const key = contractKey(trade.contract)
    const open = written.get(key) ?? openBefore(key)
    const long = bought.get(key) ?? 0
    const count = (change: number) => void written.set(key, open + change)
    switch (trade.action) {
      case 'sell_call':
        if (long >= trade.quantity) {
          bought.set(key, long - trade.quantity)
          left.push({ trade, reason: 'Sells a call that you had bought: only calls that you wrote are tracked.' })
          return []
        }
        count(trade.quantity)
        return [{ ...trade, action: 'sell_to_open' }]
      case 'buy_call':
        if (open < trade.quantity) {
          bought.set(key, long + trade.quantity)
          left.push({ trade, reason: 'A bought call: only calls that you wrote are tracked.' })
          return []
        }
        count(-trade.quantity)
        return [{ ...trade, action: 'buy_to_close' }]
      case 'sell_to_open':
        count(trade.quantity)
        return [trade]
      case 'buy_to_close':
      case 'expire':
      case 'assign':
        count(-trade.quantity)
        return [trade]
      default:
        return [trade]
    }
  })
}

function mergeFills(trades: readonly KeyedTrade[], action: 'open' | 'close' | 'expire' | 'assign'): TradeGroup[] {
  const orders = Map.groupBy(trades, (trade) =>
    JSON.stringify([trade.contract === null ? null : contractKey(trade.contract), trade.day, trade.order]),
  )
  return [...orders.values()].flatMap((fills) => {
    const [first] = fills
    return first === undefined ? [] : [{ ...toGroup(action, fills), ...{ day: endDay(action, first) } }]
  })
}

/** A call ends on its last session at the latest, although brokers book it days later. */
function endDay(action: GroupAction, { day, contract }: KeyedTrade): IsoDate {
  if (contract === null || (action !== 'expire' && action !== 'assign')) return day
  const last = lastSessionBy(contract.expiration)
  return action === 'expire' || day > last ? last : day
}

function toGroup(action: GroupAction, trades: readonly KeyedTrade[]): TradeGroup {
  const [first] = trades
  if (first === undefined) throw new Error('A group has no trade')
  const quantity = trades.reduce((sum, trade) => sum + trade.quantity, 0)
  const priced = trades.filter(({ price }) => price !== null)
  const value = priced.reduce((sum, trade) => sum + (trade.price ?? 0) * trade.quantity, 0)
  const { day, minute, at, order, contract } = first
  return {
    ...{ ...blank, action, day, minute, at, order, contract, quantity, trades },
    via: 'trade',
    price: priced.length < trades.length ? null : average(value, quantity),
    feesUsd: sumFees(trades),
  }
}

const DECIMALS = 1e8
/** Exact enough that the dollars of the whole come out to the cent. */
const average = (value: number, quantity: number): number => Math.round((value / quantity) * DECIMALS) / DECIMALS

const sumFees = (trades: readonly KeyedTrade[]): number =>
  Math.round(trades.reduce((sum, { feesUsd }) => sum + feesUsd, 0) * 10_000) / 10_000

interface ShareLine {
  readonly trade: KeyedTrade
  shares: number
}

const isNear = (a: IsoDate, b: IsoDate): boolean => Math.abs(dayNumber(a) - dayNumber(b)) <= WITHIN_DAYS
const EPSILON = 1e-6

/** Takes the sale of the shares at the strike, within days of the assignment. */
function addDelivery(group: TradeGroup, sales: ShareLine[]): TradeGroup {
  const { contract, quantity } = group
  if (contract === null) return group
  let missing = quantity * SHARES_PER_CONTRACT
  const delivered: KeyedTrade[] = []
  for (const sale of sales) {
    const isAtStrike = sale.trade.price !== null && Math.abs(sale.trade.price - contract.strike) < EPSILON
    if (missing <= 0 || sale.shares <= 0 || !isAtStrike || !isNear(sale.trade.day, group.day)) continue
    const taken = Math.min(missing, sale.shares)
    missing -= taken
    sale.shares -= taken
    delivered.push(sale.trade)
  }
  const trades = [...group.trades, ...delivered]
  const remark = missing > 0 ? 'The sale of the shares is not in the file and follows from the assignment.' : null
  return { ...group, trades, feesUsd: sumFees(trades), remark, isDelivered: missing <= 0 }
}

/** Shares that an assigned put brought, at the strike less the premium of the put. */
function joinPuts(
  assigned: readonly KeyedTrade[],
  {
    sold,
    purchases,
    left,
  }: { readonly sold: readonly KeyedTrade[]; readonly purchases: ShareLine[]; readonly left: LeftOver[] },
): TradeGroup[] {
  const used = new Set<KeyedTrade>()
  const groups = assigned.flatMap((trade): TradeGroup[] => {
    const { contract } = trade
    if (contract === null) return []
    const sales = sold.filter((sale) => sale.contract !== null && contractKey(sale.contract) === contractKey(contract))
    const contracts = sales.reduce((sum, sale) => sum + sale.quantity, 0)
    const premium =
      contracts === 0 ? 0 : sales.reduce((sum, sale) => sum + (sale.price ?? 0) * sale.quantity, 0) / contracts
    for (const sale of sales) used.add(sale)
    const shares = trade.quantity * SHARES_PER_CONTRACT
    const purchase = purchases.find(
      (line) => line.shares >= shares && line.trade.price === contract.strike && isNear(line.trade.day, trade.day),
    )
    if (purchase !== undefined) purchase.shares -= shares
    const trades = [trade, ...(purchase === undefined ? [] : [purchase.trade]), ...sales]
    return [
      {
        ...blank,
        ...{ action: 'buy', day: trade.day, at: null, quantity: shares, trades, via: 'put_assigned' },
        price: average(Math.max(0, contract.strike - premium), 1),
        feesUsd: sumFees(trades),
        remark: `An assigned put: the cost is its strike${premium > 0 ? ' less its premium' : ''}.`,
      },
    ]
  })
  for (const trade of sold) {
    if (!used.has(trade)) left.push({ trade, reason: 'A put: only covered calls are tracked.' })
  }
  return groups
}

/** Shares bought or sold: fills of one order of a day together, and what an assignment left of a line alone. */
function mergeShares(action: 'buy' | 'sell', lines: readonly ShareLine[]): TradeGroup[] {
  const whole = lines.filter(({ trade, shares }) => shares > 0 && shares === trade.quantity)
  const parts = lines.filter(({ trade, shares }) => shares > 0 && shares < trade.quantity)
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
    ...parts.map(({ trade, shares }) => ({ ...toShares(action, [trade]), quantity: shares, feesUsd: 0 })),
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

function joinDividends(paid: readonly KeyedTrade[], taxes: readonly KeyedTrade[], left: LeftOver[]): TradeGroup[] {
  const open = new Set(taxes)
  const groups = paid.flatMap((trade): TradeGroup[] => {
    const tax = [...open].filter(({ day }) => Math.abs(dayNumber(day) - dayNumber(trade.day)) <= 1)
    for (const one of tax) open.delete(one)
    if ((trade.amountUsd ?? 0) <= 0) {
      left.push({ trade, reason: 'A dividend taken back: correct the dividend by hand.' })
      return []
    }
    return [
      {
        ...toGroup('dividend', [trade]),
        ...{ trades: [trade, ...tax], price: null, amountUsd: trade.amountUsd ?? 0, quantity: 0 },
        withheldUsd: tax.reduce((sum, { amountUsd }) => sum + Math.abs(amountUsd ?? 0), 0),
        isSpecial: trade.action === 'special_dividend',
      },
    ]
  })
  for (const trade of open) left.push({ trade, reason: 'A tax without its dividend.' })
  return groups
}

/** Lines of one split, or of one change of terms: shares removed and delivered, calls in old and new terms. */
function joinSplits(trades: readonly KeyedTrade[]): TradeGroup[] {
  const events: KeyedTrade[][] = []
  for (const trade of trades) {
    const event = events.find(([first]) => first !== undefined && isNear(first.day, trade.day))
    if (event === undefined) events.push([trade])
    else event.push(trade)
  }
  return events.map((lines) => {
    const isSplit = lines.some(({ action }) => action === 'split')
    return { ...toGroup(isSplit ? 'split' : 'new_terms', lines), contract: null, price: null }
  })
}
