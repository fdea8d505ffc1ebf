import { readContract, readStock } from '../option-text.ts'
import {
  CellFault,
  ignore,
  LONG_CALL,
  OTHER_MONEY,
  PUT,
  type Reading,
  type Row,
  type StatementFormat,
  type TradeAction,
  type TradeFacts,
  toTrade,
} from '../trade.ts'

const AS_OF = / as of /i

const shareActions = new Map<string, TradeAction>([
  ['buy', 'buy'],
  ['sell', 'sell'],
  ['reinvest shares', 'reinvest'],
  ['stock split', 'split'],
  ['reverse split', 'split'],
  ['security transfer', 'transfer'],
])
const moneyActions = new Map<string, TradeAction>([
  ['qualified dividend', 'dividend'],
  ['cash dividend', 'dividend'],
  ['non-qualified div', 'dividend'],
  ['qual div reinvest', 'dividend'],
  ['reinvest dividend', 'dividend'],
  ['pr yr cash div', 'dividend'],
  ['special dividend', 'special_dividend'],
  ['special qual div', 'special_dividend'],
  ['nra tax adj', 'withheld'],
  ['foreign tax paid', 'withheld'],
])

/** Transactions of Charles Schwab; "as of" is the day on which it happened. */
export const schwab: StatementFormat = {
  id: 'schwab',
  broker: 'Schwab',
  required: ['date', 'action', 'symbol', 'quantity', 'price', 'feescomm', 'amount'],
  amounts: ['quantity', 'price', 'feescomm', 'amount'],
  days: ['date'],
  skip: ([first = '']) => (/^transactions total/i.test(first.trim()) ? 'The total of the file.' : null),
  open: () => readRow,
}

function readRow(row: Row): Reading {
  const action = row.text('action').toLowerCase()
  const [booked = '', asOf] = row.text('date').split(AS_OF)
  const description = row.text('description')
  const contract = readContract(row.text('symbol')) ?? readContract(description)
  const quantity = row.amount('quantity') ?? 0
  const price = row.amount('price')
  const amountUsd = row.amount('amount')
  const make = (facts: Pick<TradeFacts, 'action' | 'symbol'>): Reading =>
    toTrade(row.line, {
      ...facts,
      day: row.readDay(asOf ?? booked),
      contract,
      quantity: facts.action === 'transfer' ? quantity : Math.abs(quantity),
      price,
      amountUsd,
      feesUsd: Math.abs(row.amount('feescomm') ?? 0),
    })
  const removal = /removal of option due to (expiration|assignment)/i.exec(description)?.[1]?.toLowerCase()
  if (contract !== null) {
    const { symbol, type } = contract
    const isCall = type === 'call'
    switch (removal ?? action) {
      case 'sell to open':
        return make({ action: isCall ? 'sell_to_open' : 'put_sold', symbol })
      case 'buy to close':
        return isCall ? make({ action: 'buy_to_close', symbol }) : ignore(row, PUT)
      case 'buy to open':
      case 'sell to close':
      case 'exchange or exercise':
        return ignore(row, isCall ? LONG_CALL : PUT)
      case 'expired':
      case 'expiration':
        if (quantity < 0) return ignore(row, LONG_CALL)
        return isCall ? make({ action: 'expire', symbol }) : ignore(row, PUT)
      case 'assigned':
      case 'assignment':
        return make({ action: isCall ? 'assign' : 'put_assigned', symbol })
      default:
        return ignore(row, OTHER_MONEY)
    }
  }
  const found = shareActions.get(action) ?? moneyActions.get(action)
  if (found === undefined) return ignore(row, OTHER_MONEY)
  const symbol = readStock(row.text('symbol'))
  if (symbol === null) throw new CellFault(`The symbol ${row.text('symbol')} is not a stock symbol.`)
  return found === 'split'
    ? toTrade(row.line, { day: row.readDay(asOf ?? booked), action: 'split', symbol, quantity })
    : make({ action: found, symbol })
}
