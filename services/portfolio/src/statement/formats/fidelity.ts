import { readContract, readStock } from '../option-text.ts'
import { readDay } from '../read-dates.ts'
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

const AS_OF = /\bas of ([a-z]{3}-\d{2}-\d{4}|\d{2}-\d{2}-\d{2,4})/i

/** Fidelity's account history. The action is a sentence; the order of these tests matters. */
export const fidelity: StatementFormat = {
  id: 'fidelity',
  broker: 'Fidelity',
  required: ['rundate', 'action', 'symbol', 'price', 'quantity', 'amount'],
  amounts: ['price', 'quantity', 'commission', 'fees', 'amount'],
  days: ['rundate'],
  open: () => readRow,
}

const optionActions: readonly (readonly [RegExp, TradeAction | 'long'])[] = [
  [/^you sold opening/i, 'sell_to_open'],
  [/^you bought closing/i, 'buy_to_close'],
  [/^you (bought opening|sold closing)/i, 'long'],
  [/^expired/i, 'expire'],
  [/^assigned/i, 'assign'],
  [/^exercised/i, 'long'],
]
const shareActions: readonly (readonly [RegExp, TradeAction])[] = [
  [/^you sold assigned calls/i, 'deliver'],
  [/^you bought/i, 'buy'],
  [/^you sold/i, 'sell'],
  [/^dividend received/i, 'dividend'],
  [/^reinvestment/i, 'reinvest'],
  [/^(foreign tax|non-resident tax|tax paid)/i, 'withheld'],
  [/split/i, 'split'],
  [/^(transferred from|transfer of assets acat receive|shares deposited)/i, 'transfer'],
]

function readRow(row: Row): Reading {
  const sentence = row.text('action')
  const isCanceled = /\bcancel/i.test(sentence)
  const action = sentence.replace(/^(buy|sell) cancel\s*/i, '').replace(/^cancel(l?ed)?\s*/i, '')
  const contract = readContract(row.text('symbol')) ?? readContract(action) ?? readContract(row.text('description'))
  const isShares = /^you (sold|bought) assigned/i.test(action)
  const found = findAction(action, contract !== null && !isShares)
  if (found === null) return ignore(row, OTHER_MONEY)
  const isPut = contract?.type === 'put' && !isShares
  const quantity = row.amount('quantity') ?? 0
  if (found === 'long' || (found === 'expire' && quantity < 0)) return ignore(row, isPut ? PUT : LONG_CALL)
  if (isPut && found !== 'sell_to_open' && found !== 'assign') return ignore(row, PUT)
  const symbol = isShares || contract === null ? readStock(row.text('symbol')) : contract.symbol
  if (symbol === null) return ignore(row, OTHER_MONEY)
  const reading = toTrade(row.line, {
    account: row.text('accountnumber', 'account') || null,
    day: row.readDay(findAsOf(action) ?? row.text('rundate')),
    action: isPut ? (found === 'assign' ? 'put_assigned' : 'put_sold') : found,
    symbol,
    contract: isShares ? null : contract,
    quantity: found === 'split' || found === 'transfer' ? quantity : Math.abs(quantity),
    price: row.amount('price'),
    feesUsd: Math.abs(row.amount('commission') ?? 0) + Math.abs(row.amount('fees') ?? 0),
    amountUsd: row.amount('amount'),
  })
  return isCanceled && reading.kind === 'trade' ? { kind: 'cancel', trade: reading.trade } : reading
}

function findAction(action: string, isOption: boolean): TradeAction | 'long' | null {
  const list: readonly (readonly [RegExp, TradeAction | 'long'])[] = isOption ? optionActions : shareActions
  return list.find(([pattern]) => pattern.test(action))?.[1] ?? null
}

/** The day in the sentence, which is the broker's text and therefore always in American order. */
function findAsOf(action: string): string | null {
  const text = AS_OF.exec(action)?.[1]
  if (text === undefined) return null
  return readDay(/^[a-z]/i.test(text) ? text.replaceAll('-', ' ') : text, 'month_first')
}
