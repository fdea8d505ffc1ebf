import { plainWord, type StatementMap } from '@callwright/contracts'
import { newYorkDate, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { buildContract, type OptionContract, readContract, readStock } from '../option-text.ts'
import { readInstant } from '../read-dates.ts'
import { nameColumn } from '../reader.ts'
import {
  CellFault,
  ignore,
  LONG_CALL,
  PUT,
  type Reading,
  type Row,
  readMinute,
  type StatementFormat,
  type TradeAction,
  toTrade,
} from '../trade.ts'

const actions: Readonly<Record<StatementMap['actions'][string], TradeAction | null>> = {
  open: 'sell_to_open',
  close: 'buy_to_close',
  expire: 'expire',
  assign: 'assign',
  buy: 'buy',
  sell: 'sell',
  dividend: 'dividend',
  ignore: null,
}
const NEEDS_CALL: readonly TradeAction[] = ['sell_to_open', 'buy_to_close', 'expire', 'assign']

/** A format that the user described: which column holds what, and what each word for an action means. */
export function createMappedFormat(map: StatementMap): StatementFormat {
  const column = (field: keyof StatementMap['columns']) => nameColumn(map.columns[field] ?? '')
  const named = Object.keys(map.columns).map((field) => column(field as keyof StatementMap['columns']))
  const meanings = new Map(Object.entries(map.actions).map(([word, action]) => [plainWord(word), action]))
  const format: StatementFormat = {
    id: 'mapped',
    broker: map.name,
    required: [...new Set(named.filter((name) => name !== ''))],
    amounts: [column('quantity'), column('price'), column('fees'), column('amount'), column('strike')],
    days: [column('day'), column('expiry')],
    open: () => (row) => readRow(row, { map, column, meanings }),
  }
  return format
}

interface Mapping {
  readonly map: StatementMap
  readonly column: (field: keyof StatementMap['columns']) => string
  readonly meanings: ReadonlyMap<string, StatementMap['actions'][string]>
}

function readRow(row: Row, { map, column, meanings }: Mapping): Reading {
  const word = row.text(column('action'))
  const meaning = meanings.get(plainWord(word))
  if (meaning === undefined) throw new CellFault(`Nothing says what "${word}" means.`)
  const action = actions[meaning]
  if (action === null) return ignore(row, `You chose to ignore "${word}".`)
  const contract = findContract(row, column)
  if (contract?.type === 'put') return ignore(row, PUT)
  const needsCall = NEEDS_CALL.includes(action)
  if (needsCall && contract === null) throw new CellFault('The cells name no call.')
  if (!needsCall && contract !== null && action !== 'dividend') return ignore(row, LONG_CALL)
  const symbol = contract?.symbol ?? readStock(row.text(column('symbol'), column('contract')))
  if (symbol === null) throw new CellFault('The symbol is missing.')
  const price = row.amount(column('price'))
  const size = map.price_per === 'contract' && needsCall ? SHARES_PER_CONTRACT : 1
  const when = row.text(column('day'))
  const instant = readInstant(when, row.readDay)
  return toTrade(row.line, {
    day: instant === null ? row.readDay(when.split(/[,;T ](?=\d{1,2}:)/)[0] ?? '') : newYorkDate(instant),
    minute: readMinute(when),
    action,
    symbol,
    contract,
    quantity: Math.abs(row.amount(column('quantity')) ?? 0),
    price: price === null ? null : Math.abs(price) / size,
    feesUsd: Math.abs(row.amount(column('fees')) ?? 0),
    amountUsd: row.amount(column('amount')),
  })
}

function findContract(row: Row, column: Mapping['column']): OptionContract | null {
  for (const text of [row.text(column('contract')), row.text(column('symbol'))]) {
    const contract = text === '' ? null : readContract(text)
    if (contract !== null) return contract
  }
  const [right, expiry] = [row.text(column('right')), row.text(column('expiry'))]
  const strike = row.amount(column('strike'))
  if (expiry === '' || strike === null) return null
  const symbol = readStock(row.text(column('symbol')))
  return symbol === null
    ? null
    : buildContract(symbol, { expiration: row.readDay(expiry), right: right === '' ? 'C' : right, strike })
}
