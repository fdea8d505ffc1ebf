import { readContract, readStock } from '../option-text.ts'
import {
  ignore,
  LONG_CALL,
  OTHER_MONEY,
  PUT,
  type Reading,
  type Row,
  type StatementFormat,
  type TradeAction,
  toTrade,
} from '../trade.ts'

const amounts = ['quantity', 'price', 'amount', 'commission']
const skip = ([first = '']: readonly string[]) => (/^total/i.test(first.trim()) ? 'The total of the file.' : null)

/** Activity of E*TRADE, as downloaded since 2025. */
export const etrade: StatementFormat = {
  id: 'etrade',
  broker: 'E*TRADE',
  required: ['activitytradedate', 'activitytype', 'description', 'symbol', 'quantity', 'price', 'amount'],
  amounts,
  days: ['activitytradedate'],
  skip,
  open: () => (row) => readRow(row, row.text('activitytradedate'), row.text('activitytype')),
}

/** Transactions of E*TRADE before 2025. */
export const etradeOld: StatementFormat = {
  id: 'etrade',
  broker: 'E*TRADE',
  required: ['transactiondate', 'transactiontype', 'securitytype', 'symbol', 'quantity', 'amount', 'price'],
  amounts,
  days: ['transactiondate'],
  skip,
  open: () => (row) => readRow(row, row.text('transactiondate'), row.text('transactiontype')),
}

/** "Sold Short" of a call is a sale to open. */
const optionActions: readonly (readonly [RegExp, TradeAction | 'long'])[] = [
  [/^sold (short|to open)/i, 'sell_to_open'],
  [/^bought to (cover|close)/i, 'buy_to_close'],
  [/^(option )?expired|^option expiration/i, 'expire'],
  [/^(option )?assign/i, 'assign'],
  [/^(bought|sold|option exercise|exercise)/i, 'long'],
]
const shareActions: readonly (readonly [RegExp, TradeAction])[] = [
  [/^bought/i, 'buy'],
  [/^sold/i, 'sell'],
  [/dividend reinvest|^reinvest/i, 'reinvest'],
  [/dividend/i, 'dividend'],
  [/tax/i, 'withheld'],
  [/split/i, 'split'],
  [/^transfer/i, 'transfer'],
]

function readRow(row: Row, day: string, action: string): Reading {
  const contract = readContract(row.text('symbol')) ?? readContract(row.text('description'))
  const list: readonly (readonly [RegExp, TradeAction | 'long'])[] = contract === null ? shareActions : optionActions
  const found = list.find(([pattern]) => pattern.test(action))?.[1]
  if (found === undefined) return ignore(row, OTHER_MONEY)
  const isPut = contract?.type === 'put'
  const quantity = row.amount('quantity') ?? 0
  if (found === 'long' || (found === 'expire' && quantity < 0)) return ignore(row, isPut ? PUT : LONG_CALL)
  if (isPut && found !== 'sell_to_open' && found !== 'assign') return ignore(row, PUT)
  const symbol = contract?.symbol ?? readStock(row.text('symbol'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  return toTrade(row.line, {
    day: row.readDay(day),
    action: isPut ? (found === 'assign' ? 'put_assigned' : 'put_sold') : found,
    symbol,
    contract,
    quantity: found === 'split' || found === 'transfer' ? quantity : Math.abs(quantity),
    price: row.amount('price'),
    feesUsd: Math.abs(row.amount('commission') ?? 0),
    amountUsd: row.amount('amount'),
  })
}
