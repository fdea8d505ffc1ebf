import { readContract, readStock } from '../option-text.ts'
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

const broker = 'Interactive Brokers'

/** A section of the activity statement: its rows start with its name. */
const openSection = (section: string) => (cells: readonly string[]) => {
  const [name = '', kind = ''] = cells
  if (name.trim() !== section) return `The section ${name.trim()} is not read.`
  return kind.trim() === 'Data' ? null : 'A total or a heading.'
}

/** Orders of the activity statement; fills and closed lots below them repeat the same trades. */
export const ibkrTrades: StatementFormat = {
  id: 'ibkr',
  broker,
  required: [
    'trades',
    'header',
    'datadiscriminator',
    'assetcategory',
    'currency',
    'symbol',
    'datetime',
    'quantity',
    'tprice',
    'commfee|commission',
    'code',
  ],
  amounts: ['quantity', 'tprice', 'commfee', 'commission', 'proceeds'],
  days: ['datetime'],
  skip: openSection('Trades'),
  open: () => readTrade,
}

function readTrade(row: Row): Reading {
  if (row.text('datadiscriminator') !== 'Order') return ignore(row, 'Repeats an order above.')
  const category = row.text('assetcategory').toLowerCase()
  const isStock = category.startsWith('stock')
  if (!isStock && !category.includes('option')) return ignore(row, OTHER_MONEY)
  if (row.text('currency') !== 'USD') return ignore(row, FOREIGN)
  const quantity = row.amount('quantity') ?? 0
  const codes = row
    .text('code')
    .split(/[;,]/)
    .map((code) => code.trim())
  const contract = isStock ? null : readContract(row.text('symbol'))
  if (!isStock && contract === null)
    return { kind: 'refused', line: row.line, reason: `${row.text('symbol')} is not a contract.` }
  const symbol = contract?.symbol ?? readStock(row.text('symbol'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  const when = row.text('datetime')
  const action = isStock ? readShareAction(quantity, codes) : readOptionAction(quantity, codes)
  if (action === null) return ignore(row, contract?.type === 'put' ? PUT : LONG_CALL)
  const isPut = contract?.type === 'put'
  if (isPut && action !== 'sell_to_open' && action !== 'assign') return ignore(row, PUT)
  return toTrade(row.line, {
    account: row.text('account') || null,
    day: row.readDay(when.split(/[,;T ]/)[0] ?? ''),
    minute: readMinute(when),
    action: isPut ? (action === 'assign' ? 'put_assigned' : 'put_sold') : action,
    symbol,
    contract,
    quantity: Math.abs(quantity),
    price: row.amount('tprice'),
    feesUsd: Math.max(0, -(row.amount('commfee', 'commission') ?? 0)),
    amountUsd: row.amount('proceeds'),
  })
}

export const readShareAction = (quantity: number, codes: readonly string[]): TradeAction =>
  quantity > 0 ? 'buy' : codes.includes('A') ? 'deliver' : 'sell'

/** Codes: O opened, C closed, Ep expired, A assigned, Ex exercised. Null for the end of a bought option. */
export function readOptionAction(quantity: number, codes: readonly string[]): TradeAction | null {
  const [isOpen, isClose] = [codes.includes('O'), codes.includes('C')]
  if (codes.includes('Ex')) return null
  if (codes.includes('Ep')) return quantity > 0 ? 'expire' : null
  if (codes.includes('A')) return quantity > 0 ? 'assign' : null
  if (isOpen === isClose) return quantity < 0 ? 'sell_call' : 'buy_call'
  if (quantity < 0) return isOpen ? 'sell_to_open' : null
  return isClose ? 'buy_to_close' : null
}

const moneyFormat = (section: string, action: 'dividend' | 'withheld'): StatementFormat => ({
  id: 'ibkr',
  broker,
  required: [section.toLowerCase().replaceAll(' ', ''), 'header', 'currency', 'date', 'description', 'amount'],
  amounts: ['amount'],
  days: ['date'],
  skip: openSection(section),
  open: () => (row) => {
    const currency = row.text('currency')
    if (/^total/i.test(currency)) return ignore(row, 'A total or a heading.')
    if (currency !== 'USD') return ignore(row, FOREIGN)
    const description = row.text('description')
    const symbol = readStock(description.split('(')[0] ?? '')
    if (symbol === null) return ignore(row, OTHER_MONEY)
    return toTrade(row.line, {
      account: row.text('account') || null,
      day: row.readDay(row.text('date')),
      action: action === 'dividend' && /special/i.test(description) ? 'special_dividend' : action,
      symbol,
      quantity: 0,
      amountUsd: row.amount('amount'),
    })
  },
})

export const ibkrDividends = moneyFormat('Dividends', 'dividend')
export const ibkrWithholding = moneyFormat('Withholding Tax', 'withheld')

const SPLIT = /\bsplit (\d+) for (\d+)/i

/** Corporate actions; only splits change shares and calls. */
export const ibkrActions: StatementFormat = {
  id: 'ibkr',
  broker,
  required: ['corporateactions', 'header', 'assetcategory', 'currency', 'datetime', 'description', 'quantity'],
  amounts: ['quantity'],
  days: ['datetime'],
  skip: openSection('Corporate Actions'),
  open: () => (row) => {
    const description = row.text('description')
    const [, to, from] = SPLIT.exec(description) ?? []
    const symbol = readStock(description.split('(')[0] ?? '')
    if (to === undefined || symbol === null)
      return ignore(row, 'Enter this corporate action by hand, as your broker reports it.')
    if (!/^stock/i.test(row.text('assetcategory'))) return ignore(row, 'The split of the shares adjusts the calls.')
    return toTrade(row.line, {
      account: row.text('account') || null,
      day: row.readDay(row.text('datetime').split(/[,;T ]/)[0] ?? ''),
      action: 'split',
      symbol,
      quantity: row.amount('quantity') ?? 0,
      ratio: { new: Number(to), old: Number(from) },
    })
  },
}
