import { buildContract, readContract, readStock } from '../option-text.ts'
import {
  CellFault,
  ignore,
  LONG_CALL,
  OTHER_MONEY,
  PUT,
  type Reading,
  type Row,
  readMinute,
  type StatementFormat,
  toTrade,
} from '../trade.ts'

const broker = 'thinkorswim'

/** The account statement's trades. Lines that continue a spread lack the time and the spread. */
export const thinkorswimTrades: StatementFormat = {
  id: 'thinkorswim',
  broker,
  required: ['exectime', 'spread', 'side', 'qty', 'poseffect', 'symbol', 'exp', 'strike', 'type', 'price'],
  amounts: ['qty', 'strike', 'price'],
  days: ['exectime', 'exp'],
  open: () => {
    let last = ''
    return (row) => {
      last = row.text('exectime') || last
      // The time leads from a line's fees to the line, also if it is left out.
      const reading = readOrRefuse(row, last)
      return reading.kind === 'trade' ? reading : { ...reading, order: last }
    }
  },
  finish: joinFees,
}

function readOrRefuse(row: Row, when: string): Reading {
  try {
    return readTrade(row, when)
  } catch (error) {
    if (!(error instanceof CellFault)) throw error
    return { kind: 'refused', line: row.line, reason: error.message }
  }
}

function readTrade(row: Row, when: string): Reading {
  if (/^total/i.test(when)) return ignore(row, 'A total or a heading.')
  const type = row.text('type').toUpperCase()
  const symbol = readStock(row.text('symbol'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  const isShares = type === 'STOCK' || type === 'ETF'
  const contract = isShares
    ? null
    : buildContract(symbol, { expiration: row.readDay(row.text('exp')), right: type, strike: row.amount('strike') })
  if (!isShares && contract === null) return ignore(row, OTHER_MONEY)
  const isSale = row.text('side').toUpperCase() === 'SELL'
  const effect = row.text('poseffect').toUpperCase()
  const isWritten = isSale === effect.includes('OPEN')
  if (!isShares && !isWritten) return ignore(row, contract?.type === 'put' ? PUT : LONG_CALL)
  if (contract?.type === 'put' && !isSale) return ignore(row, PUT)
  const optionAction = contract?.type === 'put' ? 'put_sold' : isSale ? 'sell_to_open' : 'buy_to_close'
  return toTrade(row.line, {
    day: row.readDay(when.split(' ')[0] ?? ''),
    minute: readMinute(when),
    order: when,
    action: isShares ? (isSale ? 'sell' : 'buy') : optionAction,
    symbol,
    contract,
    quantity: Math.abs(row.amount('qty') ?? 0),
    price: row.amount('price'),
  })
}

const REMOVAL = /removal of option due to (expiration|assignment)\s(-?[\d.]+)\s(.+)/i
const DELIVERY = /^(?:sold|bought)\s+(-?[\d.,]+)\s+(\S+)\s+upon/i
const AT = /@\s*([\d.]*\d)/

/** The account statement's cash lines: fees of trades, expirations, assignments and dividends. */
export const thinkorswimCash: StatementFormat = {
  id: 'thinkorswim',
  broker,
  required: ['date', 'time', 'type', 'ref', 'description', 'commissionsfees', 'amount'],
  amounts: ['miscfees', 'commissionsfees', 'amount'],
  days: ['date'],
  open: () => readCash,
}

function readCash(row: Row): Reading {
  const type = row.text('type').toUpperCase()
  const description = row.text('description')
  const feesUsd = Math.abs(row.amount('miscfees') ?? 0) + Math.abs(row.amount('commissionsfees') ?? 0)
  if (type === 'TRD') return { kind: 'fees', line: row.line, order: `${row.text('date')} ${row.text('time')}`, feesUsd }
  const base = { minute: readMinute(row.text('time')), feesUsd, amountUsd: row.amount('amount') }
  const [, how, count, named] = REMOVAL.exec(description) ?? []
  const contract = named === undefined ? null : readContract(named)
  if (contract !== null) {
    if (Number(count) < 0) return ignore(row, LONG_CALL)
    const isAssigned = how?.toLowerCase() === 'assignment'
    if (contract.type === 'put' && !isAssigned) return ignore(row, PUT)
    return toTrade(row.line, {
      ...base,
      day: row.readDay(row.text('date')),
      symbol: contract.symbol,
      contract,
      quantity: Number(count),
      action: contract.type === 'put' ? 'put_assigned' : isAssigned ? 'assign' : 'expire',
    })
  }
  const [, shares, ticker] = DELIVERY.exec(description) ?? []
  const symbol = readStock(ticker ?? '')
  if (shares !== undefined && symbol !== null) {
    const quantity = Math.abs(Number(shares.replaceAll(',', '')))
    const stated = AT.exec(description)?.[1]
    const price = stated === undefined ? Math.abs(base.amountUsd ?? 0) / quantity : Number(stated)
    const action = Number(shares.replaceAll(',', '')) < 0 ? ('deliver' as const) : ('buy' as const)
    return toTrade(row.line, { ...base, day: row.readDay(row.text('date')), action, symbol, quantity, price })
  }
  if (type === 'DOI' || /dividend/i.test(description)) {
    const payer = readStock(/[~(]\s*([A-Z.]{1,8})\)?\s*$/.exec(description)?.[1] ?? '')
    const action = /tax|withh/i.test(description) ? ('withheld' as const) : ('dividend' as const)
    if (payer !== null)
      return toTrade(row.line, { ...base, day: row.readDay(row.text('date')), action, symbol: payer, quantity: 0 })
  }
  return ignore(row, OTHER_MONEY)
}

function orderOf(reading: Reading): string | null {
  if (reading.kind === 'trade') return reading.trade.order
  return reading.kind === 'ignored' || reading.kind === 'refused' ? (reading.order ?? null) : null
}

/** Gives the fees of a cash line to the first trade of the same time. */
function joinFees(readings: readonly Reading[]): readonly Reading[] {
  const feesOf = new Map<string, number>()
  for (const reading of readings) {
    if (reading.kind === 'fees') feesOf.set(reading.order, (feesOf.get(reading.order) ?? 0) + reading.feesUsd)
  }
  const times = new Set(readings.flatMap((reading) => orderOf(reading) ?? []))
  return readings.map((reading): Reading => {
    if (reading.kind === 'fees') {
      if (times.has(reading.order))
        return { kind: 'ignored', line: reading.line, reason: 'The fees of a trade in this file.' }
      const reason = 'The trade of this line is missing. Export the statement with its Account Trade History.'
      return { kind: 'refused', line: reading.line, reason }
    }
    const order = reading.kind === 'trade' ? reading.trade.order : null
    const feesUsd = order === null ? undefined : feesOf.get(order)
    if (reading.kind !== 'trade' || order === null || feesUsd === undefined) return reading
    feesOf.delete(order)
    return { ...reading, trade: { ...reading.trade, feesUsd } }
  })
}
