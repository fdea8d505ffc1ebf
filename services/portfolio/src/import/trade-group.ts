import { dayNumber, type IsoDate } from '@callwright/scoring'
import type { OptionContract } from '../statement/option-text.ts'
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

export const blank = {
  ...{ minute: null, at: null, order: null, contract: null, price: null, feesUsd: 0, amountUsd: 0, withheldUsd: 0 },
  ...{ isSpecial: false, isDelivered: true, remark: null },
} as const

export const firstLine = ({ trades }: TradeGroup): number => Math.min(...trades.map(({ line }) => line))

export function toGroup(action: GroupAction, trades: readonly KeyedTrade[]): TradeGroup {
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
export const average = (value: number, quantity: number): number => Math.round((value / quantity) * DECIMALS) / DECIMALS

const sumFees = (trades: readonly KeyedTrade[]): number =>
  Math.round(trades.reduce((sum, { feesUsd }) => sum + feesUsd, 0) * 10_000) / 10_000

const WITHIN_DAYS = 5
export const isNear = (a: IsoDate, b: IsoDate): boolean => Math.abs(dayNumber(a) - dayNumber(b)) <= WITHIN_DAYS
