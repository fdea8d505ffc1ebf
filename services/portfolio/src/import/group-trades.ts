import { dayNumber, type IsoDate, lastSessionBy } from '@callwright/scoring'
import { contractKey } from '../statement/option-text.ts'
import type { TradeAction } from '../statement/trade.ts'
import { addDelivery, joinPuts, mergeShares, toSupply } from './join-shares.ts'
import { firstLine, type GroupAction, isNear, type LeftOver, type TradeGroup, toGroup } from './trade-group.ts'
import type { KeyedTrade } from './trade-keys.ts'

const RANK: Readonly<Record<GroupAction, number>> = {
  ...{ split: 0, new_terms: 0, buy: 1, open: 2, close: 3, sell: 4, assign: 5, expire: 6, dividend: 7 },
}

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
  const sales = of('sell', 'deliver').map(toSupply)
  const purchases = of('buy', 'reinvest', 'transfer').map(toSupply)
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
