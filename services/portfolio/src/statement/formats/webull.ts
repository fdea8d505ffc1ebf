import { newYorkDate } from '@callwright/scoring'
import { readContract, readStock } from '../option-text.ts'
import { readInstant } from '../read-dates.ts'
import {
  ignore,
  LONG_CALL,
  OTHER_MONEY,
  PUT,
  type Reading,
  type Row,
  readMinute,
  type StatementFormat,
  type TradeAction,
  toTrade,
} from '../trade.ts'

const base = {
  id: 'webull',
  broker: 'Webull',
  amounts: ['filled', 'filledqty', 'price', 'avgprice', 'filledavgprice', 'commission', 'fee'],
  days: ['filledtime'],
} as const

/** Orders of Webull. They have neither fees nor expirations; suggestions fill in the latter. */
export const webull: StatementFormat = {
  ...base,
  required: ['name', 'symbol', 'side', 'status', 'filled', 'price', 'avgprice', 'filledtime'],
  open: () => readRow,
}

/** Orders with fees, and with the effect on the position. */
export const webullOrders: StatementFormat = {
  ...base,
  required: ['symbol', 'bs', 'status', 'filledqty', 'filledavgprice', 'filledtime'],
  open: () => readRow,
}

function readRow(row: Row): Reading {
  const status = row.text('status').toLowerCase()
  const filled = row.amount('filledqty', 'filled') ?? 0
  if (!/^(partially )?filled/.test(status) && filled === 0) return ignore(row, 'The order was not filled.')
  if (filled === 0) return ignore(row, 'The order was not filled.')
  const contract = readContract(row.text('symbol'))
  const symbol = contract?.symbol ?? readStock(row.text('symbol'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  const isSale = /^s/i.test(row.text('side', 'bs'))
  const effect = row.text('sidetype').toLowerCase()
  const action = contract === null ? (isSale ? 'sell' : 'buy') : readOptionAction(isSale, effect)
  if (action === null) return ignore(row, contract?.type === 'put' ? PUT : LONG_CALL)
  const isPut = contract?.type === 'put'
  if (isPut && !isSale) return ignore(row, PUT)
  const when = row.text('filledtime')
  const instant = readInstant(when, row.readDay)
  return toTrade(row.line, {
    day: instant === null ? row.readDay(when.split(/[ T]/)[0] ?? '') : newYorkDate(instant),
    minute: readMinute(when),
    action: isPut ? 'put_sold' : action,
    symbol,
    contract,
    quantity: filled,
    price: row.amount('filledavgprice', 'avgprice', 'price'),
    feesUsd: Math.abs(row.amount('commission') ?? 0) + Math.abs(row.amount('fee') ?? 0),
  })
}

function readOptionAction(isSale: boolean, effect: string): TradeAction | null {
  if (effect === '') return isSale ? 'sell_call' : 'buy_call'
  if (isSale) return effect.startsWith('open') ? 'sell_to_open' : null
  return effect.startsWith('close') ? 'buy_to_close' : null
}
