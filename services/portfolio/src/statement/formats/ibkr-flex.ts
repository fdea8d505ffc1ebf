import { type IsoDate, newYorkDate } from '@callwright/scoring'
import { buildContract, readContract, readStock } from '../option-text.ts'
import { readInstant } from '../read-dates.ts'
import {
  FOREIGN,
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
import { readOptionAction, readShareAction } from './ibkr-activity.ts'

/** Trades of an IBKR Flex query, as CSV or XML, with columns that the user chose. */
export const ibkrFlex: StatementFormat = {
  id: 'ibkr',
  broker: 'Interactive Brokers',
  required: ['assetclass|assetcategory', 'symbol', 'quantity', 'tradeprice', 'tradedate|datetime|date'],
  amounts: ['quantity', 'tradeprice', 'ibcommission', 'strike'],
  days: ['tradedate', 'datetime', 'date', 'expiry'],
  hasChosenDates: true,
  open: () => readRow,
}

function readRow(row: Row): Reading {
  const detail = row.text('levelofdetail').toUpperCase()
  if (detail !== '' && detail !== 'EXECUTION') return ignore(row, 'Only executions are read.')
  const assetClass = row.text('assetclass', 'assetcategory').toUpperCase()
  if (assetClass !== 'OPT' && assetClass !== 'STK') return ignore(row, OTHER_MONEY)
  if ((row.text('currency', 'currencyprimary') || 'USD') !== 'USD') return ignore(row, FOREIGN)
  const isStock = assetClass === 'STK'
  const contract = isStock ? null : (readContract(row.text('symbol')) ?? buildFlexContract(row))
  const symbol = contract?.symbol ?? readStock(row.text('symbol'))
  if (symbol === null || (!isStock && contract === null)) return ignore(row, OTHER_MONEY)
  const quantity = row.amount('quantity') ?? 0
  const codes = row
    .text('notescodes', 'notes', 'code')
    .split(/[;,]/)
    .map((code) => code.trim())
  const opening = row.text('opencloseindicator').toUpperCase().split(/[;,]/)
  const type = row.text('transactiontype')
  const event = readEvent(type)
  // The end of a written call adds contracts; the end of a bought one takes them away.
  if (!isStock && (/^exercise$/i.test(type) || (event !== null && quantity <= 0)))
    return ignore(row, contract?.type === 'put' ? PUT : LONG_CALL)
  const action =
    event ?? (isStock ? readShareAction(quantity, codes) : readOptionAction(quantity, [...codes, ...opening]))
  const isPut = contract?.type === 'put'
  if (action === null) return ignore(row, isPut ? PUT : LONG_CALL)
  if (event !== null && isStock) return ignore(row, 'Repeats a trade.')
  if (isPut && action !== 'sell_to_open' && action !== 'assign') return ignore(row, PUT)
  const when = row.text('datetime', 'tradedate', 'date')
  const reading = toTrade(row.line, {
    account: row.text('clientaccountid', 'accountid') || null,
    day: readFlexDay(row, when),
    minute: readFlexMinute(when),
    action: isPut ? (action === 'assign' ? 'put_assigned' : 'put_sold') : action,
    symbol,
    contract,
    quantity: Math.abs(quantity),
    price: row.amount('tradeprice'),
    feesUsd: Math.max(0, -(row.amount('ibcommission') ?? 0)),
    brokerId: row.text('transactionid') || null,
    order: row.text('iborderid') || null,
  })
  return event !== null && reading.kind === 'trade' ? { ...reading, isRepeated: true } : reading
}

/** The section of exercises, assignments and expirations; it can repeat what Trades say. */
function readEvent(type: string): TradeAction | null {
  if (/^assignment$/i.test(type)) return 'assign'
  return /^expiration$/i.test(type) ? 'expire' : null
}

function buildFlexContract(row: Row) {
  const symbol = readStock(row.text('underlyingsymbol'))
  if (symbol === null) return null
  return buildContract(symbol, {
    expiration: row.readDay(row.text('expiry')),
    right: row.text('putcall'),
    strike: row.amount('strike'),
  })
}

function readFlexDay(row: Row, when: string): IsoDate {
  const instant = readInstant(when, row.readDay)
  if (instant !== null) return newYorkDate(instant)
  return row.readDay(when.split(/[,;T ]/)[0] ?? '')
}

function readFlexMinute(when: string): number | null {
  const [, hour, minute] = /[;T ](\d{2}):?(\d{2}):?\d{2}/.exec(when) ?? []
  return hour === undefined ? readMinute(when) : Number(hour) * 60 + Number(minute)
}
