import { newYorkDate, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { readContract, readStock } from '../option-text.ts'
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

const broker = 'tastytrade'

/** Transaction history of tastytrade. The average price is that of a contract, and costs are negative. */
export const tastytrade: StatementFormat = {
  id: 'tastytrade',
  broker,
  required: [
    'date',
    'type',
    'subtype',
    'action',
    'symbol',
    'instrumenttype',
    'value',
    'quantity',
    'averageprice',
    'commissions',
    'fees',
    'multiplier',
    'underlyingsymbol',
    'callorput',
  ],
  amounts: ['value', 'quantity', 'averageprice', 'commissions', 'fees', 'total'],
  days: ['date'],
  open: () => (row) =>
    readRow(row, {
      when: row.text('date'),
      type: row.text('type'),
      subtype: row.text('subtype'),
      action: row.text('action', 'subtype'),
      instrument: row.text('instrumenttype'),
    }),
}

/** The transaction history before 2022, with separate columns for buy or sell and open or close. */
export const tastytradeLegacy: StatementFormat = {
  id: 'tastytrade',
  broker,
  required: [
    'datetime',
    'transactioncode',
    'transactionsubcode',
    'symbol',
    'buysell',
    'openclose',
    'quantity',
    'price',
    'fees',
    'amount',
  ],
  amounts: ['quantity', 'price', 'fees', 'amount', 'strike'],
  days: ['datetime', 'expirationdate'],
  open: () => readLegacy,
}

interface StatedTrade {
  readonly when: string
  readonly type: string
  readonly subtype: string
  readonly action: string
  readonly instrument: string
}

function readRow(row: Row, { when, type, subtype, action, instrument }: StatedTrade): Reading {
  if ((row.text('currency') || 'USD') !== 'USD') return ignore(row, FOREIGN)
  const value = row.amount('value') ?? 0
  const contract = /option/i.test(instrument) ? readContract(row.text('symbol')) : null
  const symbol = contract?.symbol ?? readStock(row.text('underlyingsymbol', 'symbol'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  const instant = readInstant(when, row.readDay)
  const quantity = row.amount('quantity') ?? 0
  const size = row.amount('multiplier') ?? (contract === null ? 1 : SHARES_PER_CONTRACT)
  const facts = {
    day: instant === null ? row.readDay(when.split(/[T ](?=\d{1,2}:)/)[0] ?? '') : newYorkDate(instant),
    at: instant === null ? null : new Date(instant).toISOString(),
    minute: readMinute(when.replace('T', ' ')),
    symbol,
    contract,
    quantity: Math.abs(quantity),
    price: quantity === 0 ? null : Math.abs(value) / Math.abs(quantity) / size,
    feesUsd: Math.max(0, -((row.amount('commissions') ?? 0) + (row.amount('fees') ?? 0))),
    amountUsd: value,
    order: row.text('order') || null,
  }
  if (/money movement/i.test(type)) {
    if (!/dividend/i.test(subtype)) return ignore(row, OTHER_MONEY)
    return toTrade(row.line, { ...facts, price: null, quantity: 0, action: value < 0 ? 'withheld' : 'dividend' })
  }
  const found = findAction({ subtype, action: action.toUpperCase().replaceAll(' ', '_'), isOption: contract !== null })
  const isPut = contract?.type === 'put'
  if (found === null) return ignore(row, contract === null ? OTHER_MONEY : isPut ? PUT : LONG_CALL)
  if (isPut && found !== 'sell_to_open' && found !== 'assign') return ignore(row, PUT)
  const sign = /^SELL/i.test(action) || quantity < 0 ? -1 : 1
  return toTrade(row.line, {
    ...facts,
    action: isPut ? (found === 'assign' ? 'put_assigned' : 'put_sold') : found,
    ...(found === 'split' ? { quantity: facts.quantity * sign, price: null } : {}),
    ...(found === 'transfer' ? { quantity: facts.quantity * sign, price: null } : {}),
  })
}

function findAction({
  subtype,
  action,
  isOption,
}: {
  readonly subtype: string
  readonly action: string
  readonly isOption: boolean
}): TradeAction | null {
  const isOld = action.startsWith('BUY') === isOption
  switch (subtype.toLowerCase()) {
    case 'expiration':
      return action === 'SELL_TO_CLOSE' ? null : 'expire'
    case 'assignment':
      return isOption ? 'assign' : action.startsWith('SELL') ? 'deliver' : 'buy'
    case 'forward split':
    case 'reverse split':
    case 'special dividend':
      // A written call is bought back in its old terms and sold in its new ones; shares are the other way round.
      return isOption ? (isOld ? 'old_terms' : 'new_terms') : /split/i.test(subtype) ? 'split' : null
    case 'acat':
      return isOption ? null : 'transfer'
    default:
      return isOption
        ? (optionActions[action] ?? null)
        : action.startsWith('SELL')
          ? 'sell'
          : action.startsWith('BUY')
            ? 'buy'
            : null
  }
}

const optionActions: Readonly<Record<string, TradeAction>> = {
  SELL_TO_OPEN: 'sell_to_open',
  BUY_TO_CLOSE: 'buy_to_close',
}

function readLegacy(row: Row): Reading {
  const code = row.text('transactioncode')
  const side = row.text('buysell').toUpperCase()
  const opening = row.text('openclose').toUpperCase()
  const contract = readContract(row.text('symbol'))
  const symbol = contract?.symbol ?? readStock(row.text('symbol'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  const when = row.text('datetime')
  const amountUsd = row.amount('amount')
  const facts = {
    day: row.readDay(when.split(/[T ]/)[0] ?? ''),
    minute: readMinute(when),
    symbol,
    contract,
    quantity: Math.abs(row.amount('quantity') ?? 0),
    price: row.amount('price'),
    feesUsd: Math.abs(row.amount('fees') ?? 0),
    amountUsd,
  }
  if (/money movement/i.test(code)) {
    const isDividend = /dividend/i.test(row.text('transactionsubcode', 'description') + row.text('description'))
    if (!isDividend) return ignore(row, OTHER_MONEY)
    return toTrade(row.line, {
      ...facts,
      price: null,
      quantity: 0,
      action: (amountUsd ?? 0) < 0 ? 'withheld' : 'dividend',
    })
  }
  const action = `${side}_TO_${opening}`
  const found = findAction({ subtype: row.text('transactionsubcode'), action, isOption: contract !== null })
  const isPut = contract?.type === 'put'
  if (found === null) return ignore(row, contract === null ? OTHER_MONEY : isPut ? PUT : LONG_CALL)
  if (isPut && found !== 'sell_to_open' && found !== 'assign') return ignore(row, PUT)
  const isOut = side.startsWith('SELL') || (row.amount('quantity') ?? 0) < 0
  return toTrade(row.line, {
    ...facts,
    action: isPut ? (found === 'assign' ? 'put_assigned' : 'put_sold') : found,
    ...(found === 'transfer' || found === 'split' ? { price: null, quantity: facts.quantity * (isOut ? -1 : 1) } : {}),
  })
}
