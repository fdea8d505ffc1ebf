import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { readContract, readStock } from '../option-text.ts'
import {
  feesWithin,
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

/** Account activity of Robinhood. Fees are what the amount lacks. */
export const robinhood: StatementFormat = {
  id: 'robinhood',
  broker: 'Robinhood',
  required: [
    'activitydate',
    'processdate',
    'settledate',
    'instrument',
    'description',
    'transcode',
    'quantity',
    'price',
    'amount',
  ],
  amounts: ['price', 'amount'],
  days: ['activitydate'],
  skip: ([first = '', , , , text = '']) =>
    first.trim() === '' && /data provided/i.test(text) ? 'A note of the broker.' : null,
  open: () => readRow,
}

const codes: Readonly<Record<string, TradeAction | 'long'>> = {
  STO: 'sell_to_open',
  BTC: 'buy_to_close',
  BTO: 'long',
  STC: 'long',
  OEXP: 'expire',
  OASGN: 'assign',
  BUY: 'buy',
  SELL: 'sell',
  CDIV: 'dividend',
  MDIV: 'dividend',
  DTAX: 'withheld',
  DRIP: 'reinvest',
  SPL: 'split',
  SPR: 'split',
  ACATI: 'transfer',
  OEXCS: 'long',
}
const OPTION_CODES = new Set<string>(['STO', 'BTC', 'BTO', 'STC', 'OEXP', 'OASGN', 'OEXCS'])

function readRow(row: Row): Reading {
  const code = row.text('transcode').toUpperCase()
  const found = codes[code]
  if (found === undefined) return ignore(row, OTHER_MONEY)
  const isOption = OPTION_CODES.has(code)
  const description = row.text('description')
  const contract = isOption ? readContract(description.replace(/^option expiration for /i, '')) : null
  const isPut = contract?.type === 'put'
  if (found === 'long') return ignore(row, isPut ? PUT : LONG_CALL)
  if (isPut && found !== 'sell_to_open' && found !== 'assign') return ignore(row, PUT)
  if (isOption && contract === null)
    return { kind: 'refused', line: row.line, reason: 'The description names no call.' }
  const symbol = contract?.symbol ?? readStock(row.text('instrument'))
  if (symbol === null) return ignore(row, OTHER_MONEY)
  // The quantity of an expiration can end in S, for a short position.
  const quantity = row.readAmount(row.text('quantity').replace(/S$/i, '')) ?? 0
  const price = row.amount('price')
  const amountUsd = row.amount('amount')
  const gross = (price ?? 0) * quantity * (isOption ? SHARES_PER_CONTRACT : 1)
  const isAssigned = /options? assigned/i.test(description)
  const action = isPut ? (found === 'assign' ? 'put_assigned' : 'put_sold') : found
  return toTrade(row.line, {
    day: row.readDay(row.text('activitydate')),
    action: found === 'sell' && isAssigned ? 'deliver' : action,
    symbol,
    contract,
    quantity,
    price,
    amountUsd,
    feesUsd: price === null ? 0 : feesWithin(gross, amountUsd, found === 'sell_to_open' || found === 'sell'),
  })
}
